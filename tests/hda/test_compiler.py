"""hda/build.py itself: the same bytes every time, and bad descriptions refused with their line.
test_compiler.py SOURCE_FOLDER"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])

# (file, text, what stands there instead, file and words of the refusal)
REFUSED = [
    ("hda/erode/asset.txt", "operator rill::erode::1.0", "operator erode", "hda/erode/asset.txt:2:", "rill::name::1.0"),
    ("hda/erode/asset.txt", "table Cop", "table Cop2", "hda/erode/asset.txt:3:", "Cop and Sop"),
    ("hda/erode/asset.txt", 'label "Erode (rill)"', 'label "Erode (rill)', "hda/erode/asset.txt:4:", "quote"),
    ("hda/erode/asset.txt", "icon COP_rill_erode", "icno COP_rill_erode", "hda/erode/asset.txt:5:", "icno"),
    ("hda/erode/asset.txt", "icon COP_rill_erode", "icon COP_rill_none", "COP_rill_none.svg", "No such file"),
    ("hda/erode/asset.txt", "houdini 20.5.278", "", "hda/erode/asset.txt:1:", "houdini"),
    ("hda/erode/asset.txt", "include shared/water_layers.txt", "include shared/none.txt", "hda/erode/asset.txt:9:", "none.txt"),
    ("hda/erode/asset.txt", "parameters combined", "parameters both", "hda/erode/asset.txt:11:", "both"),
    ("hda/erode/asset.txt", "without output_erosion", "without output_erosoin", "hda/erode/asset.txt:12:", "output_erosoin"),
    ("hda/erode/asset.txt", "  without output_debris", "\twithout output_debris", "hda/erode/asset.txt:14:", "tab"),
    ("hda/erode/asset.txt", "node step opencl", "node step opencll", "hda/erode/asset.txt:20:", "opencll"),
    ("hda/erode/asset.txt", "kernels/cop_erode_step.cl", "kernels/none.cl", "hda/erode/asset.txt:21:", "none.cl"),
    ("hda/shared/cell_size.txt", "own cell float", "own cell real", "hda/shared/cell_size.txt:1:", "KIND"),
    ("hda/shared/cell_size.txt", "own cell float", "own rain float", "hda/erode/asset.txt:11:", "twice"),
    ("hda/shared/cell_size.txt", "folder Simulation", "folder Simulaton", "hda/shared/cell_size.txt:1:", "Simulaton"),
    ("hda/shared/water_layers.txt", "input water Mono", "input water Grey", "hda/shared/water_layers.txt:5:", "Mono"),
    ("hda/shared/water_layers.txt", "input water", "input height", "hda/shared/water_layers.txt:5:", "two inputs"),
    ("hda/shared/water_layers.txt", "output flux RGBA", "output flux Mono", "hda/shared/water_nodes.txt:29:", "float4"),
    ("hda/shared/water_nodes.txt", "height from inputs.height", "height from inputs.hight", "hda/shared/water_nodes.txt:7:", "hight"),
    ("hda/shared/water_nodes.txt", "height from inputs.height", "hight from inputs.height", "hda/shared/water_nodes.txt:7:", "hight"),
    ("hda/shared/water_nodes.txt", "state from step.state", "state from stop.state", "hda/shared/water_nodes.txt:18:", "stop"),
    ("hda/shared/water_nodes.txt", "  water from inputs.water\n", "", "hda/kernels/cop_prepare.cl:6:", "water"),
    ("hda/shared/water_nodes.txt", '"{hardness}"', '"{hardnes}"', "hda/shared/water_nodes.txt:12:", "hardnes"),
    ("hda/shared/water_nodes.txt", "  flow from finish.flow\n", "", "hda/shared/water_layers.txt:", "flow"),
    ("hda/shared/water_step.txt", "scratch next_state", "scratch rain next_state", "hda/shared/water_step.txt:7:", "rain"),
    ("hda/shared/water_step.txt", "scratch next_state next_flux", "scratch next_state", "hda/kernels/cop_erode_step.cl:", "next_flux"),
    ("hda/shared/water_step.txt", 'formula wrap 0 "{border}==2"\n', "", "hda/kernels/cop_erode_step.cl:", "wrap"),
    ("hda/shared/water_step.txt", "formula wrap 0", "formula warp 0", "hda/erode/asset.txt:20:", "warp"),
    ("hda/kernels/cop_finish.cl", "#bind layer state float4", "#bind layer state float3", "hda/kernels/cop_finish.cl:4:", "float4"),
    ("hda/kernels/cop_finish.cl", "#bind layer state float4", "#bind layer state", "hda/kernels/cop_finish.cl:4:", "no type"),
    ("hda/kernels/cop_finish.cl", "#bind layer flow_sum float", "#bind layer state float4", "hda/kernels/cop_finish.cl:5:", "twice"),
    ("hda/kernels/cop_finish.cl", "#bind layer flow_sum float", "#bind volume flow_sum float", "hda/kernels/cop_finish.cl:5:", "layer"),
    ("hda/kernels/cop_finish.cl", "@water.set", "@watr.set", "hda/kernels/cop_finish.cl:", "@watr"),
    ("hda/kernels/cop_finish.cl", "#bind parm settle int", "#bind parm settle float", "hda/kernels/cop_finish.cl:", "toggle"),
    ("hda/kernels/cop_finish.cl", "#bind parm settle int", "#bind parm settle int val=1", "hda/kernels/cop_finish.cl:", "default"),
    ("hda/kernels/cop_finish.cl", "// From", "// $HIP From", "hda/kernels/cop_finish.cl:1:", "$"),
    ("hda/kernels/cop_erode_step.cl", "#step_values bind all", "#step_values bind al", "hda/kernels/cop_erode_step.cl:27:", "'al'"),
    ("hda/kernels/cop_erode_step.cl", "#step_values bind all", "#step_values bind", "hda/kernels/cop_erode_step.cl:27:", "which"),
    ("hda/kernels/cop_erode_step.cl", "#step_values bind all", "#step_values bnid all", "hda/kernels/cop_erode_step.cl:27:", "bind or set"),
    ("hda/kernels/cop_erode_step.cl", "#step_values bind all\n", "\n", "hda/kernels/cop_erode_step.cl:", "bound"),
    ("hda/kernels/cop_erode_step.cl", "set bedrock_bite =", "set bedrock_bit =", "hda/kernels/cop_erode_step.cl:", "bedrock_bit"),
    ("hda/kernels/cop_prepare.cl", "#bind layer water? float", "#bind layer water float", "hda/kernels/cop_prepare.cl:6:", "optional"),
    ("hda/erode_sop/asset.txt", "  set outputs 1\n", "  set outptus 1\n", "hda/erode_sop/asset.txt:", "outptus"),
    ("hda/erode_sop/asset.txt", "geometry from invoke.output1", "geometry from invoke.outputx", "hda/erode_sop/asset.txt:", "outputx"),
    ("hda/heightfield_erode_cop/asset.txt", "take $layer from erosion/erode_plain or", "take $layer from erosion/erode_plane or", "hda/heightfield_erode_cop/asset.txt:", "erode_plane"),
    ("hda/heightfield_erode_cop/asset.txt", "each way in plain bedrock", "each way plain bedrock", "hda/heightfield_erode_cop/asset.txt:", "each NAME in"),
    ("hda/heightfield_erode_ocl/asset.txt", "masklayer scheme\n", "scheme\n", "hda/heightfield_erode_ocl/asset.txt:1:", "masklayer"),
    ("hda/heightfield_erode_ocl/asset.txt", "input1 from layers\n", "input1 from step\n", "hda/heightfield_erode_ocl/asset.txt:", "circle"),
    ("ocl/include/rill/params.def", "RILL_FLOAT(rain, 0.012, 0,", "RILL_FLOAT(rain, 0.012,", "ocl/include/rill/params.def:", "words"),
    ("ocl/include/rill/params.def", "RILL_FLOAT(rain, 0.012", "RILL_FLOAT(rain, much", "ocl/include/rill/params.def:", "much"),
    ("ocl/include/rill/params.def", "RILL_TOGGLE(settle", "RILL_SWITCH(settle", "ocl/include/rill/params.def:", "expected a row"),
    ("ocl/include/rill/step_values.def", "RILL_STEP(keep_flow, max(", "RILL_STEP(keep_flow, exp(", "ocl/include/rill/step_values.def:", "exp"),
    ("ocl/include/rill/step_values.def", "1.0 - dt * drag))", "1.0 - dt * drags))", "ocl/include/rill/step_values.def:", "drags"),
]  # fmt: skip


def build(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "USER": "somebody", "HOSTNAME": "somewhere"}
    command = [sys.executable, str(SOURCE / "hda" / "build.py"), "--root", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def files_of(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


class Compiler(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for part in ("hda", "ocl/include", "houdini"):
            shutil.copytree(SOURCE / part, self.root / part)

    def test_same_bytes_as_committed(self) -> None:
        done = build(self.root)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(files_of(self.root / "otls"), files_of(SOURCE / "otls"))
        for text in files_of(self.root / "otls").values():
            for word in (b"somebody", b"somewhere", str(self.root).encode(), str(SOURCE).encode()):
                self.assertNotIn(word, text)

    def test_check_finds_what_is_stale(self) -> None:
        build(self.root)
        self.assertEqual(build(self.root, "--check").returncode, 0)
        left_over = self.root / "otls" / "rill_old.hda" / "INDEX__SECTION"
        left_over.parent.mkdir()
        left_over.write_text("x\n")
        done = build(self.root, "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("otls/rill_old.hda/INDEX__SECTION is stale", done.stderr)
        build(self.root)
        self.assertFalse(left_over.exists())
        kernel = self.root / "hda" / "kernels" / "cop_finish.cl"
        kernel.write_text(kernel.read_text() + "// more\n")
        done = build(self.root, "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("otls/rill_erode.hda", done.stderr)
        self.assertNotIn("otls/rill_thermal.hda", done.stderr)

    def test_bad_descriptions_are_refused_with_their_line(self) -> None:
        refused = 0
        for file, old, new, place, words in REFUSED:
            path = self.root / file
            text = path.read_text(encoding="utf-8")
            with self.subTest(f"{file}: {old!r} becomes {new!r}"):
                self.assertIn(old, text)
                path.write_text(text.replace(old, new, 1), encoding="utf-8")
                done = build(self.root)
                path.write_text(text, encoding="utf-8")
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
                self.assertIn(place, done.stderr)
                self.assertIn(words, done.stderr)
                refused += 1
        self.assertGreater(refused, 40)
        self.assertFalse((self.root / "otls").exists())  # nothing half-done is left

    def test_every_asset_is_committed(self) -> None:
        told = {f"rill_{path.parent.name}.hda" for path in (SOURCE / "hda").glob("*/asset.txt")}
        self.assertEqual({path.name for path in (SOURCE / "otls").iterdir()}, told)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
