"""Reads hda/<asset>/asset.txt."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from .bind import bind_parameters
from .check import check_network, check_parameters_used
from .interface import Parameter, read_interface
from .kernels import read_kernel
from .lines import DescriptionError, Line, read_lines
from .model import LAYER_TYPES, TABLES, Asset, Connector, Link, Node, Project, Take, Wire
from .node_types import TYPES, NodeType
from .quoting import quoted

TOP_KEYWORDS = "operator table label menu icon summary houdini module input output parameters node"


def asset_of(project: Project, operator: str) -> Asset | None:
    """An asset of the project, by its operator."""
    if operator not in project.assets:
        name = operator.split("::")[1] if operator.count("::") == 2 else ""
        file = project.root / "hda" / name / "asset.txt"
        if not name or not file.exists():
            return None
        read_asset(project, file)
    return project.assets.get(operator)


def read_asset(project: Project, file: Path) -> Asset:
    asset = Asset(file.parent, file)
    lines = read_lines(file)
    nodes: list[Line] = []
    for line in lines:
        if line.keyword in ("operator", "table", "label", "menu", "icon", "summary", "houdini", "module"):
            (value,) = line.rest(1, f"{line.keyword} VALUE")
            if line.keyword == "operator" and not re.fullmatch(r"rill::[a-z][a-z0-9_]*::\d+\.\d+", value):
                line.fail("an operator is called rill::name::1.0")
            if line.keyword == "table" and value not in TABLES:
                line.fail(f"the table is one of {' and '.join(TABLES)}")
            setattr(asset, line.keyword, value)
        elif line.keyword in ("input", "output"):
            add_connector(asset, line)
        elif line.keyword == "parameters":
            asset.solver_node = line.rest(1, "parameters NODE")[0]
            asset.parameters = read_interface(line, project.table, project.layers)
        elif line.keyword == "node":
            nodes.append(line)
        else:
            line.fail(f"'{line.keyword}' is not one of {TOP_KEYWORDS}")
    for key in ("operator", "table", "label", "icon", "summary", "houdini"):
        if not getattr(asset, key):
            raise DescriptionError(file, 1, f"there is no '{key}'")
    project.assets[asset.operator] = asset
    asset.nodes = read_network(project, asset, nodes, asset.table, 1)
    check_network(asset, asset.nodes, top=True)
    check_parameters_used(asset)
    return asset


def add_connector(asset: Asset, line: Line) -> None:
    """input NAME TYPE "Label" [optional] in COPs, input NAME "Label" [optional] in SOPs."""
    words = line.texts[1:]
    optional = bool(words) and words[-1] == "optional"
    if optional:
        words.pop()
    if asset.table == "Sop":
        words.insert(1, "")
    if len(words) != 3 or (asset.table == "Cop" and words[1] not in LAYER_TYPES):
        line.fail(
            f'a connector is written as: {line.keyword} NAME {"|".join(LAYER_TYPES)} "Label" [optional]'
        )
    side = asset.inputs if line.keyword == "input" else asset.outputs
    if words[0] in (connector.name for connector in side):
        line.fail(f"there are two {line.keyword}s called '{words[0]}'")
    side.append(Connector(words[0], words[1], words[2], optional, line))


def read_network(project: Project, asset: Asset, lines: list[Line], table: str, depth: int) -> list[Node]:
    nodes: list[Node] = []
    for line in lines:
        name, kind = line.rest(2, "node NAME TYPE")
        if not re.fullmatch(r"[a-zA-Z]\w*", name) or name == "inputs" and table == "Sop":
            line.fail(f"'{name}' cannot be the name of a node")
        if name in (node.name for node in nodes):
            line.fail(f"there are two nodes called '{name}'")
        nodes.append(
            read_node(
                project, asset, Node(name, kind, table, node_type(project, kind, table, line), line, depth)
            )
        )
    return nodes


def node_type(project: Project, kind: str, table: str, line: Line) -> NodeType:
    if (table, kind) in TYPES:
        return TYPES[table, kind]
    if kind in project.compiled and table == "Sop":
        return NodeType(("input1", "input2"), rows={name: "" for name in project.compiled[kind]})
    other = asset_of(project, kind)
    if other is None or other.table != table:
        line.fail(
            f"there is no node type '{kind}' in the table {table}; known ones are in rill_hda/node_types.py"
        )
    return NodeType(
        tuple(connector.name for connector in other.inputs) if table == "Cop" else ("input1", "input2"),
        tuple(connector.name for connector in other.outputs) if table == "Cop" else ("output1",),
        {parameter.name: "" for parameter in other.parameters},
        asset=True,
    )


def read_node(project: Project, asset: Asset, node: Node) -> Node:
    inner: list[Line] = []
    node.values = {name: value for name, value in node.kind.rows.items() if value and "#" not in name}
    for line in node.line.children:
        words = line.texts
        if line.keyword == "node":
            if not node.kind.inside:
                line.fail(f"'{node.type}' contains no nodes")
            inner.append(line)
        elif line.keyword == "show":
            node.shown = True
        elif line.keyword == "kernel":
            read_kernel_of(project, asset, node, line)
        elif line.keyword == "iterations":
            node.iterations = line.rest(1, 'iterations "EXPRESSION"')[0]
            check_names(asset, node.iterations, line)
        elif line.keyword == "options":
            node.options = line.rest(1, 'options "TEXT"')[0]
            check_names(asset, node.options, line)
        elif line.keyword == "scratch":
            node.scratch.update(words[1:])
        elif line.keyword == "same":
            name, _, other = line.rest(3, "same NAME as NODE")
            node.links[name] = Link(name, f"[{other}.{name}]", "0", False)
        elif line.keyword == "typeinfo":
            connector, value = line.rest(2, "typeinfo LAYER TYPE")
            node.typeinfo[connector] = value
        elif line.keyword == "let":
            name, text = line.rest(2, 'let NAME "EXPRESSION"')
            node.lets[name] = in_hscript(text)
        elif line.keyword == "reads":
            for name in words[1:]:
                parameter_of(asset, name, line)
            node.reads.update(words[1:])
        elif line.keyword == "take":
            node.takes = read_take(line)
        elif line.keyword == "set":
            set_value(node, line)
        elif line.keyword == "link":
            row, name = line.rest(2, "link ROW PARAMETER")
            add_link(asset, node, row, name, line)
        elif line.keyword == "formula":
            row, default, text = line.rest(3, 'formula ROW DEFAULT "EXPRESSION"')
            check_names(asset, text, line)
            if not node.kind.free and not node.kind.has_row(row):
                line.fail(f"'{node.type}' has no parameter '{row}'")
            node.links[row] = Link(row, in_hscript(text), default, False)
        elif line.keyword == "link_all":
            for parameter in asset.parameters:
                if parameter.name in node.kind.rows:
                    add_link(asset, node, parameter.name, parameter.name, line)
        elif len(words) == 3 and words[1] == "from":
            source, _, connector = words[2].partition(".")
            node.wires.append(Wire(words[0], source, connector or "output1", line))
        else:
            line.fail(f"'{line.keyword}' is not understood in the node '{node.name}'")
    if node.kernel and node.table == "Cop":
        read = tuple(b.name for b in node.kernel.of_kind("layer") if b.read and b.name not in node.scratch)
        node.kind = replace(node.kind, inputs=read)
    node.nodes = read_network(project, asset, inner, node.kind.inside, node.depth + 1) if inner else []
    if node.kernel:
        bind_parameters(project, asset, node)
    return node


def in_hscript(text: str) -> str:
    """Strings stand in single quotes in descriptions and in double ones in expressions."""
    return text.replace("'", '"')


def read_take(line: Line) -> Take:
    words = line.texts[1:]
    if len(words) == 3 and words[1] == "from":
        return Take(words[0], [words[2]], "", line)
    if len(words) == 7 and (words[1], words[3], words[5]) == ("from", "or", "if"):
        return Take(words[0], [words[2], words[4]], in_hscript(words[6]), line)
    line.fail("'take' is written as: take CONNECTOR from NET/NODE [or NET/NODE if \"EXPRESSION\"]")


def parameter_of(asset: Asset, name: str, line: Line) -> Parameter:
    found = asset.parameter(name)
    if not found:
        line.fail(f"the asset has no parameter '{name}'")
    return found


def check_names(asset: Asset, text: str, line: Line) -> None:
    for name in re.findall(r"\{(\w+)\}", text):
        parameter_of(asset, name, line)


def add_link(asset: Asset, node: Node, row: str, name: str, line: Line) -> None:
    parameter = parameter_of(asset, name, line)
    if not node.kind.free and not node.kind.has_row(row):
        line.fail(f"'{node.type}' has no parameter '{row}'")
    node.links[row] = Link(row, f"{{{name}}}", parameter.default, parameter.kind == "string")


def set_value(node: Node, line: Line) -> None:
    if len(line.words) < 3:
        line.fail("'set' is written as: set ROW VALUE ...")
    row = line.texts[1]
    if not node.kind.has_row(row):
        line.fail(f"'{node.type}' has no parameter '{row}'")
    texts = [in_hscript(word.text) if "`" in word.text else word.text for word in line.words[2:]]
    node.values[row] = " ".join(
        quoted(text) if word.quoted else text for word, text in zip(line.words[2:], texts)
    )


def read_kernel_of(project: Project, asset: Asset, node: Node, line: Line) -> None:
    """kernel FILE: what it binds becomes the node's connectors (COP) or volumes (SOP)."""
    (name,) = line.rest(1, "kernel FILE")
    if node.type != "opencl":
        line.fail(f"'{node.type}' has no kernel")
    file = asset.folder.parent / name
    if not file.exists():
        line.fail(f"there is no file hda/{name}")
    kernel = node.kernel = read_kernel(file, project.step_values)
    wanted, other = ("layer", "volume") if node.table == "Cop" else ("volume", "layer")
    for binding in kernel.of_kind(other):
        raise DescriptionError(file, binding.line, f"a {node.table} kernel binds a {wanted}, not a {other}")
    if node.table == "Cop":
        layers = kernel.of_kind("layer")
        node.kind = replace(
            node.kind,
            outputs=tuple(binding.name for binding in layers if binding.written),
        )
