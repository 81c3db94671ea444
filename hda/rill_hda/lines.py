"""The language of the descriptions: lines of words, those that are indented belong to the line above.

  word word "several words"     # to the end of the line
    of the line above

`each NAME in a b c` stands for its indented lines, once for every word, with $NAME replaced.
`include FILE` stands for the lines of another file beside the asset's folder.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn


class DescriptionError(Exception):
    """What is wrong, with the file and the line where it is."""

    def __init__(self, file: Path, line: int, sentence: str) -> None:
        super().__init__(f"{file}:{line}: {sentence}")


@dataclass(frozen=True)
class Word:
    text: str
    quoted: bool


@dataclass
class Line:
    file: Path
    number: int
    words: list[Word]
    children: list["Line"] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        return [word.text for word in self.words]

    @property
    def keyword(self) -> str:
        return self.words[0].text

    def fail(self, sentence: str) -> NoReturn:
        raise DescriptionError(self.file, self.number, sentence)

    def rest(self, count: int, form: str) -> list[str]:
        """The words after the keyword, which must be so many."""
        if len(self.words) != count + 1:
            self.fail(f"'{self.keyword}' is written as: {form}")
        return self.texts[1:]


def split_words(text: str, file: Path, number: int) -> list[Word]:
    words: list[Word] = []
    place = 0
    while place < len(text):
        letter = text[place]
        if letter == " ":
            place += 1
        elif letter == "#":
            break
        elif letter == '"':
            end = text.find('"', place + 1)
            if end < 0:
                raise DescriptionError(file, number, "a quote is not closed")
            words.append(Word(text[place + 1 : end], True))
            place = end + 1
        else:
            end = place
            while end < len(text) and text[end] not in ' "':
                end += 1
            words.append(Word(text[place:end], False))
            place = end
    return words


def read_lines(file: Path) -> list[Line]:
    """The unindented lines of a description, each with those that belong to it."""
    top: list[Line] = []
    open_lines: list[tuple[int, Line]] = []
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if "\t" in text:
            raise DescriptionError(file, number, "there is a tab; indent with blanks")
        words = split_words(text, file, number)
        if not words:
            continue
        line = Line(file, number, words)
        indent = len(text) - len(text.lstrip(" "))
        while open_lines and open_lines[-1][0] >= indent:
            open_lines.pop()
        if not open_lines and indent:
            line.fail("the first line must not be indented")
        siblings = open_lines[-1][1].children if open_lines else top
        siblings.append(line)
        open_lines.append((indent, line))
    return expanded(top)


def expanded(lines: list[Line]) -> list[Line]:
    result: list[Line] = []
    for line in lines:
        if line.keyword == "include":
            (name,) = line.rest(1, "include FILE")
            file = line.file.parent.parent / name
            if not file.is_file():
                line.fail(f"there is no file hda/{name}")
            result += read_lines(file)
            continue
        if line.keyword != "each":
            line.children = expanded(line.children)
            result.append(line)
            continue
        if len(line.words) < 4 or line.texts[2] != "in":
            line.fail("'each' is written as: each NAME in WORD WORD ...")
        for value in line.texts[3:]:
            copies = [replaced(child, "$" + line.texts[1], value) for child in line.children]
            result += expanded(copies)
    return result


def replaced(line: Line, name: str, value: str) -> Line:
    words = [Word(word.text.replace(name, value), word.quoted) for word in line.words]
    return Line(line.file, line.number, words, [replaced(child, name, value) for child in line.children])
