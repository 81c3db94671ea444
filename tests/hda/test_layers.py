"""rill_layers.py, the Python inside the SOP assets, over a small hou: what it makes for the kernels, what it
brings back, and what it refuses.  test_layers.py SOURCE_FOLDER"""

from __future__ import annotations

import array
import re
import sys
import types
import unittest
from pathlib import Path
from typing import Any, Union

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import small_hou as hou  # noqa: E402
from expanded import Folder, read_folder  # noqa: E402

SOURCE = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
BIND = re.compile(r"(?m)^#bind volume ([&!]*)(\w+)(\??)")
WIDE, HIGH = 7, 5


def module_of(folder: Folder) -> Any:
    """The asset's Python as Houdini would load it: from the built folder, with hou there."""
    sys.modules["hou"] = hou
    module = types.ModuleType("rill_layers")
    exec(compile(folder.files["PythonModule"], "PythonModule", "exec"), module.__dict__)
    return module


def numbers(start: float) -> bytes:
    return array.array("f", (start + place for place in range(WIDE * HIGH))).tobytes()


def terrain(
    layers: dict[str, float], rows: list[list[float]] = [[0, 0, 7.0], [5.0, 0, 0], [0, 1.0, 0]]
) -> hou.Geometry:
    geometry = hou.Geometry()
    geometry.addAttrib(hou.attribType.Prim, "name", "")
    for name, start in layers.items():
        volume = geometry.createVolume(WIDE, HIGH, 1)
        volume.setAttribValue("name", name)
        volume.rows, volume.centre = rows, hou.Vector3((10.0, 2.0, -3.0))
        volume.setAllVoxelsFromString(numbers(start))
    return geometry


class Layers(unittest.TestCase):
    def setUp(self) -> None:
        self.ocl = read_folder(SOURCE / "otls" / "rill_heightfield_erode_ocl.hda")
        self.round_trip = read_folder(SOURCE / "otls" / "rill_heightfield_erode_cop.hda")
        self.module = module_of(self.ocl)

    def asset(self, folder: Folder, **values: Union[str, float]) -> hou.OpNode:
        defaults: dict[str, Union[str, float]] = {}
        for parameter in folder.dialog.parameters:
            defaults[parameter.name] = (
                parameter.default if parameter.type == "string" else float(parameter.default)
            )
        return hou.OpNode({**defaults, **values})

    def prepared(
        self, geometry: hou.Geometry, masks: Any = None, all_layers: bool = False, **values: Union[str, float]
    ) -> hou.Geometry:
        asset = self.asset(self.round_trip if all_layers else self.ocl, **values)
        second = hou.SopNode(asset, masks) if masks else None
        self.module.prepare(hou.SopNode(asset, geometry, (None, second)), all_layers)
        return geometry

    def kernel(self, name: str) -> str:
        return self.ocl.nodes["hdaroot/" + name].text("kernelcode")

    def test_every_volume_that_a_kernel_needs_is_there(self) -> None:
        geometry = self.prepared(terrain({"height": 0, "hardness": 1}))
        for kernel in ("prepare", "step"):
            names = [volume.name for volume in geometry.prims()]
            for _, name, optional in BIND.findall(self.kernel(kernel)):
                self.assertTrue(optional or names.count(name) == 1, f"{kernel}: {name}")
        self.module.complete(hou.SopNode(self.asset(self.ocl), geometry))
        names = [volume.name for volume in geometry.prims()]
        for _, name, _ in BIND.findall(self.kernel("finish")):
            self.assertEqual(names.count(name), 1, name)

    def test_first_kernel_sees_only_layers_that_came(self) -> None:
        names = {volume.name for volume in self.prepared(terrain({"height": 0})).prims()}
        optional = {
            name
            for _, name, question in BIND.findall(self.kernel("prepare") + self.kernel("step"))
            if question
        }
        self.assertEqual(names & optional, set())
        self.assertGreater(len(optional), 8)

    def test_grid_and_place(self) -> None:
        geometry = self.prepared(terrain({"height": 3, "other": 1}))
        attributes = geometry.attributes
        self.assertEqual(
            [attributes["global", "rill_" + name] for name in ("nx", "ny", "cell")], [WIDE, HIGH, 2.0]
        )
        for volume in geometry.prims():
            self.assertEqual(
                (volume.resolution(), tuple(volume.centre)), ((WIDE, HIGH, 1), (10.0, 2.0, -3.0))
            )
            self.assertEqual(
                volume.indexToPos((1, 2, 0)), terrain({"height": 0}).named("height").indexToPos((1, 2, 0))
            )
        self.assertEqual(geometry.named("height").data, numbers(3))

    def test_names_are_the_users(self) -> None:
        layers = {"ground": 1.0, "flow.l": 2.0, "flow.b": 3.0, "height": 4.0, "wet": 5.0}
        geometry = self.prepared(
            terrain(layers), heightlayer="ground", fluxlayer="flow", scheme=1.0, waterlayer="wet"
        )
        wanted = {"height": 1.0, "flux0": 2.0, "flux3": 3.0, "water": 5.0}
        for name, start in wanted.items():
            self.assertEqual(geometry.named(name).data, numbers(start), name)
        self.assertNotIn("flux1", [volume.name for volume in geometry.prims()])

    def test_masks_win_and_multiply(self) -> None:
        masks = terrain({"erodability": 2.0, "mask": 3.0, "bedrock": 9.0})
        geometry = self.prepared(terrain({"height": 0, "erodability": 50.0, "bedrock": 1.0}), masks)
        self.assertEqual(geometry.named("bedrock").data, numbers(9))
        wanted = [(2.0 + i) * (3.0 + i) for i in range(WIDE * HIGH)]
        self.assertEqual(geometry.named("erodability").values(), wanted)
        self.assertEqual(geometry.attributes["global", "rill_bedrock"], 1)

    def test_round_trip_gets_every_layer(self) -> None:
        geometry = self.prepared(terrain({"height": 0, "water": 2}), all_layers=True, hardness=0.25)
        wanted = {
            node.name[len("only_") :]
            for node in self.round_trip.nodes.values()
            if node.name.startswith("only_")
        }
        self.assertEqual({volume.name for volume in geometry.prims()}, wanted)
        for name, value in {"rain": 1.0, "erodability": 1.0, "hardness": 0.25, "flux2": 0.0}.items():
            self.assertEqual(set(geometry.named(name).values()), {value}, name)
        self.assertEqual(geometry.attributes["global", "rill_bedrock"], 0)

    def test_results_come_back_under_their_names(self) -> None:
        results = terrain(
            {
                "height": 100,
                "water": 200,
                "flux0": 300,
                "flux3": 400,
                "hardness": 500,
                "erosion": 600,
                "flow": 700,
                "velocity_y": 800,
                "flowdir_x": 900,
            }
        )
        given = terrain({"height": 0, "mask": 7, "water": 1})
        asset = self.asset(
            self.ocl, output_velocity=1.0, output_flow=1.0, waterlayer="", hardnesslayer="hard"
        )
        self.module.finish(hou.SopNode(asset, given, (None, hou.SopNode(asset, results))))
        wanted = {
            "height": 100,
            "mask": 7,
            "water": 1,
            "flux.x": 300,
            "flux.n": 400,
            "hard": 500,
            "flow": 700,
            "velocity.y": 800,
            "flowdir.x": 900,
        }
        self.assertEqual(
            {volume.name: volume.data for volume in given.prims()},
            {name: numbers(start) for name, start in wanted.items()},
        )
        for volume in given.prims():
            self.assertEqual(tuple(volume.centre), (10.0, 2.0, -3.0))

    def test_scripts_read_the_parameters_that_the_descriptions_say(self) -> None:
        for folder, all_layers in ((self.ocl, False), (self.round_trip, True)):
            asset = self.asset(folder)
            given = terrain({"height": 0})
            masks = hou.SopNode(asset, terrain({"mask": 1}))
            self.module.prepare(hou.SopNode(asset, given, (None, masks)), all_layers)
            made = hou.Geometry()
            made.addAttrib("prim", "name", "")
            names = {
                node.name[len("name_") :] for node in folder.nodes.values() if node.name.startswith("name_")
            }
            names = names or {*self.module.STATE, *self.module.COUNTED}
            made.volumes = terrain({name: 1.0 for name in names}).volumes
            switched = self.asset(
                folder, **{p.name: 1.0 for p in folder.dialog.parameters if p.name.startswith("output_")}
            )
            self.module.finish(
                hou.SopNode(switched, terrain({"height": 0}), (None, hou.SopNode(switched, made)))
            )
            asked = {name for name in asset.asked | switched.asked if name in asset.values}
            text = (SOURCE / "hda" / folder.index["Operator"].split("::")[1] / "asset.txt").read_text(
                encoding="utf-8"
            )
            told = {name for line in re.findall(r"(?m)^  reads (.*)$", text) for name in line.split()}
            self.assertEqual(asked, told)

    def refused(self, words: str, geometry: Any, masks: Any = None, **values: Union[str, float]) -> None:
        with self.assertRaises(hou.NodeError) as raised:
            self.prepared(geometry, masks, False, **values)
        self.assertIn(words, str(raised.exception))

    def test_refusals(self) -> None:
        self.refused("no layer 'height'", terrain({"hight": 0}))
        self.refused("no layer 'height'", hou.Geometry())
        self.refused("no layer 'ground'", terrain({"height": 0}), heightlayer="ground")
        self.refused("not square", terrain({"height": 0}, [[0, 0, 7.0], [6.0, 0, 0], [0, 1.0, 0]]))
        self.refused("first input", None)
        wrong = terrain({"height": 0})
        volume = wrong.createVolume(3, 3, 1)
        volume.setAttribValue("name", "water")
        self.refused("'water' has 3 x 3 cells and the height 7 x 5", wrong)
        small = hou.Geometry()
        small.addAttrib("prim", "name", "")
        small.createVolume(1, 1, 1).setAttribValue("name", "height")
        self.refused("single cell", small)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
