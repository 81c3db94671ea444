"""The `#bind` lines of a kernel of Houdini's OpenCL nodes.

Sources of the rules:
  [ocl]   SideFX, "OpenCL for VEX users", sidefx.com/docs/houdini/vex/ocl.html
  [cop]   SideFX, "OpenCL Copernicus node", sidefx.com/docs/houdini/nodes/cop/opencl.html
  [seen]  the generated code that scenes of Houdini 21.0 hold beside the kernel that it was made
          from, as published in MysteryPancake/Houdini-OpenCL (read, not copied)
"""

from __future__ import annotations

import dataclasses
import re

# [ocl] The kinds of binding that rill uses, and the types that each can have.
TYPES = {
    "layer": ("float", "float2", "float4"),
    "volume": ("float",),
    "parm": ("int", "float"),
}


class BindError(Exception):
    """A `#bind` line that is not understood; says which and why."""


@dataclasses.dataclass(frozen=True)
class Binding:
    kind: str
    name: str
    type: str
    reads: bool
    writes: bool
    optional: bool
    default: str


def parse_bind(line: str, number: int) -> Binding:
    """[ocl] #bind <kind> <modifiers><name><modifiers> [type] [val=default]
    & is written to, ! is not read, ? is optional; the modifiers may stand on either side."""
    where = f"line {number}: {line.strip()}: "
    words = line.split()
    if len(words) < 3 or words[1] not in TYPES:
        raise BindError(where + "a kind (layer, volume or parm) and a name are needed")
    match = re.fullmatch(r"([!&?]*)([A-Za-z_]\w*)([!&?]*)", words[2])
    if not match:
        raise BindError(where + f"'{words[2]}' is no name")
    modifiers = match.group(1) + match.group(3)
    kind, type_name, default = words[1], "", "0"
    for word in words[3:]:
        if word.startswith("val="):
            default = word[len("val="):]
        elif word in TYPES[kind] and not type_name:
            type_name = word
        else:
            raise BindError(where + f"'{word}' is not understood")
    if not type_name:
        raise BindError(where + "the type must be given")
    if kind == "parm" and modifiers:
        raise BindError(where + "a parameter has no modifiers")
    return Binding(kind, match.group(2), type_name, "!" not in modifiers, "&" in modifiers,
                   "?" in modifiers, default)


def read_bindings(text: str) -> list[Binding]:
    bindings = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#bind"):
            bindings.append(parse_bind(line, number))
    names = [binding.name for binding in bindings]
    for name in names:
        if names.count(name) > 1:
            raise BindError(f"'{name}' is bound twice")
    return bindings
