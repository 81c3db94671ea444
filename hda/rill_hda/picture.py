"""A picture of an asset's network, drawn from its description: nodes, connectors and wires as they are."""

from __future__ import annotations

from html import escape

from .layout import ranks, read_by_path
from .model import Asset, Node, Wire

WIDTH, HEAD, ROW, GAP_ALONG, GAP_ACROSS, MARGIN = 190, 24, 15, 90, 18, 14
INK, PAPER, NODE_FILL, WIRE = "#2f3430", "#ffffff", "#eef1ea", "#7d8a6a"


class Box:
    def __init__(self, node: str, kind: str, inputs: list[str], outputs: list[str]) -> None:
        self.node, self.kind, self.inputs, self.outputs = node, kind, inputs, outputs
        self.x = self.y = 0.0
        self.height = HEAD + ROW * max(len(inputs), len(outputs), 1) + 6

    def row(self, side: list[str], name: str) -> float:
        return self.y + HEAD + ROW * (side.index(name) + 0.5)


def used_outputs(node: str, nodes: list[Node]) -> list[str]:
    names: list[str] = []
    for other in nodes:
        names += [
            w.source_connector for w in other.wires if w.source == node and w.source_connector not in names
        ]
    return names


def boxes_of(asset: Asset, nodes: list[Node], top: bool) -> dict[str, Box]:
    boxes: dict[str, Box] = {}
    if top and asset.table == "Sop":
        boxes["inputs"] = Box("inputs", "of the asset", [], [connector.name for connector in asset.inputs])
    for node in nodes:
        made = (
            list(node.kind.outputs)
            if node.kind.free and node.table == "Cop"
            else used_outputs(node.name, nodes)
        )
        taken = (
            list(node.kind.inputs)
            if node.kernel and node.table == "Cop"
            else [w.connector for w in node.wires]
        )
        boxes[node.name] = Box(node.name, node.type, taken, made)
    return boxes


def place(boxes: dict[str, Box], nodes: list[Node]) -> tuple[float, float]:
    """From left to right; gives the size of the whole."""
    rank_of = ranks(nodes)
    columns: dict[int, list[Box]] = {}
    for name, box in boxes.items():
        columns.setdefault(rank_of.get(name, -1), []).append(box)
    tallest = max(sum(box.height + GAP_ACROSS for box in column) for column in columns.values())
    for number, rank in enumerate(sorted(columns)):
        column = columns[rank]
        y = MARGIN + (tallest - sum(box.height + GAP_ACROSS for box in column)) / 2
        for box in column:
            box.x, box.y = MARGIN + number * (WIDTH + GAP_ALONG), y
            y += box.height + GAP_ACROSS
    return 2 * MARGIN + len(columns) * (WIDTH + GAP_ALONG) - GAP_ALONG, 2 * MARGIN + tallest


def text(x: float, y: float, words: str, extra: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}"{extra}>{escape(words)}</text>'


def draw_box(box: Box) -> list[str]:
    rows = [
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{WIDTH}" height="{box.height:g}" rx="5" fill="{NODE_FILL}" stroke="{INK}"/>',
        text(
            box.x + WIDTH / 2,
            box.y + 16,
            f"{box.node} ({box.kind})",
            ' text-anchor="middle" font-weight="bold"',
        ),
    ]
    for name in box.inputs:
        y = box.row(box.inputs, name)
        rows += [f'<circle cx="{box.x:g}" cy="{y:g}" r="3" fill="{INK}"/>', text(box.x + 8, y + 4, name)]
    for name in box.outputs:
        y = box.row(box.outputs, name)
        x = box.x + WIDTH
        rows += [
            f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="{INK}"/>',
            text(x - 8, y + 4, name, ' text-anchor="end"'),
        ]
    return rows


def draw_wire(boxes: dict[str, Box], node: Node, wire: Wire) -> str:
    start, end = boxes[wire.source], boxes[node.name]
    x1, y1 = start.x + WIDTH, start.row(start.outputs, wire.source_connector)
    x2, y2 = end.x, end.row(end.inputs, wire.connector)
    bend = max(40.0, (x2 - x1) / 2)
    return (
        f'<path d="M{x1:g} {y1:g} C{x1 + bend:g} {y1:g} {x2 - bend:g} {y2:g} {x2:g} {y2:g}" '
        f'fill="none" stroke="{WIRE}" stroke-width="1.6"/>'
    )


def draw_path(boxes: dict[str, Box], node: Node, source: str) -> str:
    """Dashed: read by path."""
    start, end = boxes[source], boxes[node.name]
    x1, y1, x2, y2 = start.x + WIDTH, start.y + HEAD / 2, end.x, end.y + HEAD / 2
    return f'<path d="M{x1:g} {y1:g} L{x2:g} {y2:g}" fill="none" stroke="{WIRE}" stroke-dasharray="4 3"/>'


def network_picture(asset: Asset) -> str:
    """The network, and below it those of the nodes that contain one."""
    panels: list[tuple[str, list[Node], bool]] = [(f"{asset.operator} ({asset.table})", asset.nodes, True)]
    panels += [(f"inside {node.name}", node.nodes, False) for node in asset.nodes if node.nodes]
    body: list[str] = []
    width, height = 0.0, 0.0
    for title, nodes, top in panels:
        boxes = boxes_of(asset, nodes, top)
        panel_width, panel_height = place(boxes, nodes)
        body.append(f'<g transform="translate(0 {height:g})">')
        body.append(text(MARGIN, 20, title, ' font-size="14" font-weight="bold"'))
        body.append('<g transform="translate(0 20)">')
        body += [draw_wire(boxes, node, wire) for node in nodes for wire in node.wires]
        body += [draw_path(boxes, node, source) for node in nodes for source in read_by_path(node)]
        body += [row for box in boxes.values() for row in draw_box(box)]
        body += ["</g>", "</g>"]
        width, height = max(width, panel_width), height + panel_height + 24
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    font = 'font-family="sans-serif" font-size="11"'
    rows = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font} fill="{INK}">']
    rows.append(f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>')
    return "\n".join(rows + body + ["</svg>"]) + "\n"
