"""step_values.def as channel expressions: the numbers of a step from the parameters, in Houdini's own
expression language (hscript), which works in double like the engine.

In a Link, {name} is a parameter of the asset and [name] a parameter bound in the same kernel.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .lines import DescriptionError
from .tables import SolverParameter

ROW = re.compile(r"RILL_(VALUE|STEP)\(\s*(\w+)\s*,((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)")
FUNCTIONS = {"min": "min", "max": "max", "sqrt": "sqrt", "pow": "pow", "choice": "if"}


@dataclass(frozen=True)
class StepValue:
    name: str
    expression: str
    inner: bool  # RILL_VALUE: later rows may use it
    line: int


@dataclass(frozen=True)
class StepValues:
    file: Path
    rows: list[StepValue]

    def row(self, name: str) -> StepValue | None:
        """What a name bound in a kernel stands for; the last row of a name is the step's own."""
        return next((row for row in reversed(self.rows) if row.name == name), None)


def read_step_values(file: Path) -> StepValues:
    if not file.exists():
        return StepValues(file, [])
    text = re.sub(r"//[^\n]*", "", file.read_text(encoding="utf-8"))
    rows: list[StepValue] = []
    place = 0
    while text[place:].strip():
        start = place + len(text[place:]) - len(text[place:].lstrip())
        number = text.count("\n", 0, start) + 1
        found = ROW.match(text, start)
        if not found:
            raise DescriptionError(file, number, "expected RILL_VALUE(...) or RILL_STEP(...)")
        kind, name, expression = found.groups()
        rows.append(StepValue(name, re.sub(r"\s+", "", expression), kind == "VALUE", number))
        place = found.end()
    return StepValues(file, rows)


def power_of_two_below(x: str) -> str:
    """The largest power of two that is at most x. The logarithm may be off by its last bit where x is a
    power of two itself, so its neighbours are tried, too."""
    power = f"pow(2,floor(log({x})/log(2))"
    return f"if({power}+1)<={x},{power}+1),if({power})>{x},{power}-1),{power})))"


class Translator:
    def __init__(self, values: StepValues, row: StepValue, asset_parameters: set[str],
                 table: dict[str, SolverParameter], constants: dict[str, str], bound: set[str]) -> None:  # fmt: skip
        self.values, self.row = values, row
        self.asset_parameters, self.table, self.constants, self.bound = (
            asset_parameters,
            table,
            constants,
            bound,
        )

    def fail(self, sentence: str) -> DescriptionError:
        return DescriptionError(self.values.file, self.row.line, sentence)

    def name(self, word: str) -> str:
        earlier = [
            row for row in self.values.rows if row.inner and row.name == word and row.line < self.row.line
        ]
        if earlier:
            if word not in self.bound:
                raise self.fail(f"'{self.row.name}' needs '{word}', which its kernel does not bind")
            return f"[{word}]"
        if word in self.constants:
            return self.constants[word]
        if word in self.asset_parameters:
            return "{" + word + "}"
        if word in self.table:  # a parameter that this node does not have: the engine takes its default
            return format(self.table[word].default, ".17g")
        raise self.fail(f"'{word}' is neither a parameter nor an earlier value")

    def translate(self) -> str:
        text = self.row.expression
        return self.with_powers(text) if "power_of_two_below(" in text else self.plain(text)

    def with_powers(self, text: str) -> str:
        at = text.index("power_of_two_below(")
        start = at + len("power_of_two_below(")
        depth, end = 1, start
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        inside = self.plain(text[start : end - 1])
        return self.plain(text[:at]) + power_of_two_below(inside) + self.plain(text[end:])

    def plain(self, text: str) -> str:
        def word(found: re.Match[str]) -> str:
            name = found.group(0)
            if text[found.end() : found.end() + 1] == "(":
                if name not in FUNCTIONS:
                    raise self.fail(f"'{name}' is no function that expressions have here")
                return FUNCTIONS[name]
            return self.name(name)

        return re.sub(r"(?<![\w.])[A-Za-z_]\w*", word, text)
