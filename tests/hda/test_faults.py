"""The checks themselves: faults put into copies of the built folders, each of which must be found.
test_faults.py SOURCE_FOLDER"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from rules import check  # noqa: E402

SOURCE = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
ERODE, ROUND_TRIP, OCL = "rill_erode.hda", "rill_heightfield_erode_cop.hda", "rill_heightfield_erode_ocl.hda"
INVOKE = "rill_erode_sop.hda"
MIME = "Contents.mime"

# (asset, file, text, what stands there instead, words of the finding)
FAULTS = [
    (ERODE, "INDEX__SECTION", "Inputs:       1 to 8", "Inputs:       1 to 7", "counts the connectors"),
    (ERODE, "INDEX__SECTION", "Outputs:      7\n", "", "counts the connectors"),
    (ERODE, "INDEX__SECTION", "Table:        Cop", "Table:        Sop", ""),
    (ERODE, "INDEX__SECTION", "Label:        ", "Label:       ", "INDEX__SECTION"),
    (ERODE, "INDEX__SECTION", "License:      \n", "", "keys of INDEX__SECTION"),
    (ERODE, "INDEX__SECTION", "User:         ", "User:         somebody", "no user"),
    (ERODE, "INDEX__SECTION", "Thu Jan  1 00:00:00 2026", "Tue Nov 17 13:20:11 2026", "no date of today"),
    (ERODE, "INDEX__SECTION", "oplib:/rill::Cop/erode::1.0?", "oplib:/rill::Cop/erode::1.1?", "path"),
    (ERODE, "Sections.list", "rill_8_8Cop_1erode_8_81.0\t", "rill_8_8Cop_1erode_8_81_0\t", ""),
    (ERODE, "Sections.list", "INDEX__SECTION\tINDEX_SECTION\n", "", "holds the index"),
    (ERODE, "DialogScript", "{ Mono Mono Mono RGBA", "{ Mono Mono Mono", "type for every connector"),
    (ERODE, "DialogScript", "{ Mono Mono Mono RGBA", "{ Mono Mono Mono Rgba", "type for every connector"),
    (ERODE, "DialogScript", 'name    "rain"', 'name    "rainn"', "follows rain"),
    (ERODE, "DialogScript", 'name    "drag"', 'name    "film"', "name of its own"),
    (ERODE, "DialogScript", "    group {\n", "    group\n", ""),
    (ERODE, "DialogScript", "{ scheme != jako2011 }", "{ scheem != jako2011 }", "disabled by scheem"),
    (ERODE, "TypePropertiesOptions", "LockContents := 1;", "LockContents := 0;", "options"),
    (ERODE, "TypePropertiesOptions", "UseDSParms := 1;\n", "", "options"),
    (ERODE, "ExtraFileOptions", "{\n}", '{"a":{"type":"bool"}}', "types with values"),
    (ERODE, "Tools.shelf", "coptoolutils.genericTool", "soptoolutils.genericTool", "node of its table"),
    (ERODE, "Tools.shelf", "<toolSubmenu>Terrain</toolSubmenu>", "", "Tab menu"),
    (ERODE, "CreateScript", "(rill::Cop/erode::1.0)", "(rill::Cop/erode::2.0)", "CreateScript"),
    (ERODE, MIME, "0 \tprepare 5 1 ", "0 \tprepair 5 1 ", ""),
    (ERODE, MIME, "0 \tprepare 5 1 ", "0 \tprepare 99 1 ", "connector of prepare"),
    (ERODE, MIME, "0 \tprepare 5 1 ", "0 \tprepare 6 1 ", "by number and by index"),
    (ERODE, MIME, "1 \tprepare 1 1\n", "2 \tprepare 1 1\n", "counted from 0"),
    (ERODE, MIME, "connectornextid 14", "connectornextid 3", "below the next one"),
    (ERODE, MIME, "5\ninputs\n", "4\ninputs\n", "order"),
    (ERODE, MIME, "hdaroot/prepare.userdata", "hdaroot/prepare.usrdata", "no .userdata"),
    (ERODE, MIME, "type = opencl\nmatchesdef = 1\n", "type = opencl\n", ""),
    (ERODE, MIME, '"// From the layers', '// From the layers', ""),
    (ERODE, MIME, "bindings1_name\t", "bindings1_nome\t", ""),
    (ERODE, MIME, '"world_rain"\t)', '"world_rian"\t)', "everything that the kernel binds"),
    (ERODE, MIME, 'input1_optional\t[ 0\tlocks=0 ]\t(\t"off"', 'input1_optional\t[ 0\tlocks=0 ]\t(\t"on"', "inputs that the kernel reads"),
    (ERODE, MIME, 'output1_type\t[ 0\tlocks=0 ]\t(\t"float4"', 'output1_type\t[ 0\tlocks=0 ]\t(\t"float2"', "outputs that the kernel writes"),
    (ERODE, MIME, 'usewritebackkernel\t[ 0\tlocks=0 ]\t(\t"on"', 'usewritebackkernel\t[ 0\tlocks=0 ]\t(\t"off"', "write-back"),
    (ERODE, MIME, 'options_iteration\t[ 0\tlocks=0 ]\t(\t"on"', 'options_iteration\t[ 0\tlocks=0 ]\t(\t"off"', "counts its iterations"),
    (ERODE, MIME, "channel bindings12_fval {", "channel bindings12_fvall {", "every channel has its row"),
    (ERODE, MIME, 'expr = ch(\\"../rain\\")*', 'expr = ch(\\"../rain\\") *', "expression"),
    (ERODE, MIME, 'ch(\\"../rain\\")', 'ch(\\"../../rain\\")', "follows"),
    (ERODE, MIME, 'ch(\\"../step/', 'ch(\\"../stepp/', "follows"),
    (ERODE, MIME, "[ bindings12_fval\t0 ]", "0", "follows something"),
    (ERODE, MIME, "  author rill\n", "  author me@here\n", "no user"),
    (ERODE, MIME, "  create 1767225600\n", "  create 1794900000\n", "fixed date"),
    (ERODE, MIME, "HOUDINIMIMEBOUNDARY--", "HOUDINIMIMEBOUNDARY", "end of Contents.mime"),
    (ERODE, MIME, 'filename="hdaroot.net"', 'filename="hdaroot.nett"', ""),
    (ERODE, MIME, 'generatedcode\t[ 0\tlocks=0 ]\t(\t""', 'generatedcode\t[ 0\tlocks=0 ]\t(\t"x"', "nothing generated"),
    (ROUND_TRIP, MIME, "../../only_height", "../../only_heights", "soppath"),
    (ROUND_TRIP, MIME, "../erosion/erode_bedrock", "../erosion/erode_rock", "coppath"),
    (ROUND_TRIP, MIME, 'detail(\\"../layers\\"', 'detail(\\"../layer\\"', "asks ../layer"),
    (ROUND_TRIP, MIME, "0 \t(0) ", "0 \t(7) ", "input that the asset has"),
    (ROUND_TRIP, MIME, "\n2\n0 0 1.2 2 0", "\n3\n0 0 1.2 2 0", "hdaroot.inp"),
    (INVOKE, MIME, 'input3_name\t[ 0\tlocks=0 ]\t(\t"sediment"', 'input3_name\t[ 0\tlocks=0 ]\t(\t"sand"', "those of its block"),
    (INVOKE, MIME, 'blockpath\t[ 0\tlocks=0 ]\t(\t"../output1"', 'blockpath\t[ 0\tlocks=0 ]\t(\t"../erode"', "block that ends"),
    (INVOKE, MIME, 'output1_path\t[ 0\tlocks=0 ]\t(\t"./output1"', 'output1_path\t[ 0\tlocks=0 ]\t(\t"./output2"', "output1_path"),
    (INVOKE, MIME, "numprims\t[ 0\tlocks=0 ]\t(\t11", "numprims\t[ 0\tlocks=0 ]\t(\t10", "names a volume"),
    (OCL, "ExtraFileOptions", "PythonModule/IsPython", "PythonModule/IsPiethon", "module is Python"),
    (OCL, MIME, 'bindings1_type\t[ 0\tlocks=0 ]\t(\t"volume"', 'bindings1_type\t[ 0\tlocks=0 ]\t(\t"float"', "bound with its type"),
]  # fmt: skip

# What is well-formed and yet not what params.def, step_values.def or the kernels say: found by this test.
WRONG = [
    (ERODE, "DialogScript", 'default { "0.012" }', 'default { "0.013" }', "Assets.test_parameters_are_those_of_params_def"),
    (ERODE, "DialogScript", "range   { 0! 0.05 }", "range   { 0! 0.06 }", "Assets.test_parameters_are_those_of_params_def"),
    (ERODE, "DialogScript", "range   { 0! 0.05 }", "range   { 0 0.05 }", "Assets.test_parameters_are_those_of_params_def"),
    (ERODE, "DialogScript", '"jako2011"  "jako2011"', '"jako"  "jako2011"', "Assets.test_parameters_are_those_of_params_def"),
    (ERODE, MIME, 'ch(\\"../rain\\")*', 'ch(\\"../drag\\")*', "Assets.test_kernels_get_the_numbers_of_the_engine"),
    (ERODE, MIME, "expr = (sqrt(2.0)-1.0)/2.0", "expr = (sqrt(2.0)-1.0)/2.1", "Assets.test_kernels_get_the_numbers_of_the_engine"),
    (ERODE, MIME, 'ch(\\"../border\\")==2', 'ch(\\"../border\\")==1', "Assets.test_kernels_get_the_numbers_of_the_engine"),
    (ERODE, MIME, 'max(1,ch(\\"bindings1_intval\\"))', 'max(2,ch(\\"bindings1_intval\\"))', "Assets.test_kernels_get_the_numbers_of_the_engine"),
    (ERODE, MIME, 'expr = ch(\\"../settle\\")', 'expr = ch(\\"../border\\")', "Assets.test_every_parameter_reaches_a_kernel"),
    (ERODE, MIME, "Step p = {0};", "Step p = {1};", "Assets.test_kernels_are_the_files"),
    (ROUND_TRIP, MIME, "\noutput\t[ 0\tlocks=0 ]\t(\t1\t)", "\noutput\t[ 0\tlocks=0 ]\t(\t2\t)", "Wires.test_layers_of_the_round_trip"),
    (ROUND_TRIP, MIME, '"@name=water"', '"@name=rain"', "Wires.test_layers_of_the_round_trip"),
    (INVOKE, MIME, 'primitive2\t[ 0\tlocks=0 ]\t(\t"water"', 'primitive2\t[ 0\tlocks=0 ]\t(\t"waters"', "Wires.test_layers_of_the_sop_invoke"),
    (ERODE, MIME, '1 \tinputs 1 1 "input2"\n2 \tinputs 2 1 "input3"', '1 \tinputs 2 1 "input2"\n2 \tinputs 1 1 "input3"', "Assets.test_sound"),
    (ERODE, MIME, "1 \tinputs 1 1\n2 \tinputs 2 1\n", "1 \tinputs 2 1\n2 \tinputs 1 1\n", "Wires.test_names_agree_along_the_wires"),
    (ERODE, "Help", "#id: rain", "#id: rian", "Assets.test_help"),
    (ERODE, "DialogScript", "input\trainfall\t", "input\train\t", "Wires.test_swaps_with_houdinis_own"),
]  # fmt: skip


class Faults(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def damage(self, asset: Path, file: str, old: str, new: str) -> None:
        (path,) = [path for path in asset.rglob(file) if old in path.read_text(encoding="utf-8")]
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def test_every_fault_is_found(self) -> None:
        for number, (asset, file, old, new, words) in enumerate(FAULTS):
            with self.subTest(f"{file}: {old!r} becomes {new!r}"):
                copy = self.folder / str(number) / asset
                shutil.copytree(SOURCE / "otls" / asset, copy)
                self.assertEqual(check(copy), [])
                self.damage(copy, file, old, new)
                found = check(copy)
                self.assertTrue(found)
                self.assertTrue(any(words in sentence for sentence in found), found)

    def test_missing_and_left_over_files_are_found(self) -> None:
        copy = self.folder / ERODE
        shutil.copytree(SOURCE / "otls" / ERODE, copy)
        (copy / "more").write_text("x\n")
        self.assertIn("more is there and not listed", check(copy))
        (copy / "more").unlink()
        (copy / "houdini.hdalibrary").write_text("x\n")
        self.assertIn("houdini.hdalibrary is empty", check(copy))
        (copy / "houdini.hdalibrary").write_text("")
        next(copy.rglob("IconSVG")).unlink()
        self.assertTrue(check(copy))

    def test_every_wrong_value_is_found(self) -> None:
        for part in ("hda", "otls", "ocl", "houdini"):
            shutil.copytree(SOURCE / part, self.folder / part)
        for asset, file, old, new, test in WRONG:
            with self.subTest(f"{file}: {old!r} becomes {new!r}"):
                copy = self.folder / "otls" / asset
                shutil.rmtree(copy)
                shutil.copytree(SOURCE / "otls" / asset, copy)
                self.damage(copy, file, old, new)
                group, name = test.split(".")
                script = Path(__file__).with_name(f"test_{group.lower()}.py")
                command = [sys.executable, str(script), str(self.folder), test]
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn("FAIL: " + name, done.stderr)
                shutil.rmtree(copy)
                shutil.copytree(SOURCE / "otls" / asset, copy)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
