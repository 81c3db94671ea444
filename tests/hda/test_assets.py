"""The folders of otls/: fresh, sound, what the descriptions say, and every parameter on its way from the
dialog to the kernel.  test_assets.py SOURCE_FOLDER [Assets.test_...]"""

from __future__ import annotations

import json
import math
import random
import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from built_assets import SOURCE, BuiltAssets, folder_of  # noqa: E402
from expanded import DialogParameter, Folder, Node  # noqa: E402
from expressions import Expression  # noqa: E402
from rules import check, references, resolve  # noqa: E402
from tables import Row, in_node, parameters, step_values  # noqa: E402

TABLES = SOURCE / "ocl" / "include" / "rill"
SOLVER = {"hydraulic": "hydraulic", "thermal": "thermal"}  # the others are combined
DIALOG_TYPES = {"FLOAT": "float", "INT": "integer", "CHOICE": "ordinal", "TOGGLE": "toggle"}
# What the compiled node has and the assets have not; their help says so.
COMPILED_ONLY = {
    "preset", "animate", "startframe", "perframe", "checkpointframes", "cachemegabytes", "resetsimulation",
    "resetcount", "keep_low", "output_budget", "device",
}  # fmt: skip
GRID = {"rill_nx": 96.0, "rill_ny": 64.0, "rill_cell": 2.5, "rill_bedrock": 0.0}


def solver_node(description: Path) -> str:
    return SOLVER.get(description.name, "combined")


def written_out(kernel: str) -> re.Pattern[str]:
    """What a kernel's text may have become; a comment may stand before and between its own rows."""
    rows = {
        "#step_values bind": r"(?:#bind parm \w+ float\n|//[^\n]*\n)+",
        "#step_values set": r"(?:  p\.\w+ = [^;\n]+;\n)+",
    }
    pattern = ""
    for line in kernel.splitlines(keepends=True):
        own = [rows[start] for start in rows if line.startswith(start)]
        pattern += own[0] if own else re.escape(line)
    return re.compile(pattern)


def lines_of(file: Path) -> list[str]:
    """A description's lines without comments, with the files that it includes."""
    lines: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        line = re.sub(r'^((?:[^"#]|"[^"]*")*)#.*$', r"\1", line).rstrip()
        found = re.match(r"( *)include (\S+)$", line)
        if found and "$" not in found.group(2):
            lines += [found.group(1) + row for row in lines_of(SOURCE / "hda" / found.group(2))]
        elif line:
            lines.append(line)
    return lines


class Channels:
    """The channels of an asset with given values of its parameters."""

    def __init__(self, folder: Folder, values: dict[str, float]) -> None:
        self.folder, self.values = folder, values
        self.known: dict[tuple[str, str], float] = {}

    def of(self, node: Node, row: str) -> float:
        key = (node.path, row)
        if key not in self.known:
            self.known[key] = self.work_out(node, node.channels[row])
        return self.known[key]

    def work_out(self, node: Node, text: str) -> float:
        def channel(path: str) -> float:
            place, _, name = path.rpartition("/")
            target = resolve(self.folder, node.path, place)
            return self.values[name] if target == "hdaroot" else self.of(self.folder.nodes[target], name)

        def detail(path: str, attribute: str) -> float:
            assert self.folder.nodes[resolve(self.folder, node.path, path)].type == "python"
            return GRID[attribute]

        return Expression(text, channel, detail).value()


def followed(folder: Folder) -> dict[str, set[str]]:
    """For every parameter of the asset the places where its value is used in the end: a name that a kernel
    uses with @, a parameter of an inner node, or the compiler's options."""
    direct: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for node in folder.nodes.values():
        rows = dict(node.channels)
        rows.update({row: v[0].text for row, v in node.values.items() if v and "`" in v[0].text})
        for row, text in rows.items():
            for reference in references(text):
                path, _, name = reference.rpartition("/")
                direct.setdefault((resolve(folder, node.path, path), name), set()).add((node.path, row))

    def ends(place: tuple[str, str], seen: set[tuple[str, str]]) -> set[str]:
        found: set[str] = set()
        for path, row in direct.get(place, set()) - seen:
            node = folder.nodes[path]
            binding = re.fullmatch(r"bindings(\d+)_(?:fval|intval)", row)
            if not binding:
                found.add(f"{node.type}.{row}")
                continue
            name = node.text(f"bindings{binding.group(1)}_name")
            if re.search(rf"@{name}\b", node.text("kernelcode")):
                found.add(f"@{name}")
            found |= ends((path, row), seen | {(path, row)})
        return found

    return {p.name: ends(("hdaroot", p.name), set()) for p in folder.dialog.parameters}


class Assets(BuiltAssets):
    def setUp(self) -> None:
        super().setUp()
        self.table = parameters(TABLES / "params.def")
        self.assertGreater(len(self.table), 35)

    def test_fresh(self) -> None:
        done = subprocess.run(
            [sys.executable, str(SOURCE / "hda" / "build.py"), "--check", "--root", str(SOURCE)],
            capture_output=True, text=True,
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_sound(self) -> None:
        for description in self.folders:
            self.assertEqual(check(folder_of(description)), [], description.name)

    def test_as_described(self) -> None:
        """Name, connectors, nodes and wires come back as the description has them."""
        for description, folder in self.folders.items():
            with self.subTest(description.name):
                lines = lines_of(description / "asset.txt")
                self.assertIn(f"operator {folder.index['Operator']}", lines)
                self.assertIn(f"table {folder.index['Table']}", lines)
                self.assertIn(f'label "{folder.index["Label"]}"', lines)
                for side, kind in ((0, "input"), (1, "output")):
                    told = [line.split() for line in lines if line.startswith(kind + " ")]
                    if folder.index["Table"] == "Cop":
                        there = (folder.dialog.inputs, folder.dialog.outputs)[side]
                        self.assertEqual([words[1] for words in told], [name for name, _ in there])
                        self.assertEqual([words[2] for words in told], folder.dialog.signature[side])
                least = sum(line.startswith("input ") and not line.endswith(" optional") for line in lines)
                most = sum(line.startswith("input ") for line in lines)
                self.assertEqual(folder.index["Inputs"], f"{least} to {most}")
                self.compare_network(lines, folder)

    def compare_network(self, lines: list[str], folder: Folder) -> None:
        """Nodes at the top, and wires between them, where no `each` stands for several."""
        nodes = [line.split()[1:] for line in lines if re.fullmatch(r"node \w+ \S+", line)]
        there = {node.name: node.type for node in folder.children("hdaroot")}
        for name, kind in nodes:
            self.assertEqual(there.get(name), kind)
        if not any("each " in line for line in lines):
            self.assertEqual(len(nodes), len(there))
        wires = sum(bool(re.fullmatch(r"  \w+ from \S+", line)) for line in lines)
        there_wires = [
            w for node in folder.children("hdaroot") for w in node.definition.plain if w[1] != '""'
        ]
        each = any(line.startswith("each ") for line in lines)
        self.assertTrue(len(there_wires) > wires if each else len(there_wires) == wires)

    def test_parameters_are_those_of_params_def(self) -> None:
        for description, folder in self.folders.items():
            for parameter in folder.dialog.parameters:
                if parameter.name in self.table:
                    with self.subTest(f"{description.name}.{parameter.name}"):
                        self.compare_with_table(self.table[parameter.name], parameter)
            there = {parameter.name for parameter in folder.dialog.parameters}
            rows = {name for name, row in self.table.items() if in_node(row, solver_node(description))}
            self.assertEqual({name for name in there if name in self.table} - rows, set())
            left_out = {
                line.split()[1]
                for line in lines_of(description / "asset.txt")
                if line.startswith("  without ")
            }
            self.assertEqual(rows - there, left_out, description.name)

    def compare_with_table(self, row: Row, parameter: DialogParameter) -> None:
        self.assertEqual(parameter.type, DIALOG_TYPES[row.kind])
        self.assertEqual(float(parameter.default), row.numbers[0])
        self.assertEqual(parameter.help, row.help)
        self.assertTrue(parameter.label.startswith(row.label))
        self.assertEqual(parameter.folder, "" if row.name == "iterations" else row.folder)
        if row.kind in ("FLOAT", "INT"):
            _, hard_min, hard_max, ui_min, ui_max = row.numbers
            self.assertEqual([float(word.rstrip("!")) for word in parameter.range], [ui_min, ui_max])
            self.assertEqual(
                [word.endswith("!") for word in parameter.range], [ui_min <= hard_min, ui_max >= hard_max]
            )
        if row.kind == "CHOICE":
            tokens = row.texts[0].split("|")
            self.assertEqual(parameter.menu, [(token, token) for token in tokens])
        disabled = "" if row.schemes == "both" else f"{{ scheme != {row.schemes} }}"
        if row.name == "iterations":
            disabled = "{ duration != 0 }"
        self.assertEqual(parameter.disable_when, disabled)

    def test_every_parameter_reaches_a_kernel(self) -> None:
        for description, folder in self.folders.items():
            read_by_script = {
                name
                for line in lines_of(description / "asset.txt")
                if line.startswith("  reads ")
                for name in line.split()[1:]
            }
            for name, ends in followed(folder).items():
                with self.subTest(f"{description.name}.{name}"):
                    self.assertTrue(ends or name in read_by_script)
                    inner = {end for end in ends if end.startswith("rill::")}
                    if inner:
                        self.assertTrue(all(end.endswith("." + name) for end in inner))

    def test_kernels_get_the_numbers_of_the_engine(self) -> None:
        """Every float that a kernel binds is what step_values.def says, for many settings."""
        draw = random.Random(7)
        compared = 0
        for description, folder in self.folders.items():
            steps = [
                node
                for node in folder.nodes.values()
                if node.type == "opencl" and "@height_grain" in node.text("kernelcode")
            ]
            for step in steps:
                for turn in range(40):
                    values = self.some_values(folder, draw, turn)
                    channels = Channels(folder, values)
                    node = solver_node(description)
                    known = {name: row.numbers[0] for name, row in self.table.items()}
                    known.update(values)
                    known["cell"] = values.get("cell", GRID["rill_cell"])
                    known.update(runs_water=float(node != "thermal"), runs_talus=float(node != "hydraulic"))
                    wanted = step_values(TABLES / "step_values.def", known)
                    compared += self.compare_bindings(step, channels, wanted)
                    self.check_switches(folder, step, channels, values, wanted["dt"])
        self.assertGreater(compared, 5000)

    def some_values(self, folder: Folder, draw: random.Random, turn: int) -> dict[str, float]:
        """The defaults, then anything between the limits, with powers of two among them."""
        values: dict[str, float] = {}
        for parameter in folder.dialog.parameters:
            if parameter.type == "string":
                continue
            values[parameter.name] = float(parameter.default)
            row = self.table.get(parameter.name)
            if turn == 0:
                continue
            if parameter.name == "cell":
                values["cell"] = draw.choice([0.125, 0.5, 1.0, 2.0, 4.0, 0.3, draw.uniform(0.01, 50)])
            elif parameter.name == "duration":
                values["duration"] = draw.choice([0.0, 0.001, draw.uniform(0.1, 90)])
            elif row and row.kind == "CHOICE":
                values[parameter.name] = float(draw.randrange(len(parameter.menu)))
            elif row and row.kind == "TOGGLE":
                values[parameter.name] = float(draw.randrange(2))
            elif row and row.kind == "INT":
                values[parameter.name] = float(draw.choice([0, 1, 7, draw.randrange(2000)]))
            elif row:
                least, most = row.numbers[3], row.numbers[4]
                values[parameter.name] = draw.choice([row.numbers[0], least, most, draw.uniform(least, most)])
                if parameter.name == "world_scale":
                    values["world_scale"] = draw.choice(
                        [1.0, 0.25, 8.0, 2.0**-9, 512.0, draw.uniform(0.01, 900)]
                    )
        return values

    def compare_bindings(self, step: Node, channels: Channels, wanted: dict[str, float]) -> int:
        compared = 0
        for number in range(1, int(step.text("bindings")) + 1):
            name = step.text(f"bindings{number}_name")
            if step.text(f"bindings{number}_type") == "float":
                self.assertIn(name, wanted)
                self.assertEqual(channels.of(step, f"bindings{number}_fval"), wanted[name], name)
                compared += 1
        return compared

    def check_switches(
        self, folder: Folder, step: Node, channels: Channels, values: dict[str, float], dt: float
    ) -> None:
        """The whole numbers, by what they mean, and what the kernels beside the step get."""
        steps = values["iterations"]
        if values["duration"] > 0:  # as iterations_for of core/schedule.cpp
            steps = max(1.0, float(math.floor(values["duration"] / dt + 0.5)))
            steps = min(steps, self.table["iterations"].numbers[2])
        wanted = {
            "steps": steps,
            "wrap": float(values["border"] == 2),
            "open_border": float(values["border"] == 0),
            "nx": GRID["rill_nx"],
            "ny": GRID["rill_ny"],
        }
        if "exponent" in values:
            wanted["exponent_quarters"] = {0.0: 2.0, 1.0: 3.0, 2.0: 4.0}[values["exponent"]]
            wanted.update(depth_band=values["depth_rule"], collision_rule=values["capacity_rule"])
            wanted["semi_lagrangian"] = values["transport"]
        quantum = self.bound(step, channels)["quantum"]
        for node in folder.children(step.parent):
            if node.type != "opencl":
                continue
            for name, value in self.bound(node, channels).items():
                if name in wanted:
                    self.assertEqual(value, wanted[name], name)
                elif name == "quantum":
                    self.assertEqual(value, quantum)
                elif name == "initial_hardness":
                    self.assertEqual(value, values["hardness"])
                elif node is not step:
                    self.assertEqual(value, values[name], name)
                elif name in values and name not in ("capacity", "film"):  # those follow the world's scale
                    self.assertEqual(value, values[name], name)
            options = node.text("kerneloptions")
            self.assertIn(options, ("", '-DRILL_SCHEME=`ch("../scheme")`'))
            self.assertEqual(bool(options), "RILL_SCHEME" in node.text("kernelcode"))
        row = "options_iterations" if "options_iterations" in step.values else "iterations"
        self.assertEqual(channels.of(step, row), max(1.0, steps))

    def bound(self, node: Node, channels: Channels) -> dict[str, float]:
        result: dict[str, float] = {}
        for number in range(1, int(node.text("bindings")) + 1):
            kind = {"float": "fval", "int": "intval"}.get(node.text(f"bindings{number}_type"))
            if kind:
                result[node.text(f"bindings{number}_name")] = channels.of(node, f"bindings{number}_{kind}")
        return result

    def test_kernels_are_the_files(self) -> None:
        """Each node has the text of the file that the description names, to the byte; in the place of
        #step_values stand rows that test_the_step_gets_every_value looks at."""
        for description, folder in self.folders.items():
            text = "\n".join(lines_of(description / "asset.txt"))
            files = dict(re.findall(r"(?m)^ *node (\S+) opencl\n *kernel (\S+)$", text))
            for node in folder.nodes.values():
                if node.type == "opencl":
                    file = files.get(node.name) or files[re.sub("_[a-z]+$", "_$way", node.name)]
                    text = (SOURCE / "hda" / file).read_text(encoding="utf-8")
                    self.assertTrue(written_out(text).fullmatch(node.text("kernelcode")), node.path)
            module = folder.files.get("PythonModule")
            if module:
                self.assertEqual(
                    module, (SOURCE / "hda" / "scripts" / "rill_layers.py").read_text(encoding="utf-8")
                )

    def test_the_step_gets_every_value(self) -> None:
        """No float of a step is forgotten in a kernel, and none is mixed up with another."""
        text = re.sub(r"//.*", "", (TABLES / "step_values.def").read_text(encoding="utf-8"))
        rows = set(re.findall(r"RILL_STEP\((\w+),", text))
        talus = {name for name in rows if name.startswith(("talus_", "creep_"))}
        self.assertGreater(len(talus), 5)
        for description, folder in self.folders.items():
            for node in folder.nodes.values():
                code = node.text("kernelcode") if node.type == "opencl" else ""
                if "Step p = {0};" not in code:
                    continue
                given = dict(re.findall(r"p\.(\w+) = (?:RILL_BEDROCK \? )?@(\w+)", code))
                self.assertTrue(all(member == name for member, name in given.items()))
                wanted = {"combined": rows, "hydraulic": rows - talus}.get(solver_node(description), talus)
                self.assertLessEqual(wanted, set(given), description.name)
                if solver_node(description) != "thermal":
                    self.assertEqual(set(given) & rows, wanted)

    def test_the_same_parameters_as_the_compiled_node(self) -> None:
        names = json.loads((SOURCE / "houdini" / "scripts" / "rill_names.json").read_text(encoding="utf-8"))
        compiled = set(names["rill::heightfield_erode::1.0"])
        folder = self.folders[SOURCE / "hda" / "heightfield_erode_ocl"]
        there = {parameter.name for parameter in folder.dialog.parameters}
        self.assertEqual(compiled - there, COMPILED_ONLY)
        self.assertEqual(there - compiled, set())

    def test_help(self) -> None:
        for description, folder in self.folders.items():
            help_text = folder.files["Help"]
            table = folder.index["Table"].lower()
            card = SOURCE / "houdini" / "help" / "nodes" / table / f"rill--{description.name}-1.0.txt"
            self.assertEqual(card.read_text(encoding="utf-8"), help_text)
            ids = re.findall(r"#id: (\w+)", help_text)
            for parameter in folder.dialog.parameters:
                self.assertIn(parameter.name, ids)
            self.assertIn("has not been run inside it yet", help_text)
            for kind, name in re.findall(r"Node:(sop|cop)/(rill--[\w.-]+)", help_text):
                self.assertTrue(
                    (SOURCE / "houdini" / "help" / "nodes" / kind / (name + ".txt")).exists(), name
                )


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
