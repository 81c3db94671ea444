"""Is a description sound? Wires end somewhere, types agree, nothing is left over."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NoReturn

from .kernels import Binding
from .lines import DescriptionError
from .model import LAYER_TYPES, Asset, Node, Take, Wire, all_nodes
from .quoting import quoted


def check_network(asset: Asset, nodes: list[Node], top: bool) -> None:
    by_name = {node.name: node for node in nodes}
    for node in nodes:
        if node.table == "Cop" and node.type in ("input", "output"):
            names = tuple(
                connector.name for connector in (asset.inputs if node.type == "input" else asset.outputs)
            )
            side = "outputs" if node.type == "input" else "inputs"
            node.kind = replace(node.kind, **{side: names})  # type: ignore[arg-type]
    for node in nodes:
        wired: dict[str, Wire] = {}
        for wire in node.wires:
            if node.kind.connector_index(wire.connector, "in") < 0:
                wire.line.fail(
                    f"'{node.name}' has no input '{wire.connector}'; it has {', '.join(node.kind.inputs)}"
                )
            if wire.connector in wired:
                wire.line.fail(f"'{wire.connector}' of '{node.name}' is wired twice")
            wired[wire.connector] = wire
            check_source(asset, by_name, node, wire, top)
        if node.kernel and node.table == "Cop":
            check_kernel_wires(asset, by_name, node, wired)
        if node.nodes:
            check_network(asset, node.nodes, False)
    for node in nodes:
        if node.takes:
            resolve_take(by_name, node, node.takes)
    if top and asset.table == "Cop":
        check_ends(asset, nodes)


def resolve_take(by_name: dict[str, Node], node: Node, take: Take) -> None:
    """Fills in a copnet that reads an output of a COP: its path and the number of the output."""
    numbers: set[int] = set()
    for path in take.paths:
        net, _, name = path.partition("/")
        inside = {inner.name: inner for inner in by_name[net].nodes} if net in by_name else {}
        if name not in inside:
            take.line.fail(f"there is no COP '{path}'")
        numbers.add(inside[name].kind.connector_index(take.connector, "out"))
    if len(numbers) != 1 or -1 in numbers:
        take.line.fail(f"'{take.paths[0]}' has no output '{take.connector}'")
    text = "../" + take.paths[0]
    if take.condition:
        text = f'`ifs({take.condition},"../{take.paths[1]}","../{take.paths[0]}")`'
    node.values.update({"usecoppath": '"on"', "coppath": quoted(text), "output": str(numbers.pop())})


def check_source(asset: Asset, by_name: dict[str, Node], node: Node, wire: Wire, top: bool) -> None:
    if top and asset.table == "Sop" and wire.source == "inputs":
        if wire.source_connector not in (connector.name for connector in asset.inputs):
            wire.line.fail(f"the asset has no input '{wire.source_connector}'")
        return
    source = by_name.get(wire.source)
    if not source:
        wire.line.fail(f"there is no node '{wire.source}' beside '{node.name}'")
    if source.kind.connector_index(wire.source_connector, "out") < 0:
        wire.line.fail(
            f"'{wire.source}' has no output '{wire.source_connector}'; it has {', '.join(source.kind.outputs)}"
        )


def type_of_output(asset: Asset, source: Node, connector: str) -> str:
    """The kernel type of what comes out of a COP, "" if it is not known here."""
    if source.type == "input":
        return LAYER_TYPES[next(c.type for c in asset.inputs if c.name == connector)]
    if source.kernel:
        return next(b.type for b in source.kernel.of_kind("layer") if b.written and b.name == connector)
    return ""


def check_kernel_wires(asset: Asset, by_name: dict[str, Node], node: Node, wired: dict[str, Wire]) -> None:
    assert node.kernel

    def fail(binding: Binding, sentence: str) -> NoReturn:
        assert node.kernel
        raise DescriptionError(node.kernel.file, binding.line, sentence)

    for binding in node.kernel.of_kind("layer"):
        if binding.name in node.scratch and not (binding.read and binding.written):
            fail(
                binding,
                f"'{binding.name}' is scratch in {asset.operator}, so it must be bound as &{binding.name}",
            )
        if not binding.read or binding.name in node.scratch:
            continue
        wire = wired.get(binding.name)
        if not wire:
            fail(
                binding, f"'{binding.name}' is not wired in {asset.operator}; wire it, or list it as scratch"
            )
        source = by_name[wire.source]
        got = type_of_output(asset, source, wire.source_connector)
        if got and got != binding.type:
            fail(
                binding,
                f"'{binding.name}' is a {binding.type}, but {wire.source}.{wire.source_connector} gives {got}",
            )
        if source.type == "input":
            outer = next(c for c in asset.inputs if c.name == wire.source_connector)
            if outer.optional and not binding.optional:
                fail(binding, f"'{binding.name}' must be optional like the asset's input '{outer.name}'")
    outputs = {binding.name for binding in node.kernel.of_kind("layer") if binding.written}
    for name in node.typeinfo:
        if name not in outputs:
            node.line.fail(f"'{name}' has a typeinfo and is no output")


def check_ends(asset: Asset, nodes: list[Node]) -> None:
    for kind in ("input", "output"):
        found = [node for node in nodes if node.type == kind]
        if len(found) != 1:
            raise DescriptionError(
                asset.file, 1, f"a COP asset has one node of the type '{kind}', not {len(found)}"
            )
    end = next(node for node in nodes if node.type == "output")
    for connector in asset.outputs:
        wire = next((wire for wire in end.wires if wire.connector == connector.name), None)
        if not wire:
            connector.line.fail(f"nothing is wired to the output '{connector.name}'")
        source = next(node for node in nodes if node.name == wire.source)
        got = type_of_output(asset, source, wire.source_connector)
        if got and got != LAYER_TYPES[connector.type]:
            wire.line.fail(
                f"the output '{connector.name}' is {connector.type}, but {wire.source}.{wire.source_connector} is {got}"
            )
    used = {
        wire.source_connector
        for node in nodes
        for wire in node.wires
        if wire.source == next(n for n in nodes if n.type == "input").name
    }
    for connector in asset.inputs:
        if connector.name not in used:
            connector.line.fail(f"the input '{connector.name}' is wired to nothing")


def check_parameters_used(asset: Asset) -> None:
    """No parameter on the asset may do nothing."""
    used: set[str] = set()
    for node in all_nodes(asset.nodes):
        used.update(re.findall(r"\{(\w+)\}", node.iterations + node.options))
        for link in node.links.values():
            used.update(re.findall(r"\{(\w+)\}", link.expression))
        used.update(node.reads)
        for value in node.values.values():
            used.update(re.findall(r"\.\./(\w+)", value))
    for parameter in asset.parameters:
        if parameter.name not in used:
            raise DescriptionError(asset.file, 1, f"the parameter '{parameter.name}' is linked to nothing")
