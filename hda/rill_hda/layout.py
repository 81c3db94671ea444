"""Where nodes are drawn: COPs run from left to right, SOPs from top to bottom, by the longest way there."""

from __future__ import annotations

import re

from .model import Node, all_nodes

STEP_ALONG, STEP_ACROSS = {"Cop": 3.0, "Sop": 1.2}, {"Cop": 1.2, "Sop": 2.4}


def read_by_path(node: Node) -> list[str]:
    """Nodes beside this one that it reads by path instead of by wire: COP networks and SOPs inside them."""
    found = [path.partition("/")[0] for path in node.takes.paths] if node.takes else []
    for inner in all_nodes(node.nodes):
        found += re.findall(r'^"\.\./\.\./(\w+)"$', inner.values.get("soppath", ""))
    return list(dict.fromkeys(found))


def ranks(nodes: list[Node]) -> dict[str, int]:
    found: dict[str, int] = {}
    by_name = {node.name: node for node in nodes}

    def rank(name: str, seen: tuple[str, ...] = ()) -> int:
        if name not in found:
            node = by_name[name]
            before = [wire.source for wire in node.wires if wire.source in by_name] + read_by_path(node)
            for source in before:
                if source in seen:
                    node.line.fail(f"the wires of '{name}' run in a circle")
            found[name] = max((rank(source, (*seen, name)) + 1 for source in before), default=0)
        return found[name]

    for node in nodes:
        rank(node.name)
    return found


def positions(nodes: list[Node]) -> dict[str, tuple[float, float]]:
    places: dict[str, tuple[float, float]] = {}
    rank_of = ranks(nodes)
    for rank in sorted(set(rank_of.values())):
        row = [node for node in nodes if rank_of[node.name] == rank]
        for place, node in enumerate(row):
            along = rank * STEP_ALONG[node.table]
            across = (place - (len(row) - 1) / 2) * STEP_ACROSS[node.table]
            places[node.name] = (along, -across) if node.table == "Cop" else (across, -along)
    return places
