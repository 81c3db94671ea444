"""Contents.mime: the nodes of an asset as Houdini saves them, one part of text for each thing."""

from __future__ import annotations

import re

from .layout import positions
from .model import Asset, Link, Node, Wire
from .opencl_rows import kernel_links, kernel_values, value_row
from .quoting import quoted

BOUNDARY = "HOUDINIMIMEBOUNDARY0xD3ADD339-0x00000F49-0x56B122C9-0x00000001HOUDINIMIMEBOUNDARY"
# The same bytes every time: a fixed date, and the project as the author.
CREATED = 1767225600  # 2026-01-01 00:00 UTC
AUTHOR = "rill"
FLAGS = {
    "Sop": "lock off model off template off footprint off xray off bypass off display {shown} render {shown} "
    "highlight off unload off savedata off compress on colordefault on exposed on",
    "Cop": "lock off model off template off footprint off xray off bypass off display {shown} render {shown} "
    "highlight off unload off savedata off compress off colordefault on exposed on lowdetail off "
    "mediumdetail off highdetail on",
}


def number(value: float) -> str:
    return format(value, "g")


def userdata(version: str) -> str:
    return '{\n\t"___Version___":{\n\t\t"type":"string",\n\t\t"value":"' + version + '"\n\t}\n}\n'


def definition(
    table: str,
    position: tuple[float, float],
    shown: bool,
    outputs: list[str],
    named: list[str],
    plain: list[str],
    next_id: int,
) -> str:
    rows = ["sopflags sopflags = "] if table == "Sop" else []
    rows += [
        'comment ""',
        f"position {number(position[0])} {number(position[1])}",
        f"connectornextid {next_id}",
    ]
    rows.append("flags =  " + FLAGS[table].format(shown="on" if shown else "off"))
    for name, block in (("outputsNamed3", outputs), ("inputsNamed3", named), ("inputs", plain)):
        rows += [name, "{", *block, "}"]
    rows += [
        "stat",
        "{",
        f"  create {CREATED}",
        f"  modify {CREATED}",
        f"  author {AUTHOR}",
        "  access 0777",
        "}",
    ]
    rows += ["color UT_Color RGB 0.8 0.8 0.8 ", 'delscript ""', "exprlanguage hscript", "end"]
    return "\n".join(rows) + "\n"


class Network:
    """Nodes beside each other; numbers their connectors, so that wires can name them."""

    def __init__(self, asset: Asset, nodes: list[Node], top: bool) -> None:
        self.asset, self.nodes, self.top = asset, nodes, top
        self.by_name = {node.name: node for node in nodes}
        self.positions = positions(nodes)

    def input_count(self, node: Node) -> int:
        """Connectors up to the last wired one are written, as Houdini does."""
        wired = [node.kind.connector_index(wire.connector, "in") for wire in node.wires]
        return max(wired, default=-1) + 1

    def wired_outputs(self, node: Node) -> list[int]:
        """The outputs that are written: all up to the last that is used."""
        used = [
            node.kind.connector_index(wire.source_connector, "out")
            for other in self.nodes
            for wire in other.wires
            if wire.source == node.name
        ]
        return list(range(max(used, default=-1) + 1))

    def output_id(self, node: Node, index: int) -> int:
        return self.input_count(node) + index

    def connector_name(self, node: Node, index: int, side: str) -> str:
        """The name in the file: input3 on nodes whose connectors have free names, else its own."""
        names = node.kind.inputs if side == "in" else node.kind.outputs
        word = "input" if side == "in" else "output"
        if node.kind.free or any("#" in name for name in names):
            return f"{word}{index + 1}"
        return names[index]

    def source_of(self, wire: Wire) -> tuple[str, str, int]:
        """A wire's source, the id of its connector there, and its index."""
        if self.top and self.asset.table == "Sop" and wire.source == "inputs":
            names = [connector.name for connector in self.asset.inputs]
            return f"({names.index(wire.source_connector)})", '""', 0
        source = self.by_name[wire.source]
        index = source.kind.connector_index(wire.source_connector, "out")
        return source.name, str(self.output_id(source, index)), index

    def define(self, node: Node) -> str:
        wires = {node.kind.connector_index(wire.connector, "in"): wire for wire in node.wires}
        named, plain = [], []
        for index in range(self.input_count(node)):
            name = self.connector_name(node, index, "in")
            source, source_id, output = self.source_of(wires[index]) if index in wires else ('""', '""', 0)
            named.append(f'{index} \t{source} {source_id} 1 "{name}"')
            plain.append(f"{index} \t{source} {output} 1")
        outputs = [
            f'{self.output_id(node, index)} "{self.connector_name(node, index, "out")}"'
            for index in self.wired_outputs(node)
        ]
        next_id = len(named) + len(outputs)
        return definition(node.table, self.positions[node.name], node.shown, outputs, named, plain, next_id)


def expression_of(link: Link, node: Node, network: Network) -> str:
    """With {name} a path to the asset's parameter, with [name] and [node.name] to a bound one."""

    def outer(found: re.Match[str]) -> str:
        return f'ch("{"../" * node.depth}{found.group(1)}")'

    def beside(found: re.Match[str]) -> str:
        place, name = found.groups()
        other = network.by_name.get(place[:-1]) if place else node
        if not other or not other.kernel:
            node.line.fail(f"there is no kernel '{place[:-1]}' beside '{node.name}'")
        return f'ch("{"../" + other.name + "/" if place else ""}{value_row(other, name)}")'

    return re.sub(r"\[(\w+\.)?(\w+)\]", beside, re.sub(r"\{(\w+)\}", outer, link.expression))


def text_of(link: Link, node: Node) -> str:
    """A string: {name} becomes a back-quoted expression, a menu's or number's with ch, a string's with chs."""

    def outer(found: re.Match[str]) -> str:
        call = "chs" if link.expression == found.group(0) else "ch"
        return f'`{call}("{"../" * node.depth}{found.group(1)}")`'

    return re.sub(r"\{(\w+)\}", outer, link.expression)


def channel_part(node: Node, network: Network, links: dict[str, Link]) -> str:
    rows = ["{"]
    for row, link in links.items():
        if link.text:
            continue
        expression = expression_of(link, node, network).replace('"', '\\"')
        if re.search(r"\s", expression):
            expression = f'"{expression}"'
        rows += [
            f"    channel {row} {{",
            "      lefttype = extend",
            "      righttype = extend",
            "      flags = 0",
        ]
        rows += [f"      segment {{ length = 0 expr = {expression} }}", "    }"]
    return "\n".join(rows) + "\n  }\n"


def parameter_part(node: Node, values: dict[str, str], links: dict[str, Link]) -> str:
    rows = ["{", "version 0.8"]
    for row, value in {**values, **{row: "" for row in links if row not in values}}.items():
        link = links.get(row)
        if link and link.text:
            words = [quoted(text_of(link, node))]
        elif link:
            words = [f"[ {row}\t{link.default} ] "]
        else:
            words = split_values(value)
        rows.append("\t".join([row, "[ 0\tlocks=0 ]", "(", *words, ")"]))
    return "\n".join(rows) + "\n}\n"


def split_values(value: str) -> list[str]:
    return [found.group(0) for found in re.finditer(r'"(?:[^"\\]|\\.)*"|\S+', value, re.S)]


def node_parts(asset: Asset, path: str, network: Network, node: Node) -> list[tuple[str, str]]:
    values, links = node.values, node.links
    if node.kernel:
        values, links = kernel_values(node), kernel_links(node)
    is_network = bool(node.nodes)
    name = f"{path}/{node.name}"
    parts = [
        (name + ".init", f"type = {node.type}\nmatchesdef = {0 if is_network else 1}\n"),
        (name + ".def", network.define(node)),
    ]
    if any(not link.text for link in links.values()):
        parts.append((name + ".chn", channel_part(node, network, links)))
    parts.append((name + ".parm", parameter_part(node, values, links)))
    parts.append((name + ".userdata", userdata("" if node.kind.asset else asset.houdini)))
    if is_network:
        parts += network_parts(asset, name, node.nodes, False)
    return parts


def network_parts(asset: Asset, path: str, nodes: list[Node], top: bool) -> list[tuple[str, str]]:
    network = Network(asset, nodes, top)
    parts = [part for node in nodes for part in node_parts(asset, path, network, node)]
    if len(nodes) > 1:
        parts.append((path + ".order", "\n".join([str(len(nodes)), *(node.name for node in nodes)]) + "\n"))
    return parts + [(path + ".net", "1\n")]


def contents(asset: Asset) -> str:
    parts = [
        ("node_type", asset.table + "\n"),
        ("hdaroot.init", f"type = {asset.operator}\nmatchesdef = 0\n"),
    ]
    parts.append(("hdaroot.def", definition(asset.table, (0, 0), True, [], [], [], 0)))
    parts.append(("hdaroot.userdata", userdata("")))
    if asset.table == "Sop" and asset.inputs:
        rows = [str(len(asset.inputs))]
        rows += [
            f'{k} {number(2.4 * k)} 1.2 2 0 __NO_OWNER_NETWORK_BOX__ "FROMOUTPUT"'
            for k in range(len(asset.inputs))
        ]
        parts.append(("hdaroot.inp", "\n".join(rows) + "\n"))
    parts += network_parts(asset, "hdaroot", asset.nodes, True)
    text = f'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="{BOUNDARY}"\n\n'
    for name, body in parts:
        text += f'--{BOUNDARY}\nContent-Disposition: attachment; filename="{name}"\nContent-Type: text/plain\n\n{body}\n'
    return text + f"--{BOUNDARY}--\n"
