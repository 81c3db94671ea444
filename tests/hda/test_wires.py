"""What the wires of the assets carry: types and names from end to end, and every layer of the round trip and
of SOP Invoke.  test_wires.py SOURCE_FOLDER [Wires.test_...]"""

from __future__ import annotations

import json
import re
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from built_assets import SOURCE, BuiltAssets  # noqa: E402
from expanded import Folder, Node  # noqa: E402
from rules import SIGNATURE_TYPES, resolve  # noqa: E402


class Wires(BuiltAssets):
    def test_types_agree_along_the_wires(self) -> None:
        """From the asset's signature to the kernels' layers and back."""
        for description, folder in self.folders.items():
            if folder.index["Table"] != "Cop":
                continue
            (start,) = (node for node in folder.children("hdaroot") if node.type == "input")
            checked = 0
            for node in folder.children("hdaroot"):
                if node.type != "opencl":
                    continue
                for index, source, output in node.definition.plain:
                    got = ""
                    if source == start.name:
                        got = SIGNATURE_TYPES[folder.dialog.signature[0][output]]
                    elif folder.nodes[f"hdaroot/{source}"].type == "opencl":
                        got = folder.nodes[f"hdaroot/{source}"].text(f"output{output + 1}_type")
                    if got:
                        self.assertEqual(node.text(f"input{index + 1}_type"), got)
                        checked += 1
            self.assertGreater(checked, 1, description.name)

    def test_names_agree_along_the_wires(self) -> None:
        """Water goes to water: what a wire carries is called the same at both ends, where Mono is not enough."""
        meant = {"flux_in": "flux", "hardness_in": "hardness", "rain": "rainfall", "size_ref": "height"}
        for name in ("erode", "hydraulic", "thermal", "erode_sop"):
            folder = self.folders[SOURCE / "hda" / name]
            checked = 0
            for node in folder.children("hdaroot"):
                for index, source, output in node.definition.plain:
                    if source == '""' or node.type not in ("opencl", "output"):
                        continue
                    start = folder.nodes[f"hdaroot/{source}"]
                    if node.type == "output":
                        wanted = folder.dialog.outputs[index][0]
                    else:
                        wanted = node.text(f"input{index + 1}_name")
                    if start.type == "input":
                        self.assertEqual(folder.dialog.inputs[output][0], meant.get(wanted, wanted))
                    elif start.type == "opencl":
                        self.assertEqual(start.text(f"output{output + 1}_name"), wanted)
                    else:
                        continue
                    checked += 1
            self.assertGreater(checked, 3, name)

    def source_of(self, folder: Folder, node: Node, index: int) -> tuple[Node, int]:
        _, source, output = node.definition.plain[index]
        return folder.nodes[f"{node.parent}/{source}"], output

    def output_name(self, folder: Folder, node: Node, index: int) -> str:
        """What comes out of a COP there: a kernel's layer, or a connector of another asset."""
        if node.type == "opencl":
            return node.text(f"output{index + 1}_name")
        other = self.folders[SOURCE / "hda" / node.type.split("::")[1]]
        return other.dialog.outputs[index][0]

    def test_layers_of_the_round_trip(self) -> None:
        """Each layer goes in by its name, to its connector, and comes back under the name that it has there."""
        folder = self.folders[SOURCE / "hda" / "heightfield_erode_cop"]
        erosions = [node for node in folder.nodes.values() if node.type == "rill::erode::1.0"]
        self.assertEqual(len(erosions), 2)
        connectors = [name for name, _ in self.folders[SOURCE / "hda" / "erode"].dialog.inputs]
        went_in = 0
        for erode in erosions:
            for index, (_, source, _) in enumerate(erode.definition.plain):
                if source == '""':
                    self.assertEqual(connectors[index], "bedrock")
                    continue
                layers = [(connectors[index], folder.nodes[f"{erode.parent}/{source}"])]
                if layers[0][1].type == "opencl":  # four layers of flux in one
                    packed = layers[0][1]
                    layers = [
                        (packed.text(f"input{i + 1}_name"), self.source_of(folder, packed, i)[0])
                        for i in range(4)
                    ]
                for name, layer in layers:
                    self.assertEqual(layer.type, "geotolayer")
                    read, _ = self.source_of(folder, layer, 0)
                    only = folder.nodes[resolve(folder, read.path, read.text("soppath"))]
                    wanted = {"rainfall": "rain"}.get(name, name)
                    self.assertEqual((only.text("group"), only.text("negate")), (f"@name={wanted}", "on"))
                    went_in += 1
        self.assertGreaterEqual(went_in, 20)
        together = folder.nodes["hdaroot/together"]
        for index in range(len(together.definition.plain)):
            named, _ = self.source_of(folder, together, index)
            take, _ = self.source_of(folder, named, 0)
            self.assertEqual((take.text("plane"), take.text("singleoutput")), ("zx", "on"))
            for path in re.findall(r'"(\.\./erosion/\w+)"', take.text("coppath")):
                cop = folder.nodes[resolve(folder, take.path, path)]
                self.assertEqual(self.output_name(folder, cop, int(take.text("output"))), named.text("name1"))

    def test_layers_of_the_sop_invoke(self) -> None:
        """Each connector reaches the compiled node as the layer that it means, and comes back so."""
        folder = self.folders[SOURCE / "hda" / "erode_sop"]
        invoke, layers = folder.nodes["hdaroot/invoke"], folder.nodes["hdaroot/layers"]
        known = set(json.loads((SOURCE / "houdini" / "scripts" / "rill_names.json").read_text())["layers"])
        flux = {
            f"flux{i}": [f"flux.{end}" for end in ends] for i, ends in enumerate(("xl", "yr", "pt", "nb"))
        }

        def names(text: str) -> list[str]:
            """A layer's name, for both schemes."""
            found = re.fullmatch(r'flux\.`substr\("(\w)(\w)",ch\("[./]*/scheme"\),1\)`', text)
            return [f"flux.{letter}" for letter in found.groups()] if found else [text]

        for index in range(len(invoke.definition.plain)):
            source, output = self.source_of(folder, invoke, index)
            given = (
                folder.dialog.inputs[output][0]
                if source.type == "input"
                else source.text(f"output{output + 1}_name")
            )
            name = invoke.text(f"input{index + 1}_name")
            self.assertEqual({"rainfall": "rain"}.get(given, given), name)
            told = names(folder.nodes[f"hdaroot/invoke/name_{name}"].text("name1"))
            self.assertEqual(told, flux.get(name, [name]))
            self.assertLessEqual(set(told), known)
        end = folder.nodes["hdaroot/outputs"]
        for index, (wanted, _) in enumerate(folder.dialog.outputs):
            source, output = self.source_of(folder, end, index)
            if source is layers:
                self.assertEqual(names(layers.text(f"primitive{output + 1}")), [wanted])
                continue
            for place in range(int(source.text("inputs"))):
                _, number = self.source_of(folder, source, place)
                part = source.text(f"input{place + 1}_name")
                told = names(layers.text(f"primitive{number + 1}"))
                self.assertEqual(told, flux.get(part, [part.replace("_", ".")]))
                self.assertLessEqual(set(told), known)

    def test_swaps_with_houdinis_own(self) -> None:
        """Connectors of Houdini's HeightField Erode COP (22.0) that mean the same: same name, same place."""
        inputs = {"height": 0, "sediment": 2, "erodability": 4, "rainfall": 5}
        outputs = {"height": 0, "sediment": 2, "flow": 3}
        for description, folder in self.folders.items():
            if description.name in ("erode", "hydraulic", "erode_sop"):
                for side, wanted in ((folder.dialog.inputs, inputs), (folder.dialog.outputs, outputs)):
                    names = [name for name, _ in side]
                    self.assertEqual(
                        {name: place for place, name in enumerate(names) if name in wanted}, wanted
                    )
                there = {parameter.name for parameter in folder.dialog.parameters}
                self.assertLessEqual({"iterations", "evaporation", "deposition"}, there)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
