"""The hython scripts, run over the stand-in: results, exit codes, half-written files, and every name in
them checked against the tables that the nodes are made from.

  test_scripts.py SOURCE_FOLDER NAMES_PROGRAM
with RILL_STANDIN, RILL_DSO and PYTHONPATH set as tests/sop/CMakeLists.txt does.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, NAMES_PROGRAM = Path(sys.argv[1]), sys.argv[2]
SCRIPTS = SOURCE / "houdini" / "scripts"
PYTHON_FILES = sorted(SCRIPTS.glob("*.py"))
ERODE = "rill::heightfield_erode::1.0"
# Of Houdini's own nodes.
STOCK_PARAMETERS = {"sizex", "sizey", "gridspacing", "orient", "amp", "elementsize", "resscale", "blockpath",
                    "usesoppath", "soppath", "usecoppath", "coppath", "singleoutput", "output", "plane",
                    "cell"}  # the last is of rill's COPs
STOCK_LAYERS = {"mask"}


def names():
    return json.loads(subprocess.check_output([NAMES_PROGRAM, "names"]))


def run(script, *arguments, folder=SCRIPTS, **environment):
    return subprocess.run([sys.executable, str(folder / script), *map(str, arguments)], text=True,
                          capture_output=True, env={**os.environ, **environment})


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def scene(self):
        path = self.folder / "examples.hip"
        if not path.exists():
            done = run("build_examples.py", path)
            self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def geometry(self):
        """A file to cook: the ground of an example."""
        path = self.folder / "ground.bgeo.sc"
        done = run("rill_batch.py", "--hip", self.scene(), "--node", "/obj/rill_combined/hills",
                   "--out", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())


class Batch(Folder):
    def cook(self, *arguments):
        return run("rill_batch.py", *arguments)

    def test_scene_over_frames_and_wedges(self):
        done = self.cook("--hip", self.scene(), "--node", "/obj/rill_animate/OUT", "--rill",
                         "/obj/rill_animate/erode", "--wedge", "rain=0.01,0.04", "--frames", "1-5x2",
                         "--set", "perframe=2", "--out", self.folder / "w$WEDGE.$F3.bgeo.sc")
        self.assertEqual(done.returncode, 0, done.stderr)
        wanted = [f"w{wedge}.00{frame}.bgeo.sc" for wedge in (0, 1) for frame in (1, 3, 5)]
        self.assertEqual(self.files(), sorted(["examples.hip", *wanted]))
        self.assertIn("ALF_PROGRESS 100%", done.stdout)
        self.assertIn("Progress: 100%", done.stdout)
        contents = {name: (self.folder / name).read_bytes() for name in wanted}
        self.assertEqual(contents["w0.001.bgeo.sc"], contents["w1.001.bgeo.sc"])  # nothing rained yet
        self.assertEqual(len(set(contents.values())), 5)

    def test_warnings_of_the_node_reach_the_log(self):
        done = self.cook("--hip", self.scene(), "--node", "/obj/rill_combined/OUT", "--rill",
                         "/obj/rill_combined/erode", "--set", "iterations=1", "--set", "device=none such",
                         "--out", self.folder / "out.bgeo.sc")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("warning: /obj/rill_combined/erode at frame 1: There is no device 'none such'",
                      done.stderr)

    def test_file_through_the_verb_is_the_scene(self):
        ground = self.geometry()
        by_file, by_scene = self.folder / "a.bgeo.sc", self.folder / "b.bgeo.sc"
        done = self.cook("--geo", ground, "--type", ERODE, "--set", "iterations=12", "--set",
                         "device=tbb", "--set", "output_debris=1", "--out", by_file)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.cook("--hip", self.scene(), "--node", "/obj/rill_combined/erode", "--set",
                         "iterations=12", "--set", "device=tbb", "--out", by_scene)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(by_file.read_bytes(), by_scene.read_bytes())

    def test_menus_take_words(self):
        ground = self.geometry()
        for word, number in (("jako2011", "1"), ("rill", "0")):
            outputs = []
            for value in (word, number):
                out = self.folder / f"{value}.bgeo.sc"
                done = self.cook("--geo", ground, "--set", "iterations=3", "--set", f"scheme={value}",
                                 "--out", out)
                self.assertEqual(done.returncode, 0, done.stderr)
                outputs.append(out.read_bytes())
            self.assertEqual(*outputs)

    def refused(self, code, words, *arguments):
        before = self.files()
        done = self.cook(*arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(self.files(), before)

    def test_refusals_leave_nothing_behind(self):
        scene, ground, out = self.scene(), self.geometry(), self.folder / "out.bgeo.sc"
        node = ("--node", "/obj/rill_combined/erode")
        self.refused(1, ["nothing.hip"], "--hip", self.folder / "nothing.hip", *node, "--out", out)
        self.refused(1, ["/obj/none"], "--hip", scene, "--node", "/obj/none", "--out", out)
        self.refused(1, ["--node"], "--hip", scene, "--out", out)
        self.refused(1, ["rian"], "--hip", scene, *node, "--set", "rian=1", "--out", out)
        self.refused(1, ["rain", "wet"], "--hip", scene, *node, "--set", "rain=wet", "--out", out)
        self.refused(1, ["name=value"], "--hip", scene, *node, "--set", "rain", "--out", out)
        self.refused(1, ["rain", "-1"], "--hip", scene, *node, "--set", "rain=-1", "--out", out)
        self.refused(1, ["$F4"], "--hip", scene, *node, "--frames", "1-3", "--out", out)
        self.refused(1, ["5-1"], "--hip", scene, *node, "--frames", "5-1", "--out", out)
        self.refused(1, ["frames"], "--hip", scene, *node, "--frames", "one", "--out", out)
        self.refused(1, ["missing.bgeo.sc"], "--geo", self.folder / "missing.bgeo.sc", "--out", out)
        self.refused(1, ["rill::nothing::1.0"], "--geo", ground, "--type", "rill::nothing::1.0", "--out", out)
        self.refused(1, ["rian"], "--geo", ground, "--set", "rian=1", "--out", out)
        self.refused(1, ["height"], "--geo", ground, "--set", "heightlayer=none", "--out", out)
        self.refused(3, ["format"], "--geo", ground, "--set", "iterations=1", "--out", self.folder / "out.xyz")
        (self.folder / "file").write_text("")
        self.refused(3, ["file"], "--geo", ground, "--set", "iterations=1", "--out",
                     self.folder / "file" / "out.bgeo.sc")
        self.assertEqual(self.cook("--geo", ground).returncode, 2)

    def test_an_old_file_survives_a_failed_cook(self):
        out = self.folder / "out.bgeo.sc"
        ground = self.geometry()
        out.write_text("old")
        self.refused(1, ["rain"], "--geo", ground, "--set", "rain=-1", "--out", out)
        self.assertEqual(out.read_text(), "old")


class Examples(Folder):
    def test_every_network_cooks(self):
        for name in ("hydraulic_only", "combined", "two_scales", "masks", "animate", "solver"):
            out = self.folder / f"{name}.bgeo.sc"
            done = run("rill_batch.py", "--hip", self.scene(), "--node", f"/obj/rill_{name}/OUT",
                       "--out", out)
            self.assertEqual(done.returncode, 0, f"{name}: {done.stderr}")
            self.assertEqual(done.stderr, "", name)
            self.assertGreater(out.stat().st_size, 1000)


    def test_the_solver_goes_on_to_the_bit(self):
        def cooked(name, *arguments):
            out = self.folder / name
            done = run("rill_batch.py", "--out", out, *arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
            return out.read_bytes()

        ground = self.folder / "ground.bgeo.sc"
        cooked(ground.name, "--hip", self.scene(), "--node", "/obj/rill_solver/hills")
        frames = [cooked(f"s{frame}.bgeo.sc", "--hip", self.scene(), "--node", "/obj/rill_solver/OUT",
                         "--frames", frame) for frame in (1, 2, 4)]
        self.assertEqual(frames[0], ground.read_bytes())
        for steps, frame in ((10, frames[1]), (30, frames[2])):
            self.assertEqual(frame, cooked(f"{steps}.bgeo.sc", "--geo", ground, "--set",
                                           f"iterations={steps}", "--set", "keep_low=1"))


class Verify(Folder):
    def test_passes_and_writes_its_report(self):
        report = self.folder / "report.txt"
        done = run("verify_in_houdini.py", "--dso", os.environ["RILL_DSO"], "--report", report,
                   HFS=str(self.houdini()))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(report.read_text(), done.stdout)
        self.assertIn("0 of 23 checks failed", done.stdout)
        # The stand-in has no digital assets; tests/hda looks at them without Houdini.
        skipped = re.findall(r"(?m)^skipped +(.*) \(", done.stdout)
        self.assertEqual(len([name for name in skipped if "assets" in name]), 5)
        self.assertEqual(len(skipped), 5, skipped)
        for words in ("info: Device tbb", "HOUDINI_USE_HFS_OCL=0: houdini: ran on", "zx height: (3, 4, 1)",
                      "presets/Sop/"):
            self.assertIn(words, done.stdout)

    def houdini(self):
        """Houdini's folder, as far as its headers go."""
        root = self.folder / "hfs"
        if not root.exists():
            shutil.copytree(SOURCE / "tests" / "hdk_standin" / "include", root / "toolkit" / "include")
        return root

    def test_notices_a_call_that_this_houdini_does_not_have(self):
        include = self.houdini() / "toolkit" / "include"
        header = include / "GEO" / "GEO_PrimVolume.h"
        header.write_text(header.read_text().replace("getVoxelWriteHandle", "getVoxelsToWrite"))
        (include / "UT" / "UT_InfoTree.h").unlink()
        done = run("verify_in_houdini.py", "--only", "headers", HFS=str(self.houdini()))
        self.assertEqual(done.returncode, 1)
        self.assertIn("not in this Houdini: UT/UT_InfoTree.h, getVoxelWriteHandle (GEO/GEO_PrimVolume.h)",
                      done.stdout)
        self.assertIn("1 of 1 checks failed", done.stdout)

    def test_notices_other_bits_and_missing_parameters(self):
        copy = self.folder / "scripts"
        shutil.copytree(SCRIPTS, copy)
        sums = json.loads((copy / "rill_sums.json").read_text())
        sums["rill::heightfield_thermal::1.0"]["height"] ^= 1
        (copy / "rill_sums.json").write_text(json.dumps(sums))
        wanted = json.loads((copy / "rill_names.json").read_text())
        wanted[ERODE].append("no_such_parameter")
        (copy / "rill_names.json").write_text(json.dumps(wanted))
        done = run("verify_in_houdini.py", folder=copy)
        self.assertEqual(done.returncode, 1)
        self.assertIn("heightfield_thermal::1.0: other bits in height", done.stdout)
        self.assertIn("no_such_parameter", done.stdout)
        self.assertIn("2 of 23 checks failed", done.stdout)


class Presets(Folder):
    def test_saves_one_for_each_item_of_the_menu(self):
        done = run("build_presets.py", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        count = len(list((SOURCE / "presets").glob("*.json")))
        self.assertEqual(done.stdout.count(f"{count} presets for rill::"), 3)
        rows = [line.split("\t") for path in (self.folder / "presets" / "Sop").iterdir()
                for line in path.read_text().splitlines()]
        durations = {name: float(value) for name, parameter, value in rows if parameter == "duration"}
        for path in (SOURCE / "presets").glob("*.json"):
            self.assertEqual(durations[path.stem], json.loads(path.read_text()).get("duration", 0))


class Names(unittest.TestCase):
    """What mypy cannot see: names in strings."""

    def setUp(self):
        table = names()
        self.layers = set(table.pop("layers")) | STOCK_LAYERS
        self.types = set(table)
        self.assets = {re.search(r"Operator: +(\S+)", path.read_text()).group(1)
                       for path in (SOURCE / "otls").glob("*/INDEX__SECTION")}
        self.parameters = set().union(*table.values()) | STOCK_PARAMETERS

    def calls(self):
        """The table of the plugin's calls in verify_facts.py."""
        for node in ast.parse((SCRIPTS / "verify_facts.py").read_text()).body:
            if isinstance(node, ast.Assign) and node.targets[0].id == "CALLS":
                return ast.literal_eval(node.value)

    def test_calls_are_those_of_the_plugin(self):
        paths = [*(SOURCE / "sop").glob("*.cpp"), *(SOURCE / "sop").glob("*.h")]
        text = "\n".join(path.read_text() for path in paths)
        included = set(re.findall(r"#include <([A-Z]+/\w+\.h)>", text))
        self.assertEqual(included, set(self.calls()))
        for header, names in self.calls().items():
            for name in names.split():
                self.assertRegex(text, rf"\b{name}\b", header)

    def strings(self, path):
        """Pairs of how a string is used and the string."""
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield ("key", key.value, value)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and node.func.attr in ("parm", "evalParm", "find"):
                    yield ("key", first.value, None)
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                if isinstance(node.slice.value, str):
                    yield ("layer", node.slice.value, None)

    def test_parameters_and_layers(self):
        # Dictionaries that hold something else: planes, checks and examples of the scripts.
        other = {"ZX", "XY", "YZ", "HOUDINI_OCL_DEVICETYPE", "HOUDINI_USE_HFS_OCL", *self.calls()}
        found = 0
        for path in PYTHON_FILES:
            for use, text, value in self.strings(path):
                if use == "layer":
                    keys = {"Table", "Operator", "name"}  # of an asset's index, and of a binding
                    self.assertIn(text, self.layers | keys, path.name)
                elif not isinstance(value, (ast.Name, ast.Attribute)) and text not in other:
                    self.assertIn(text, self.parameters, path.name)
                    found += 1
        self.assertGreater(found, 30)

    def test_node_types(self):
        pattern = re.compile(r"rill::\w+::[\d.]*\d")
        places = [*PYTHON_FILES, SOURCE / "houdini" / "toolbar" / "rill.shelf",
                  SOURCE / "houdini" / "OPcustomize",
                  SOURCE / "docs" / "manual.md", *(SOURCE / "houdini" / "help").rglob("*.txt")]
        seen = set()
        for path in places:
            for text in pattern.findall(path.read_text()):
                self.assertIn(text, self.types | self.assets, path.name)
                seen.add(text)
        self.assertEqual(seen, self.types | self.assets)

    def test_shelf_and_package_are_well_formed(self):
        import xml.etree.ElementTree as tree

        shelf = tree.parse(SOURCE / "houdini" / "toolbar" / "rill.shelf").getroot()
        tools = {tool.get("name") for tool in shelf.findall("tool")}
        members = {tool.get("name") for tool in shelf.find("toolshelf").findall("memberTool")}
        self.assertEqual(tools, members)
        for tool in shelf.findall("tool"):
            icon = SOURCE / "houdini" / "config" / "Icons" / f"{tool.get('icon')}.svg"
            tree.parse(icon)
            compile(tool.find("script").text, tool.get("name"), "exec")
        package = json.loads((SOURCE / "houdini" / "rill.json").read_text())
        version = re.search(r"project\(rill VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())
        self.assertEqual(package["version"], version.group(1))
        rows = [key for row in package["env"][1]["HOUDINI_PATH"] for key in row if key != "method"]
        self.assertEqual(len(rows), 10)
        self.assertIn("houdini_version >= '21.0'", rows)  # assets that need it
        for system in ("linux", "windows", "macos"):
            for first, last in (("20.5", "21.0"), ("21.0", "22.0"), ("22.0", "23.0")):
                rule = f"houdini_os == '{system}' and houdini_version >= '{first}' and houdini_version < '{last}'"
                self.assertIn(rule, rows)
                row = next(r for r in package["env"][1]["HOUDINI_PATH"] if rule in r)
                self.assertEqual(row[rule], f"$RILL/{system}_{first}")

    def test_pictures_of_the_help_are_there(self):
        for card in (SOURCE / "houdini" / "help").rglob("*.txt"):
            for picture in re.findall(r"\[Image:/(\S+)\]", card.read_text()):
                self.assertTrue((SOURCE / "houdini" / "help" / picture).exists(), picture)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
