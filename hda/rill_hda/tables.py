"""Reads params.def and layers.def, the tables that the solver itself is made from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .lines import DescriptionError

# The words of each macro, in order; see the head of params.def.
COLUMNS = {
    "RILL_FLOAT": "name default hard_min hard_max ui_min ui_max zero_word unit folder schemes nodes label help",
    "RILL_INT": "name default hard_min hard_max ui_min ui_max folder schemes nodes label help",
    "RILL_CHOICE": "name default choices folder schemes nodes label help",
    "RILL_TOGGLE": "name default folder schemes nodes label help",
    "RILL_LAYER": "identifier name role help",
}
KINDS = {"RILL_FLOAT": "float", "RILL_INT": "integer", "RILL_CHOICE": "ordinal", "RILL_TOGGLE": "toggle"}

# A node and the words of the column `nodes` that mean it.
NODES = {"hydraulic": ("all", "water"), "thermal": ("all", "talus"), "combined": ("all", "water", "talus")}


@dataclass(frozen=True)
class SolverParameter:
    kind: str  # float, integer, ordinal or toggle
    name: str
    default: float
    hard_min: float
    hard_max: float
    ui_min: float
    ui_max: float
    choices: list[str]
    zero_word: str
    unit: str
    folder: str
    schemes: str
    nodes: str
    label: str
    help: str


@dataclass(frozen=True)
class Layer:
    identifier: str
    name: str
    role: str
    help: str


def macro_calls(file: Path) -> list[tuple[int, str, list[str]]]:
    """Every RILL_...(...) of the file with its line and its arguments, strings without quotes."""
    text = re.sub(r"//[^\n]*", "", file.read_text(encoding="utf-8"))
    token = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([^\s",()]+)|([,()]))')
    calls: list[tuple[int, str, list[str]]] = []
    place = 0
    while True:
        start = re.compile(r"\s*").match(text, place)
        assert start
        place = start.end()
        if place >= len(text):
            return calls
        number = text.count("\n", 0, place) + 1
        head = re.compile(r"(\w+)\s*\(").match(text, place)
        if not head or head.group(1) not in COLUMNS:
            raise DescriptionError(file, number, "expected a row such as RILL_FLOAT(...)")
        place = head.end()
        arguments: list[str] = [""]
        while True:
            found = token.match(text, place)
            if not found:
                raise DescriptionError(file, number, f"cannot read this row of {head.group(1)}")
            place = found.end()
            string, word, mark = found.groups()
            if string is not None:
                arguments[-1] += re.sub(r"\\(.)", r"\1", string[1:-1])
            elif word is not None:
                arguments[-1] += word
            elif mark == ",":
                arguments.append("")
            elif mark == ")":
                break
            else:
                raise DescriptionError(file, number, f"'{mark}' inside a row of {head.group(1)}")
        calls.append((number, head.group(1), arguments))


def rows_of(file: Path) -> list[tuple[int, str, dict[str, str]]]:
    rows = []
    for number, macro, arguments in macro_calls(file):
        columns = COLUMNS[macro].split()
        if len(arguments) != len(columns):
            raise DescriptionError(
                file, number, f"{macro} has {len(arguments)} words instead of {len(columns)}"
            )
        rows.append((number, macro, dict(zip(columns, arguments))))
    return rows


def read_parameters(file: Path) -> dict[str, SolverParameter]:
    table: dict[str, SolverParameter] = {}
    for number, macro, row in rows_of(file):
        if macro not in KINDS:
            raise DescriptionError(file, number, f"{macro} is no parameter")
        kind = KINDS[macro]
        choices = row["choices"].split("|") if kind == "ordinal" else []
        most = str(len(choices) - 1 if choices else 1)
        try:
            table[row["name"]] = SolverParameter(
                kind=kind,
                name=row["name"],
                default=float(row["default"]),
                hard_min=float(row.get("hard_min", "0")),
                hard_max=float(row.get("hard_max", most)),
                ui_min=float(row.get("ui_min", "0")),
                ui_max=float(row.get("ui_max", most)),
                choices=choices,
                zero_word=row.get("zero_word", ""),
                unit=row.get("unit", ""),
                folder=row["folder"],
                schemes=row["schemes"],
                nodes=row["nodes"],
                label=row["label"],
                help=row["help"],
            )
        except ValueError as error:
            raise DescriptionError(file, number, f"{row['name']}: {error}")
    return table


def read_layers(file: Path) -> dict[str, Layer]:
    layers = [Layer(**row) for _, _, row in rows_of(file)]
    return {layer.name: layer for layer in layers}
