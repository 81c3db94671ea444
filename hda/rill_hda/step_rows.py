"""The rows of a step's kernel that follow from step_values.def, so that no kernel file repeats that table:

  #step_values bind all                every float of a step, and the values that they are worked out from
  #step_values bind all but NAME ...   without some
  #step_values bind NAME ...           these only
  #step_values set [NAME = TEXT]       gives them to the members of p; one of them in its own way
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from .lines import DescriptionError
from .step_values import StepValue, StepValues

DIRECTIVE = "#step_values"


@dataclass
class Expanded:
    """A kernel's lines, and the line of the file that each comes from."""

    lines: list[str] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)

    def add(self, lines: list[str], origin: int) -> None:
        self.lines += lines
        self.origins += [origin] * len(lines)


class StepRows:
    def __init__(self, file: Path, values: StepValues) -> None:
        self.file, self.values = file, values
        self.steps = [row for row in values.rows if not row.inner]
        self.chosen: list[StepValue] = []

    def expand(self, text: str) -> Expanded:
        expanded = Expanded()
        for number, line in enumerate(text.splitlines(), 1):
            if not line.startswith(DIRECTIVE):
                expanded.add([line], number)
                continue
            word, _, rest = line[len(DIRECTIVE) :].strip().partition(" ")
            if word == "bind":
                expanded.add(self.bind(rest.split(), number), number)
            elif word == "set":
                expanded.add(self.set(rest.strip(), number), number)
            else:
                raise DescriptionError(self.file, number, f"{DIRECTIVE} is followed by bind or set")
        return expanded

    def bind(self, words: list[str], number: int) -> list[str]:
        names = words[2:] if words[:2] == ["all", "but"] else words
        known = {row.name for row in self.steps}
        for name in names:
            if name not in known and words != ["all"]:
                raise DescriptionError(self.file, number, f"'{name}' is no float of a step")
        if not words:
            raise DescriptionError(self.file, number, "say which floats of a step, or all")
        only = words[0] != "all"
        self.chosen = [row for row in self.steps if words == ["all"] or (row.name in names) == only]
        rows = [f"#bind parm {row.name} float" for row in self.needed()]
        return [
            "// Worked out in double by the channels, from rill/step_values.def: values on the way,",
            *rows,
            "// and the floats of a step.",
            *(f"#bind parm {row.name} float" for row in self.chosen),
        ]

    def needed(self) -> list[StepValue]:
        """The values that the chosen floats are worked out from, in the table's order."""
        found: set[str] = set()
        waiting = list(self.chosen)
        while waiting:
            row = waiting.pop()
            words = set(re.findall(r"[A-Za-z_]\w*", row.expression))
            for value in self.values.rows:
                if value.inner and value.line < row.line and value.name in words - found:
                    found.add(value.name)
                    waiting.append(value)
        return [value for value in self.values.rows if value.inner and value.name in found]

    def set(self, own: str, number: int) -> list[str]:
        name, _, text = (part.strip() for part in own.partition("="))
        if own and (not text or name not in (row.name for row in self.chosen)):
            raise DescriptionError(self.file, number, f"'{own}' is not NAME = TEXT for a float that is bound")
        if not self.chosen:
            raise DescriptionError(self.file, number, f"there is no {DIRECTIVE} bind above")
        return [f"  p.{row.name} = {text if row.name == name else '@' + row.name};" for row in self.chosen]
