"""What the hython scripts of rill share: node names, values for parameters, safe saving, exit codes."""

from __future__ import annotations

import os
from typing import NoReturn, Sequence

import hou

HYDRAULIC = "rill::heightfield_hydraulic::1.0"
THERMAL = "rill::heightfield_thermal::1.0"
ERODE = "rill::heightfield_erode::1.0"
NODE_TYPES = (HYDRAULIC, THERMAL, ERODE)

EXIT_INPUT = 1  # bad input: a file, node, layer or parameter that cannot be used
EXIT_FAILED = 3  # Houdini failed: licence, memory, disk


class InputError(Exception):
    """A sentence for the user that says what is wrong and what to do."""


class Skip(Exception):
    """A check that this Houdini cannot do, and why."""


def expect(condition: bool, text: str) -> None:
    if not condition:
        raise AssertionError(text)


def leave(code: int) -> NoReturn:
    """Ends hython with an exit code, cleanly."""
    hou.exit(code, suppress_save_prompt=True)
    raise SystemExit(code)


def find_type(name: str) -> hou.OpNodeType:
    """A SOP type that is there, or an InputError."""
    found = hou.sopNodeTypeCategory().nodeTypes().get(name)
    if not isinstance(found, hou.OpNodeType):
        raise InputError(
            f"There is no node type '{name}'; check that the rill package is installed "
            "(HOUDINI_PACKAGE_VERBOSE=1 and HOUDINI_DSO_ERROR=2 tell why it is not)."
        )
    return found


def find_verb(name: str) -> hou.SopVerb:
    """The verb of a node type that is there."""
    find_type(name)
    verb = hou.sopNodeTypeCategory().nodeVerb(name)
    if not isinstance(verb, hou.SopVerb):
        raise InputError(f"'{name}' is no SOP verb; use one of {', '.join(NODE_TYPES)}.")
    return verb


def value_for(node_type: hou.OpNodeType, name: str, text: str) -> int | float | str:
    """A parameter's value from its text, as its type wants it. Menus take words or numbers."""
    template = node_type.parmTemplateGroup().find(name)
    if template is None:
        raise InputError(f"'{node_type.name()}' has no parameter '{name}'; its help lists them all.")
    try:
        if isinstance(template, hou.MenuParmTemplate):
            items = list(template.menuItems())
            return items.index(text) if text in items else int(text)
        if isinstance(template, (hou.IntParmTemplate, hou.ToggleParmTemplate)):
            return int(text)
        if isinstance(template, hou.FloatParmTemplate):
            return float(text)
    except ValueError:
        raise InputError(f"'{text}' is no value for '{name}'; give a number or an item of its menu.")
    return text


def layers_of(geometry: hou.Geometry) -> dict[str, list[hou.Volume]]:
    """The volumes of a geometry by name; tiled terrains have several of one name."""
    layers: dict[str, list[hou.Volume]] = {}
    for prim in geometry.prims():
        if isinstance(prim, hou.Volume):
            layers.setdefault(prim.stringAttribValue("name"), []).append(prim)
    return layers


def scene_parent() -> hou.OpNode:
    """A place for the nodes of a check."""
    root = hou.node("/obj")
    if not isinstance(root, hou.OpNode):
        raise Skip("there is no /obj")
    return root.createNode("geo", "rill_verify", run_init_scripts=False)


def geometry_of(node: hou.OpNode) -> hou.Geometry:
    """What a node gives, cooked anew."""
    if not isinstance(node, hou.SopNode):
        raise AssertionError(f"{node.path()} is no SOP")
    node.cook(force=True)
    expect(not node.errors(), " ".join(node.errors()))
    geometry = node.geometry()
    if geometry is None:
        raise AssertionError(f"{node.path()} gave no geometry")
    return geometry


def save_beside(geometry: hou.Geometry, path: str) -> None:
    """Writes a file under another name first, so that a half-written one never has the right name."""
    folder, name = os.path.split(os.path.abspath(path))
    os.makedirs(folder, exist_ok=True)
    # The ending tells Houdini the format, so it stays at the end.
    beside = os.path.join(folder, f".rill-{os.getpid()}-{name}")
    try:
        geometry.saveToFile(beside)
        os.replace(beside, path)
    finally:
        if os.path.exists(beside):
            os.remove(beside)


def message_of(error: hou.Error) -> str:
    """Houdini's sentence in one line."""
    return " ".join(error.instanceMessage().split())


def one_line(messages: Sequence[str]) -> str:
    return " ".join(" ".join(messages).split())
