"""The Python of the SOP assets of rill: the layers of a height field on their way to the kernels and back.

The kernels bind volumes by fixed names. `prepare` makes a geometry of just those, `finish` puts what came
out into the height field, under the names that the user gave.
"""

from __future__ import annotations

import array

import hou

# In the order in which the schemes keep them in flux0 to flux3.
FLUX = {0: ("x", "y", "p", "n"), 1: ("l", "r", "t", "b")}
STATE = ("height", "low", "water", "sediment", "flux0", "flux1", "flux2", "flux3", "hardness")
COUNTED = ("erosion", "deposition", "debris", "flow", "flowdir_x", "flowdir_y", "velocity_x", "velocity_y")
STEERING = ("rain", "erodability", "bedrock", "hardness")
NEUTRAL = {"rain": 1.0, "erodability": 1.0}


def asset_of(node: hou.Node) -> hou.OpNode:
    asset = node.parent()
    if not isinstance(asset, hou.OpNode):
        raise hou.NodeError("This node is not inside a rill asset.")
    return asset


def number_of(asset: hou.OpNode, name: str) -> float:
    parm = asset.parm(name)
    if parm is None:
        raise hou.NodeError(f"The asset has no parameter '{name}'.")
    return parm.evalAsFloat()


def layers_of(geometry: hou.Geometry) -> dict[str, hou.Volume]:
    """The volumes by name; of two with one name the first counts."""
    layers: dict[str, hou.Volume] = {}
    if geometry.findPrimAttrib("name") is None:
        return layers
    for prim in geometry.prims():
        if isinstance(prim, hou.Volume):
            layers.setdefault(prim.stringAttribValue("name"), prim)
    return layers


def size_of(volume: hou.Volume) -> tuple[int, int]:
    wide, high, _ = (int(count) for count in volume.resolution())
    return wide, high


def cell_of(height: hou.Volume) -> float:
    """The distance of neighbouring voxels, which must be the same both ways."""
    wide, high = size_of(height)
    origin = height.indexToPos((0, 0, 0))
    sides = []
    for index, count in (((1, 0, 0), wide), ((0, 1, 0), high)):
        step = height.indexToPos(index) - origin
        if count > 1:
            sides.append(step.length())
    if not sides:
        raise hou.NodeError("The height field has a single cell; make it larger.")
    if max(sides) - min(sides) > 1e-4 * max(sides):
        raise hou.NodeError("The cells are not square; put a HeightField Resample before this node.")
    return float(sides[0])


def new_layer(geometry: hou.Geometry, like: hou.Volume, name: str) -> hou.Volume:
    """A volume of zeros on the grid of another."""
    wide, high = size_of(like)
    centre = like.vertex(0).point().position()
    rows = [[*row, 0.0] for row in like.transform().asTupleOfTuples()]
    volume = geometry.createVolume(wide, high, 1)
    volume.setTransform(hou.Matrix4((*rows, [centre[0], centre[1], centre[2], 1.0])))
    volume.setAttribValue("name", name)
    return volume


def bytes_of(volume: hou.Volume, height: hou.Volume, name: str) -> bytes:
    if size_of(volume) != size_of(height):
        have, want = size_of(volume), size_of(height)
        raise hou.NodeError(
            f"The layer '{name}' has {have[0]} x {have[1]} cells and the height {want[0]} x {want[1]}; "
            "put a HeightField Resample before this node."
        )
    return volume.allVoxelsAsString()


def times(left: bytes, right: bytes) -> bytes:
    pairs = zip(array.array("f", left), array.array("f", right))
    return array.array("f", (a * b for a, b in pairs)).tobytes()


class Names:
    """What the user calls the layers that the kernels know as height, flux0, velocity_x, ..."""

    def __init__(self, asset: hou.OpNode) -> None:
        self.asset = asset
        self.suffixes = FLUX[int(number_of(asset, "scheme"))]

    def of(self, name: str) -> str:
        """The user's name, "" where that layer is left out."""
        base, suffix = name, ""
        if name.startswith("flux"):
            base, suffix = "flux", "." + self.suffixes[int(name[-1])]
        elif name.endswith(("_x", "_y")):
            base, suffix = name[:-2], "." + name[-1]
        given = str(self.asset.evalParm(base + "layer"))
        return given + suffix if given else ""


def read_layers(node: hou.SopNode) -> tuple[hou.Volume, hou.Geometry, dict[str, bytes]]:
    """The height volume, a copy of what came in, and the voxels of every layer that is there."""
    asset = asset_of(node)
    names = Names(asset)
    geometry = node.geometry()
    if geometry is None:
        raise hou.NodeError("Wire a height field into the first input.")
    terrain = geometry.freeze()
    layers = layers_of(terrain)
    height = layers.get(names.of("height"))
    if height is None:
        raise hou.NodeError(
            f"There is no layer '{names.of('height')}'; wire a height field, or name its height layer."
        )
    found: dict[str, bytes] = {}
    for name in (*STATE, "rain", "erodability", "bedrock"):
        volume = layers.get(names.of(name)) if name != "low" else None
        if volume is not None:
            found[name] = bytes_of(volume, height, names.of(name))
    read_masks(node, asset, names, height, found)
    return height, terrain, found


def read_masks(
    node: hou.SopNode, asset: hou.OpNode, names: Names, height: hou.Volume, found: dict[str, bytes]
) -> None:
    """The second input: its layers win, and its mask is multiplied with the erodability."""
    inputs = node.inputs()
    source = inputs[1] if len(inputs) > 1 else None
    masks = source.geometry() if isinstance(source, hou.SopNode) else None
    if masks is None:
        return
    layers = layers_of(masks)
    for name in STEERING:
        volume = layers.get(names.of(name))
        if volume is not None:
            found[name] = bytes_of(volume, height, names.of(name))
    mask = layers.get(str(asset.evalParm("masklayer")))
    if mask is not None:
        scale = bytes_of(mask, height, "mask")
        found["erodability"] = times(found["erodability"], scale) if "erodability" in found else scale


def prepare(node: hou.SopNode, all_layers: bool) -> None:
    """Leaves the volumes that the kernels bind, and the grid as detail attributes.

    all_layers: also those that are missing, with neutral values, for networks that are wired for good;
    else the volumes that the kernels of the OpenCL SOP keep their state in.
    """
    height, terrain, found = read_layers(node)
    geometry = node.geometry()
    assert geometry is not None
    geometry.clear()
    geometry.addAttrib(hou.attribType.Prim, "name", "")
    wide, high = size_of(height)
    facts: dict[str, float] = {"rill_nx": wide, "rill_ny": high, "rill_cell": cell_of(height)}
    facts["rill_bedrock"] = int("bedrock" in found)
    for name, value in facts.items():
        geometry.addAttrib(hou.attribType.Global, name, type(value)())
        geometry.setGlobalAttribValue(name, value)
    for name, voxels in found.items():
        new_layer(geometry, height, name).setAllVoxelsFromString(voxels)
    if all_layers:
        initial = number_of(asset_of(node), "hardness")
        for name in (*STATE, "rain", "erodability", "bedrock"):
            if name == "low" or name in found:
                continue
            value = initial if name == "hardness" else NEUTRAL.get(name, 0.0)
            volume = new_layer(geometry, height, name)
            volume.setAllVoxelsFromString((array.array("f", [value]) * (wide * high)).tobytes())
        return
    # What the kernels write must be there before them; an output's own name must not be the input's.
    missing = [name for name in STATE if name not in found and name != "low"]
    for name in ("state_" + each for each in STATE):
        new_layer(geometry, height, name)
    for name in ("next_" + each for each in STATE):
        new_layer(geometry, height, name)
    for name in COUNTED:
        new_layer(geometry, height, name)
    geometry.addAttrib(hou.attribType.Global, "rill_missing", "")
    geometry.setGlobalAttribValue("rill_missing", " ".join(missing))


def complete(node: hou.SopNode) -> None:
    """Adds the layers that were missing, for the last kernel to write; the first one must not see them."""
    geometry = node.geometry()
    if geometry is None:
        return
    height = layers_of(geometry)["height"]
    for name in str(geometry.stringAttribValue("rill_missing")).split():
        new_layer(geometry, height, name)


def finish(node: hou.SopNode) -> None:
    """Into the height field of the first input what the kernels made, from the second."""
    asset = asset_of(node)
    names = Names(asset)
    geometry = node.geometry()
    inputs = node.inputs()
    source = inputs[1] if len(inputs) > 1 else None
    results = source.geometry() if isinstance(source, hou.SopNode) else None
    if geometry is None or results is None:
        raise hou.NodeError("Nothing came out of the kernels.")
    made = layers_of(results)
    layers = layers_of(geometry)
    height = layers[names.of("height")]
    for name in (*STATE, *COUNTED):
        if name not in made or not wanted(asset, name) or not names.of(name):
            continue
        volume = layers.get(names.of(name)) or new_layer(geometry, height, names.of(name))
        volume.setAllVoxelsFromString(bytes_of(made[name], height, name))


def wanted(asset: hou.OpNode, name: str) -> bool:
    """State is always written, what is counted only where its toggle is on."""
    if name in STATE:
        return name != "low"
    base = name[:-2] if name.endswith(("_x", "_y")) else name
    toggle = asset.parm("output_" + ("flow" if base == "flowdir" else base))
    return toggle is not None and bool(toggle.eval())
