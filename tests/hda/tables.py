"""params.def and step_values.def read for the tests, apart from the compiler's own reading."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

STRING = r'"((?:[^"\\]|\\.)*)"'


@dataclass
class Row:
    kind: str
    name: str
    numbers: list[float]  # default, hard min, hard max, UI min, UI max; choices and toggles: default
    texts: list[str] = field(default_factory=list)  # all its strings, in order

    @property
    def nodes(self) -> str:
        return self.texts[-3]

    @property
    def schemes(self) -> str:
        return self.texts[-4]

    @property
    def folder(self) -> str:
        return self.texts[-5]

    @property
    def help(self) -> str:
        return self.texts[-1]

    @property
    def label(self) -> str:
        return self.texts[-2]


def parameters(file: Path) -> dict[str, Row]:
    text = re.sub(r"(?m)^//.*$", "", file.read_text(encoding="utf-8"))
    rows: dict[str, Row] = {}
    for found in re.finditer(r"RILL_(FLOAT|INT|CHOICE|TOGGLE)\((\w+),(.*?\")\)\s*\n", text, re.S):
        kind, name, rest = found.groups()
        numbers = [float(word) for word in re.sub(STRING, "", rest).replace(",", " ").split()]
        rows[name] = Row(kind, name, numbers, re.findall(STRING, rest))
    return rows


def in_node(row: Row, node: str) -> bool:
    return (
        row.nodes
        in {"hydraulic": "all water", "thermal": "all talus", "combined": "all water talus"}[node].split()
    )


def power_of_two_below(x: float) -> float:
    return math.ldexp(0.5, math.frexp(x)[1])


def step_values(file: Path, known: dict[str, float]) -> dict[str, float]:
    """Every row of step_values.def, worked out with the given parameters; RILL_STEP wins over a parameter."""
    text = re.sub(r"//.*", "", file.read_text(encoding="utf-8"))
    functions: dict[str, Callable[..., float]] = {
        "min": min,
        "max": max,
        "sqrt": math.sqrt,
        "pow": math.pow,
        "choice": lambda condition, yes, no: yes if condition else no,
        "power_of_two_below": power_of_two_below,
    }
    values, result = dict(known), {}
    for kind, name, expression in re.findall(
        r"RILL_(VALUE|STEP)\((\w+),(.*?)\)(?=\s*(?:RILL_|$))", text, re.S
    ):
        number = float(
            eval(expression.replace("\n", " ").strip(), {"__builtins__": {}}, {**functions, **values})
        )
        result[name] = number
        if kind == "VALUE":
            values[name] = number
    return result
