"""Reads an expanded asset folder back. Shares nothing with the compiler in hda/, so that it can judge it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

BOUNDARY = "HOUDINIMIMEBOUNDARY0xD3ADD339-0x00000F49-0x56B122C9-0x00000001HOUDINIMIMEBOUNDARY"
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)', re.S)


class Unreadable(Exception):
    """The text is not in the form that Houdini writes."""


@dataclass(frozen=True)
class Token:
    text: str  # without quotes and escapes
    raw: str


def tokens(text: str) -> list[Token]:
    found = []
    for match in TOKEN.finditer(text):
        raw = match.group(0)
        if match.group(1) is not None:
            found.append(Token(re.sub(r"\\(.)", r"\1", match.group(1), flags=re.S), raw))
        else:
            if '"' in raw.replace('\\"', ""):
                raise Unreadable(f"a quote inside the word {raw[:40]}")
            found.append(Token(raw.replace('\\"', '"'), raw))
    return found


@dataclass
class DialogParameter:
    name: str = ""
    label: str = ""
    type: str = ""
    default: str = ""
    help: str = ""
    range: list[str] = field(default_factory=list)
    menu: list[tuple[str, str]] = field(default_factory=list)
    disable_when: str = ""
    folder: str = ""


@dataclass
class Dialog:
    name: str = ""
    label: str = ""
    inputs: list[tuple[str, str]] = field(default_factory=list)
    outputs: list[tuple[str, str]] = field(default_factory=list)
    signature: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    input_labels: list[str] = field(default_factory=list)
    parameters: list[DialogParameter] = field(default_factory=list)


@dataclass
class NodeDefinition:
    next_id: int
    outputs: dict[int, str]
    named: list[tuple[int, str, str, str]]  # id, source, id there, name
    plain: list[tuple[int, str, int]]  # index, source, output there
    author: str
    shown: bool


@dataclass
class Value:
    """One value of a parameter: a text, or a channel with its default."""

    text: str
    channel: str = ""


@dataclass
class Node:
    path: str
    type: str
    definition: NodeDefinition
    values: dict[str, list[Value]]
    channels: dict[str, str]

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def parent(self) -> str:
        return self.path.rpartition("/")[0]

    def text(self, row: str) -> str:
        return self.values[row][0].text


@dataclass
class Folder:
    root: Path
    index: dict[str, str]
    section: str
    files: dict[str, str]  # sections by name
    dialog: Dialog
    parts: dict[str, str]
    nodes: dict[str, Node]

    def children(self, path: str) -> list[Node]:
        return [node for node in self.nodes.values() if node.parent == path]


def read_sections(folder: Path) -> list[tuple[str, str]]:
    lines = (folder / "Sections.list").read_text(encoding="utf-8").split("\n")
    if lines[0] != '""' or lines[-1] != "":
        raise Unreadable('Sections.list begins with "" and ends in a newline')
    rows = [tuple(line.split("\t")) for line in lines[1:-1]]
    for row in rows:
        if len(row) != 2:
            raise Unreadable(f"Sections.list: {row}")
    return [(row[0], row[1]) for row in rows]


def read_index(path: Path) -> dict[str, str]:
    text = path.read_text(encoding="utf-8")
    if not text.endswith("\n\n"):
        raise Unreadable("INDEX__SECTION ends in an empty line")
    rows: dict[str, str] = {}
    for line in text[:-2].split("\n"):
        match = re.fullmatch(r"(\w+):( *)(.*)", line)
        if not match or len(match.group(1) + ":" + match.group(2)) != 14:
            raise Unreadable(f"INDEX__SECTION: {line!r}")
        rows[match.group(1)] = match.group(3)
    return rows


def read_dialog(text: str) -> Dialog:
    dialog = Dialog()
    for line in text.split("\n"):
        words = line.split("\t")
        if words[0] == "    name" and not dialog.name:
            dialog.name = words[1]
        elif words[0] == "    label" and not dialog.label:
            dialog.label = words[1].strip('"')
        elif words[0] == "    input":
            dialog.inputs.append((words[1], words[2].strip('"')))
        elif words[0] == "    output":
            dialog.outputs.append((words[1], words[2].strip('"')))
        elif words[0] == "    inputlabel":
            dialog.input_labels.append(words[2].strip('"'))
        elif words[0] == "    signature":
            dialog.signature = (words[3].strip("{} ").split(), words[4].strip("{} ").split())
    read_blocks(tokens(re.sub(r"(?m)^#.*$", "", text)), dialog)
    return dialog


def read_blocks(words: list[Token], dialog: Dialog) -> None:
    """The nested { } of a dialog script: folders and parameters."""
    if not words or words[0].raw != "{":
        raise Unreadable("a dialog script begins with {")
    depth, folder, place = 1, "", 1
    while place < len(words):
        word = words[place]
        opens = place + 1 < len(words) and words[place + 1].raw == "{"
        if word.raw == "parm" and opens:
            end = closing(words, place + 1)
            parameter = read_parameter(words[place + 2 : end])
            parameter.folder = folder
            dialog.parameters.append(parameter)
            place = end + 1
        elif word.raw == "group" and opens:
            depth += 1
            place += 2
        elif word.raw == "label" and depth == 2:
            folder = words[place + 1].text
            place += 2
        elif word.raw in ("{", "}"):
            depth += 1 if word.raw == "{" else -1
            folder = folder if depth > 1 else ""
            place += 1
        else:
            place += 1
    if depth:
        raise Unreadable("the braces of the dialog script do not balance")


def closing(words: list[Token], place: int) -> int:
    depth = 0
    for end in range(place, len(words)):
        depth += {"{": 1, "}": -1}.get(words[end].raw, 0)
        if depth == 0:
            return end
    raise Unreadable("a brace is not closed")


def read_parameter(words: list[Token]) -> DialogParameter:
    parameter = DialogParameter()
    place = 0
    while place < len(words):
        key = words[place].raw
        if place + 1 < len(words) and words[place + 1].raw == "{":
            end = closing(words, place + 1)
            inside = [word.text for word in words[place + 2 : end]]
            if key == "default":
                (parameter.default,) = inside
            elif key == "range":
                parameter.range = inside
            elif key == "menu":
                parameter.menu = list(zip(inside[::2], inside[1::2]))
            else:
                raise Unreadable(f"'{key}' in a parameter")
            place = end + 1
        elif key in ("name", "label", "type", "help", "disablewhen"):
            setattr(parameter, {"disablewhen": "disable_when"}.get(key, key), words[place + 1].text)
            place += 2
        else:
            raise Unreadable(f"'{key}' in a parameter")
    return parameter


def read_parts(text: str) -> dict[str, str]:
    head = f'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="{BOUNDARY}"\n\n'
    pieces = text.split("--" + BOUNDARY)
    if pieces[0] != head or pieces[-1] != "--\n":
        raise Unreadable("the head or the end of Contents.mime")
    parts: dict[str, str] = {}
    for piece in pieces[1:-1]:
        match = re.match(
            r'\nContent-Disposition: attachment; filename="([^"]*)"\nContent-Type: text/plain\n\n', piece
        )
        if not match or not piece.endswith("\n\n"):
            raise Unreadable(f"a part of Contents.mime: {piece[:80]!r}")
        if match.group(1) in parts:
            raise Unreadable(f"the part {match.group(1)} is there twice")
        parts[match.group(1)] = piece[match.end() : -1]
    return parts


def read_values(text: str) -> dict[str, list[Value]]:
    """A .parm part."""
    words = tokens(text)
    if [word.raw for word in words[:3]] != ["{", "version", "0.8"] or words[-1].raw != "}":
        raise Unreadable("a .parm part begins with { version 0.8 and ends with }")
    rows: dict[str, list[Value]] = {}
    place = 3
    while place < len(words) - 1:
        name = words[place].text
        if [word.raw for word in words[place + 1 : place + 6]] != ["[", "0", "locks=0", "]", "("]:
            raise Unreadable(f"the row {name}")
        place += 6
        values: list[Value] = []
        while words[place].raw != ")":
            if words[place].raw == "[":
                if words[place + 3].raw != "]":
                    raise Unreadable(f"the channel of {name}")
                values.append(Value(words[place + 2].text, words[place + 1].text))
                place += 4
            else:
                values.append(Value(words[place].text))
                place += 1
            if place >= len(words):
                raise Unreadable(f"the row {name} is not closed")
        place += 1
        if name in rows:
            raise Unreadable(f"the row {name} is there twice")
        rows[name] = values
    return rows


def read_channels(text: str) -> dict[str, str]:
    """A .chn part: every channel with its expression."""
    words = tokens(text)
    if words[0].raw != "{" or words[-1].raw != "}":
        raise Unreadable("a .chn part stands in braces")
    channels: dict[str, str] = {}
    place = 1
    while place < len(words) - 1:
        if words[place].raw != "channel":
            raise Unreadable(f"'{words[place].raw[:30]}' instead of a channel")
        end = closing(words, place + 2)
        inside = words[place + 3 : end]
        marks = [word.raw for word in inside]
        at = marks.index("expr") if "expr" in marks else -1
        # An expression is one word: white space in it must be quoted.
        if at < 0 or marks[at + 1] != "=" or marks[at + 3] != "}":
            raise Unreadable(f"the expression of the channel {words[place + 1].text}")
        channels[words[place + 1].text] = inside[at + 2].text
        place = end + 1
    return channels


def read_definition(text: str, table: str) -> NodeDefinition:
    """A .def part."""
    lines = text.split("\n")
    keys = [line.split(" ")[0] for line in lines if re.match(r"[a-z]\w*\b", line)]
    wanted = ["comment", "position", "connectornextid", "flags", "outputsNamed3", "inputsNamed3", "inputs"]
    wanted += ["stat", "color", "delscript", "exprlanguage", "end"]
    if keys != (["sopflags"] if table == "Sop" else []) + wanted:
        raise Unreadable(f"the rows of a .def part: {keys}")
    blocks = dict(re.findall(r"(?m)^(\w+)\n\{\n((?:[^}\n][^\n]*\n)*)\}\n", text))
    outputs = {int(row.split(" ")[0]): row.split('"')[1] for row in blocks["outputsNamed3"].splitlines()}
    named, plain = [], []
    for row in blocks["inputsNamed3"].splitlines():
        match = re.fullmatch(r'(\d+) \t(\S+) (""|\d+) 1 "([^"]*)"', row)
        if not match:
            raise Unreadable(f"inputsNamed3: {row!r}")
        named.append((int(match.group(1)), match.group(2), match.group(3), match.group(4)))
    for row in blocks["inputs"].splitlines():
        match = re.fullmatch(r"(\d+) \t(\S+) (\d+) 1", row)
        if not match:
            raise Unreadable(f"inputs: {row!r}")
        plain.append((int(match.group(1)), match.group(2), int(match.group(3))))
    flags = next(line for line in lines if line.startswith("flags = "))
    author = next(line for line in blocks["stat"].splitlines() if line.startswith("  author ")).split(" ")[-1]
    next_id = int(next(line for line in lines if line.startswith("connectornextid ")).split(" ")[1])
    return NodeDefinition(next_id, outputs, named, plain, author, " display on " in flags)


def table_of(path: str, nodes: dict[str, str], top: str) -> str:
    """The table of the network that a node is in."""
    parent = path.rpartition("/")[0]
    return {"copnet": "Cop", "sopinvoke": "Sop"}.get(nodes.get(parent, ""), top)


def read_folder(root: Path) -> Folder:
    index = read_index(root / "INDEX__SECTION")
    encoded, section = read_sections(root)[-1]
    inner = root / encoded
    files = {
        name: (inner / file).read_text(encoding="utf-8")
        for file, name in read_sections(inner)
        if name != "Contents.gz"
    }
    parts = read_parts((inner / "Contents.dir" / "Contents.mime").read_text(encoding="utf-8"))
    types: dict[str, str] = {}
    for name, text in parts.items():
        if name.endswith(".init"):
            match = re.fullmatch(r"type = (\S+)\nmatchesdef = [01]\n", text)
            if not match:
                raise Unreadable(f"{name}: {text!r}")
            types[name[: -len(".init")]] = match.group(1)
    nodes: dict[str, Node] = {}
    for path, kind in types.items():
        for end in (".def", ".userdata") + (() if path == "hdaroot" else (".parm",)):
            if path + end not in parts:
                raise Unreadable(f"{path} has no {end}")
        definition = read_definition(parts[path + ".def"], table_of(path, types, index["Table"]))
        values = read_values(parts[path + ".parm"]) if path + ".parm" in parts else {}
        channels = read_channels(parts[path + ".chn"]) if path + ".chn" in parts else {}
        nodes[path] = Node(path, kind, definition, values, channels)
    return Folder(root, index, section, files, read_dialog(files["DialogScript"]), parts, nodes)
