"""Houdini's own nodes as far as the assets use them: connectors, and the rows of parameters that real
files of 20.5 to 22 hold, with the values of an untouched node. A name that is not here is an error, so
that no description can misspell one. Strings are quoted, numbers are not, as in those files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class NodeType:
    inputs: tuple[str, ...] = ()  # connector names; "input#" = input1, input2, ...
    outputs: tuple[str, ...] = ("output1",)
    rows: dict[str, str] = field(default_factory=dict)  # "name#" = name1, name2, ...
    inside: str = ""  # table of the nodes that it contains
    asset: bool = False  # is itself a digital asset
    free: bool = False  # its connectors are made from its description (opencl, input, output)

    def has_row(self, name: str) -> bool:
        return name in self.rows or re.sub(r"\d+", "#", name) in self.rows

    def connector_index(self, name: str, side: str) -> int:
        """The place of a connector, -1 if there is none of that name."""
        names = self.inputs if side == "in" else self.outputs
        if name in names:
            return names.index(name)
        for place, pattern in enumerate(names):
            if "#" in pattern:
                found = re.fullmatch(re.escape(pattern).replace(r"\#", r"(\d+)"), name)
                if found and int(found.group(1)) > 0:
                    return place + int(found.group(1)) - 1
        return -1


COPNET_ROWS = {
    "usecoppath": '"off"', "coppath": '""', "singleoutput": '"on"', "output": "0", "plane": '"xy"',
    "docompile": '"off"', "outputapexgraph": '"off"', "setres": '"off"', "res": "1024 1024",
    "resmenu": '"none"', "setpixelscale": '"off"', "pixelscale": "2", "setborder": '"off"',
    "border": '"wrap"', "setprecision": '"off"', "precision": '"b32"', "setvistile": '"off"',
    "vistile": "3",
}  # fmt: skip

TYPES: dict[tuple[str, str], NodeType] = {
    ("Cop", "input"): NodeType(outputs=("output#",), free=True),
    ("Cop", "output"): NodeType(inputs=("input#",), outputs=(), free=True),
    ("Cop", "opencl"): NodeType(free=True),
    ("Cop", "sopimport"): NodeType(
        outputs=("geometry",), rows={"usesoppath": '"off"', "soppath": '""'}, inside="Sop"
    ),
    ("Cop", "geotolayer"): NodeType(
        inputs=("geometry",), outputs=("layer",),
        rows={"signature": '"f1"', "setprecision": '"off"', "precision": '"b16"'},
    ),
    ("Cop", "geotolayer::2.0"): NodeType(
        inputs=("geometry",), outputs=("layer", *(f"output{i}" for i in range(2, 33))),
        rows={
            "setprecision": '"off"', "precision": '"b16"', "border": '"auto"', "slice": '"xy"',
            "densifyvdb": '"off"', "addprims": "0", "numprims": "1", "primitive#": '""',
            "outtype#": '"float"', "optional#": '"off"',
        },
    ),
    ("Cop", "sopinvoke"): NodeType(
        inputs=("input#",), outputs=("output#",), inside="Sop",
        rows={"inputs": "1", "outputs": "1", "unload": '"always"', "input#_name": '""', "output#_path": '""'},
    ),
    ("Sop", "null"): NodeType(inputs=("input1",), rows={"copyinput": '"on"', "cacheinput": '"off"'}),
    ("Sop", "output"): NodeType(inputs=("input1",), rows={"outputidx": "0"}),
    ("Sop", "opencl"): NodeType(inputs=("input1",), free=True),
    ("Sop", "python"): NodeType(
        inputs=("input1", "input2", "input3", "input4"), rows={"python": '""', "maintainstate": '"off"'}
    ),
    ("Sop", "merge"): NodeType(inputs=("input#",)),
    ("Sop", "blast"): NodeType(
        inputs=("input1",),
        rows={
            "group": '""', "grouptype": '"guess"', "computenorms": '"off"', "negate": '"off"',
            "fillhole": '"off"', "removegrp": '"off"',
        },
    ),
    ("Sop", "name"): NodeType(
        inputs=("input1",),
        rows={
            "attribname": '"name"', "class": '"primitive"', "donamefromgroup": '"off"',
            "namefromgroupmask": '"piece*"', "numnames": "1", "numrenames": "0", "group#": '""', "name#": '""',
        },
    ),
    ("Sop", "compile_begin"): NodeType(
        inputs=("input1",),
        rows={"blockpath": '""', "name": '""', "optional": '"off"', "createbeginblock": "0"},
    ),
    ("Sop", "compile_end"): NodeType(
        inputs=("input1",),
        rows={
            "docompile": '"on"', "unload": '"always"', "primarypath": '""', "forcerecompile": "0",
            "delayillegal": '"off"',
        },
    ),
    ("Sop", "copnet"): NodeType(inputs=("input1",), rows=COPNET_ROWS, inside="Cop"),
}  # fmt: skip
