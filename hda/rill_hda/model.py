"""What a description says, as objects."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from .interface import Parameter
from .kernels import Kernel
from .lines import Line
from .node_types import NodeType
from .step_values import StepValues, read_step_values
from .tables import Layer, SolverParameter, read_layers, read_parameters

# Signature types of COPs, and the kernel types that they are.
LAYER_TYPES = {"Mono": "float", "UV": "float2", "RGB": "float3", "RGBA": "float4"}
TABLES = ("Cop", "Sop")


@dataclass(frozen=True)
class Connector:
    name: str
    type: str  # Mono, UV, RGBA; "" in SOPs
    label: str
    optional: bool
    line: Line


@dataclass(frozen=True)
class Wire:
    connector: str
    source: str
    source_connector: str
    line: Line


@dataclass(frozen=True)
class Link:
    """A parameter of a node that follows an expression of the asset's parameters."""

    row: str
    # {name} is a parameter of the asset, [name] one bound in the same kernel, [node.name] in another.
    expression: str
    default: str
    text: bool  # a string: written back-quoted in the value


@dataclass(frozen=True)
class Take:
    """What a copnet SOP brings back: one output of a COP in a network beside it, or of a second COP if
    an expression is true."""

    connector: str
    paths: list[str]
    condition: str
    line: Line


@dataclass
class Node:
    name: str
    type: str
    table: str
    kind: NodeType
    line: Line
    depth: int
    wires: list[Wire] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    kernel: Kernel | None = None
    iterations: str = ""  # how often a kernel runs, with {name} for a parameter of the asset
    options: str = ""  # of the compiler, with {name} for a parameter of the asset
    scratch: set[str] = field(default_factory=set)  # written layers that start from nothing
    typeinfo: dict[str, str] = field(default_factory=dict)
    nodes: list["Node"] = field(default_factory=list)
    lets: dict[str, str] = field(default_factory=dict)  # names of step_values.def that are no parameter
    reads: set[str] = field(default_factory=set)  # parameters of the asset that the node's Python reads
    takes: Take | None = None
    shown: bool = False


@dataclass
class Asset:
    folder: Path
    file: Path
    operator: str = ""
    table: str = ""
    label: str = ""
    menu: str = "Terrain"
    icon: str = ""
    summary: str = ""
    houdini: str = ""
    module: str = ""  # the asset's Python
    inputs: list[Connector] = field(default_factory=list)
    outputs: list[Connector] = field(default_factory=list)
    parameters: list[Parameter] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    solver_node: str = ""

    @property
    def section(self) -> str:
        """rill::erode::1.0 of the table Cop is rill::Cop/erode::1.0."""
        space, name, version = self.operator.split("::")
        return f"{space}::{self.table}/{name}::{version}"

    def parameter(self, name: str) -> Parameter | None:
        return next((parameter for parameter in self.parameters if parameter.name == name), None)


@dataclass
class Project:
    """What the descriptions refer to: the project's tables, and each other."""

    root: Path
    table: dict[str, SolverParameter]
    layers: dict[str, Layer]
    step_values: StepValues
    compiled: dict[str, list[str]]  # parameters of the compiled nodes by type
    assets: dict[str, Asset] = field(default_factory=dict)

    @classmethod
    def at(cls, root: Path) -> "Project":
        tables = root / "ocl" / "include" / "rill"
        names = json.loads((root / "houdini" / "scripts" / "rill_names.json").read_text(encoding="utf-8"))
        del names["layers"]
        return cls(
            root,
            read_parameters(tables / "params.def"),
            read_layers(tables / "layers.def"),
            read_step_values(tables / "step_values.def"),
            names,
        )


def all_nodes(nodes: list[Node]) -> list[Node]:
    return [found for node in nodes for found in [node, *all_nodes(node.nodes)]]
