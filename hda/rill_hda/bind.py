"""What the parameters that a kernel binds follow."""

from __future__ import annotations

from typing import NoReturn

from .kernels import Binding, Kernel
from .lines import DescriptionError
from .model import Asset, Link, Node, Project
from .step_values import Translator

# What a node runs, as step_values.def asks.
RUNS = {
    "hydraulic": {"runs_water": True, "runs_talus": False},
    "thermal": {"runs_water": False, "runs_talus": True},
    "combined": {"runs_water": True, "runs_talus": True},
}


def bind_parameters(project: Project, asset: Asset, node: Node) -> None:
    """A #bind parm follows what the description says, else its row of step_values.def, else the asset's
    parameter of the same name."""
    assert node.kernel
    bound = {binding.name for binding in node.kernel.of_kind("parm")}
    for row in node.links:
        if row not in bound:
            node.line.fail(f"the kernel of '{node.name}' binds no parameter '{row}'")
    for binding in node.kernel.of_kind("parm"):
        if binding.type not in ("float", "int"):
            raise DescriptionError(node.kernel.file, binding.line, "a parameter is a float or an int")
        if binding.name in node.links:
            continue
        value = project.step_values.row(binding.name)
        if value:
            constants = {
                **{key: str(int(runs)) for key, runs in RUNS[asset.solver_node].items()},
                **node.lets,
            }
            names = {parameter.name for parameter in asset.parameters}
            translator = Translator(project.step_values, value, names, project.table, constants, bound)
            node.links[binding.name] = Link(binding.name, translator.translate(), "0", False)
        else:
            bind_same_name(asset, node.kernel, node, binding)


def bind_same_name(asset: Asset, kernel: Kernel, node: Node, binding: Binding) -> None:
    def fail(sentence: str) -> NoReturn:
        raise DescriptionError(kernel.file, binding.line, sentence)

    parameter = asset.parameter(binding.name)
    if not parameter:
        fail(f"{asset.operator} has no parameter '{binding.name}' to bind")
    if binding.type != {"float": "float", "integer": "int", "ordinal": "int", "toggle": "int"}.get(
        parameter.kind
    ):
        fail(f"'{binding.name}' is bound as {binding.type} and is a {parameter.kind}")
    value = binding.options.get("val", parameter.default)
    if float(value) != float(parameter.default):
        fail(f"'{binding.name}' has val={value}; its default is {parameter.default}")
    node.links[binding.name] = Link(binding.name, f"{{{binding.name}}}", parameter.default, False)
