"""The part of verify_in_houdini.py that is about the digital assets: installs the folders, makes and cooks
every asset, compares with the compiled node, and saves each again to see what Houdini writes otherwise.
"""

from __future__ import annotations

import array
import difflib
import re
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Iterable, Iterator

import hou

from rill_hython import ERODE, Skip, expect, geometry_of, layers_of, scene_parent

STEPS = 20
SPACING = 4.0
LONGEST_DIFFERENCE = 80  # lines of the report for each asset


def folders() -> list[Path]:
    """The expanded assets of this package, or of the sources."""
    here = Path(__file__).resolve().parent
    places = (here.parent / "otls", here.parent / "houdini_21" / "otls", here.parent.parent / "otls")
    found = [folder for place in places for folder in sorted(place.glob("*.hda"))]
    if not found:
        raise Skip("there is no folder otls/ in this package")
    return found


def operator_of(folder: Path) -> tuple[str, str]:
    """Table and name of an asset, from its index."""
    text = (folder / "INDEX__SECTION").read_text(encoding="utf-8")
    rows = dict(re.findall(r"(?m)^(\w+): +(.*)$", text))
    return rows["Table"], rows["Operator"]


def section_of(folder: Path, name: str) -> str:
    (path,) = (path for path in folder.rglob(name) if path.is_file())
    return path.read_text(encoding="utf-8")


def usable(folder: Path) -> bool:
    """SOP Invoke came with 21."""
    return "sopinvoke" not in section_of(folder, "Contents.mime") or hou.applicationVersion()[0] >= 21


def need_assets() -> None:
    if not hasattr(hou, "hda"):
        raise Skip("this hou knows no digital assets")


def type_of(folder: Path) -> hou.OpNodeType:
    table, name = operator_of(folder)
    category = hou.sopNodeTypeCategory() if table == "Sop" else hou.copNodeTypeCategory()
    found = category.nodeTypes().get(name)
    if not isinstance(found, hou.OpNodeType):
        raise AssertionError(f"{folder.name} is installed and gives no node type {name}")
    return found


def install() -> Iterable[str]:
    """Does every folder load, with its parameters, connectors and help?"""
    found = folders()
    need_assets()
    for folder in found:
        hou.hda.installFile(str(folder), None, False)
        names = [definition.nodeTypeName() for definition in hou.hda.definitionsInFile(str(folder))]
        expect(names == [operator_of(folder)[1]], f"{folder.name} defines {names}")
        node_type = type_of(folder)
        script = section_of(folder, "DialogScript")
        wanted = re.findall(r'(?m)^ +parm \{\n +name +"(\w+)"', script)
        group = node_type.parmTemplateGroup()
        missing = [name for name in wanted if group.find(name) is None]
        expect(not missing, f"{names[0]} lacks {', '.join(missing)}")
        yield (
            f"{names[0]}: {len(wanted)} parameters, {node_type.minNumInputs()} to {node_type.maxNumInputs()} "
            f"inputs, {node_type.maxNumOutputs()} outputs, {len(node_type.embeddedHelp())} letters of help"
        )


def bindings() -> Iterable[str]:
    """Does Houdini read the #bind lines of the kernels as they were meant?"""
    found = folders()
    need_assets()
    for folder in found:
        for text in re.findall(
            r'\nkernelcode\t\[ 0\tlocks=0 \]\t\(\t"(.*?)"\t\)\n', section_of(folder, "Contents.mime"), re.S
        ):
            code = text.replace('\\"', '"').replace("\\\\", "\\")
            wanted = re.findall(r"(?m)^#bind\s+\w+\s+[?!&]*(\w+)", code)
            got = [str(binding["name"]) for binding in hou.text.oclExtractBindings(code)]
            expect(got == wanted, f"{folder.name}: Houdini reads {got} instead of {wanted}")
            yield f"{folder.name}: {len(got)} bindings"


def terrain(parent: hou.OpNode) -> hou.OpNode:
    ground = parent.createNode("heightfield")
    ground.setParms({"sizex": 400.0, "sizey": 300.0, "gridspacing": SPACING})
    hills = parent.createNode("heightfield_noise")
    hills.setInput(0, ground)
    return hills


def compiled_heights(parent: hou.OpNode, source: hou.OpNode) -> array.array[float]:
    if hou.sopNodeTypeCategory().nodeTypes().get(ERODE) is None:
        raise Skip("the compiled node is not there to compare with")
    node = parent.createNode(ERODE)
    node.setParms({"iterations": STEPS, "device": "tbb"})
    node.setInput(0, source)
    return heights_of(geometry_of(node))


def heights_of(geometry: hou.Geometry) -> array.array[float]:
    return array.array("f", layers_of(geometry)["height"][0].allVoxelsAsString())


def comparison(name: str, got: array.array[float], wanted: array.array[float]) -> str:
    expect(len(got) == len(wanted), f"{name} gives {len(got)} cells instead of {len(wanted)}")
    most = max(abs(a - b) for a, b in zip(got, wanted))
    expect(most <= 1e-3, f"{name} differs from the compiled node by up to {most:g} m")
    return f"{name}: " + (
        "the compiled node's bits" if most == 0 else f"up to {most:g} m from the compiled node"
    )


@contextmanager
def scene() -> Iterator[tuple[hou.OpNode, hou.OpNode, array.array[float]]]:
    """A place for nodes, a terrain in it, and the heights that the compiled node makes of it."""
    parent = scene_parent()
    try:
        source = terrain(parent)
        yield parent, source, compiled_heights(parent, source)
    finally:
        parent.destroy()


def cook_sops() -> Iterable[str]:
    """The SOP assets, against the compiled node."""
    found = folders()
    need_assets()
    with scene() as (parent, source, wanted):
        for folder in found:
            table, name = operator_of(folder)
            if table != "Sop":
                continue
            node = parent.createNode(name)
            node.setParms({"iterations": STEPS})
            node.setInput(0, source)
            geometry = geometry_of(node)
            yield f"{name}: layers {', '.join(sorted(layers_of(geometry)))}"
            yield comparison(name, heights_of(geometry), wanted)


def cook_cops() -> Iterable[str]:
    """The COP assets: a height layer in, a height layer out, read back through a COP Network SOP."""
    found = folders()
    need_assets()
    with scene() as (parent, source, wanted):
        net = parent.createNode("copnet")
        read = net.createNode("sopimport")
        read.setParms({"usesoppath": 1, "soppath": read.relativePathTo(source)})
        layer = net.createNode("geotolayer")
        layer.setInput(0, read)
        for folder in found:
            table, name = operator_of(folder)
            if table != "Cop" or not usable(folder):
                continue
            node = net.createNode(name)
            node.setParms({"iterations": STEPS})
            if node.parm("cell") is not None:
                node.setParms({"cell": SPACING})
            node.setInput(0, layer)
            volume = brought_back(parent, node)
            places = [volume.indexToPos(index) for index in ((0, 0, 0), (1, 0, 0), (0, 1, 0))]
            yield f"{name}: {volume.resolution()}, voxels (0,0), (1,0), (0,1) at {', '.join(map(str, places))}"
            if name.split("::")[1] in ("erode", "erode_sop"):
                yield comparison(name, array.array("f", volume.allVoxelsAsString()), wanted)


def brought_back(parent: hou.OpNode, cop: hou.OpNode) -> hou.Volume:
    """The first output of a COP as a volume."""
    back = parent.createNode("copnet")
    back.setParms({"usecoppath": 1, "coppath": cop.path(), "singleoutput": 1, "output": 0, "plane": "zx"})
    volumes = [prim for prim in geometry_of(back).prims() if isinstance(prim, hou.Volume)]
    expect(len(volumes) == 1, f"{cop.name()} came back as {len(volumes)} volumes")
    return volumes[0]


def tree_difference(ours: Path, theirs: Path) -> list[str]:
    """What differs between two folders, in lines; dates and versions are left out."""
    names = {
        path.relative_to(root).as_posix()
        for root in (ours, theirs)
        for path in root.rglob("*")
        if path.is_file()
    }
    lines: list[str] = []
    for name in sorted(names):
        texts = []
        for root in (ours, theirs):
            path = root / name
            text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
            texts.append(re.sub(r"(?m)^(Modified:.*|  (create|modify|author) .*)$", "", text).splitlines())
        lines += difflib.unified_diff(texts[0], texts[1], f"ours/{name}", f"houdini/{name}", lineterm="", n=1)
    return lines


def save_again() -> Iterable[str]:
    """Every asset as this Houdini itself writes it: the difference is the list of our mistakes."""
    found = folders()
    need_assets()
    hotl = Path(hou.getenv("HFS") or "") / "bin" / "hotl"
    if not hotl.is_file():
        raise Skip("there is no $HFS/bin/hotl")
    if hou.isApprentice():
        raise Skip("hotl does not expand the assets of an Apprentice licence")
    parent = scene_parent()
    try:
        net = parent.createNode("copnet")
        for folder in found:
            if not usable(folder):
                continue
            table, name = operator_of(folder)
            node = (parent if table == "Sop" else net).createNode(name)
            node.allowEditingOfContents()
            definition = node.type().definition()
            if definition is None:
                raise AssertionError(f"{name} has no definition")
            with tempfile.TemporaryDirectory() as place:
                saved, expanded = Path(place) / "saved.hda", Path(place) / "expanded"
                definition.save(str(saved), node)
                subprocess.run(
                    [str(hotl), "-t", str(expanded), str(saved)], check=True, capture_output=True, timeout=120
                )
                lines = tree_difference(folder, expanded)
            yield f"{name}: {len(lines)} lines of difference"
            yield from lines[:LONGEST_DIFFERENCE]
    finally:
        parent.destroy()


CHECKS = {
    "assets install": install,
    "assets bind": bindings,
    "SOP assets cook": cook_sops,
    "COP assets cook": cook_cops,
    "assets saved again": save_again,
}
