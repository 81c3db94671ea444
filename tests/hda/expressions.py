"""Works out Houdini's channel expressions, as far as the assets use them: numbers, + - * /, comparisons,
a few functions, ch() and detail(). Double precision, as hscript has it."""

from __future__ import annotations

import math
import re
from typing import Callable

TOKEN = re.compile(r'\s*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?)|([A-Za-z_]\w*)|"([^"]*)"|(==|<=|>=|[-+*/<>(),]))')


class Expression:
    """One expression, by recursive descent."""

    def __init__(
        self, text: str, channel: Callable[[str], float], detail: Callable[[str, str], float]
    ) -> None:
        self.text, self.channel, self.detail = text, channel, detail
        self.words: list[tuple[str, str]] = []
        place = 0
        while place < len(text.rstrip()):
            found = TOKEN.match(text, place)
            if not found:
                raise ValueError(f"cannot read '{text[place:]}'")
            place = found.end()
            kinds = ("number", "name", "string", "mark")
            self.words += [(kind, word) for kind, word in zip(kinds, found.groups()) if word is not None]
        self.place = 0

    def peek(self) -> tuple[str, str]:
        return self.words[self.place] if self.place < len(self.words) else ("end", "")

    def take(self, word: str = "") -> str:
        found = self.peek()[1]
        if word and found != word:
            raise ValueError(f"'{found}' instead of '{word}' in '{self.text}'")
        self.place += 1
        return found

    def value(self) -> float:
        result = self.comparison()
        if self.peek()[0] != "end":
            raise ValueError(f"'{self.peek()[1]}' is left over in '{self.text}'")
        return result

    def comparison(self) -> float:
        left = self.sum()
        while self.peek()[1] in ("==", "<", ">", "<=", ">=") and self.peek()[0] == "mark":
            mark, right = self.take(), self.sum()
            holds = {
                "==": left == right,
                "<": left < right,
                ">": left > right,
                "<=": left <= right,
                ">=": left >= right,
            }
            left = float(holds[mark])
        return left

    def sum(self) -> float:
        left = self.product()
        while self.peek() in (("mark", "+"), ("mark", "-")):
            left = left + self.product() if self.take() == "+" else left - self.product()
        return left

    def product(self) -> float:
        left = self.single()
        while self.peek() in (("mark", "*"), ("mark", "/")):
            left = left * self.single() if self.take() == "*" else left / self.single()
        return left

    def single(self) -> float:
        kind, word = self.peek()
        if (kind, word) == ("mark", "-"):
            self.take()
            return -self.single()
        if (kind, word) == ("mark", "("):
            self.take()
            inside = self.comparison()
            self.take(")")
            return inside
        if kind == "number":
            return float(self.take())
        if kind == "name":
            return self.call(self.take())
        raise ValueError(f"'{word}' in '{self.text}'")

    def call(self, name: str) -> float:
        self.take("(")
        if name == "ch":
            path = self.take()
            self.take(")")
            return self.channel(path)
        if name == "detail":
            path = self.take()
            self.take(",")
            attribute = self.take()
            self.take(",")
            self.take("0")
            self.take(")")
            return self.detail(path, attribute)
        arguments = [self.comparison()]
        while self.peek() == ("mark", ","):
            self.take()
            arguments.append(self.comparison())
        self.take(")")
        return function(name, arguments)


def function(name: str, values: list[float]) -> float:
    if name == "if" and len(values) == 3:
        return values[1] if values[0] else values[2]
    if name in ("min", "max") and len(values) == 2:
        return min(values) if name == "min" else max(values)
    if name == "pow" and len(values) == 2:
        return math.pow(values[0], values[1])
    if name in ("sqrt", "floor", "log") and len(values) == 1:
        return float({"sqrt": math.sqrt, "floor": math.floor, "log": math.log}[name](values[0]))
    raise ValueError(f"there is no function {name} of {len(values)}")
