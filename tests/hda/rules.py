"""The rules that an expanded folder must keep, each read off folders that Houdini itself wrote. check()
gives a sentence for every rule that is broken."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree
from pathlib import Path
from typing import Iterator

from expanded import Folder, Node, Unreadable, read_folder, read_sections

INDEX_KEYS = (
    "Operator Label Path Icon Table License Extra User Inputs Outputs Subnet Python Empty Modified".split()
)
OPTIONS = (
    "CheckExternal ContentsCompressionType ForbidOutsideParms GzipContents LockContents MakeDefault ParmsFromVfl "
    "PrefixDroppedParmLabel PrefixDroppedParmName SaveCachedCode SaveIcon SaveSpareParms UnlockOnCreate UseDSParms"
).split()
SECTIONS = "DialogScript CreateScript InternalFileOptions Contents.gz TypePropertiesOptions Help Tools.shelf ExtraFileOptions".split()
SIGNATURE_TYPES = {"Mono": "float", "UV": "float2", "RGB": "float3", "RGBA": "float4"}
BIND = re.compile(r"(?m)^#bind\s+(\w+)\s+([?!&]*)(\w+)(\??)(.*)$")
PATH_ROWS = re.compile(r"soppath|coppath|blockpath|output\d+_path")


def encoded(section: str) -> str:
    return section.replace("_", "__").replace(":", "_8").replace("/", "_1")


def check(root: Path) -> list[str]:
    try:
        found = list(library_rules(root))
        folder = read_folder(root)
    except (Unreadable, OSError, KeyError, IndexError, ValueError, StopIteration) as error:
        return [f"cannot be read: {type(error).__name__}: {error}"]
    for rule in (
        section_rules,
        dialog_rules,
        network_rules,
        parameter_rules,
        kernel_rules,
        invoke_rules,
        end_rules,
        privacy_rules,
    ):
        try:
            found += rule(folder)
        except (KeyError, IndexError, ValueError) as error:  # what a rule looks at is not there
            found.append(f"{rule.__name__} cannot be applied: {type(error).__name__}: {error}")
    return found


def library_rules(root: Path) -> Iterator[str]:
    rows = read_sections(root)
    if [name for _, name in rows[:2]] != ["INDEX_SECTION", "houdini.hdalibrary"] or len(rows) != 3:
        yield "the library's Sections.list holds the index, houdini.hdalibrary and one operator"
    if (root / "houdini.hdalibrary").stat().st_size:
        yield "houdini.hdalibrary is empty"
    inner = root / rows[-1][0]
    for folder in (root, inner, inner / "Contents.dir"):
        listed = read_sections(folder)
        for file, section in listed:
            if file != encoded(section):
                yield f"the section {section} is kept in the file {encoded(section)}, not {file}"
            if not (folder / ("Contents.dir" if section == "Contents.gz" else file)).exists():
                yield f"{file} is listed and not there"
        there = {path.name for path in folder.iterdir()} - {"Sections.list"}
        names = {"Contents.dir" if section == "Contents.gz" else file for file, section in listed}
        for name in sorted(there - names):
            yield f"{name} is there and not listed"
    for path in root.rglob("*"):
        text = path.read_bytes() if path.is_file() else b""
        if b"\r" in text or (text and not text.endswith(b"\n")):
            yield f"{path.name} has UNIX line ends, also at its end"


def section_rules(folder: Folder) -> Iterator[str]:
    index = folder.index
    if list(index) != [key for key in INDEX_KEYS if key in index] or set(INDEX_KEYS) - set(index) - {
        "Outputs"
    }:
        yield "the keys of INDEX__SECTION in their order"
    space, rest = folder.section.split("::", 1)
    table, name = rest.split("/")
    operator = f"{space}::{name}"
    if index["Operator"] != operator or index["Table"] != table:
        yield "INDEX__SECTION and the section name the same operator"
    if index["Path"] != f"oplib:/{folder.section}?{folder.section}":
        yield "INDEX__SECTION has the operator's path"
    if index["Icon"] != f"opdef:/{folder.section}?IconSVG" or "IconSVG" not in folder.files:
        yield "the icon is inside"
    for section in SECTIONS:
        if section not in {name for _, name in read_sections(folder.root / encoded(folder.section))}:
            yield f"there is a section {section}"
    rows = dict(re.findall(r"(?m)^(\w+) := ([01]);$", folder.files["TypePropertiesOptions"]))
    if sorted(rows) != OPTIONS or rows["LockContents"] != "1":
        yield "the fourteen options"
    for section in ("InternalFileOptions", "ExtraFileOptions"):
        for value in json.loads(folder.files[section]).values():
            if set(value) != {"type", "value"}:
                yield f"{section} holds types with values"
    if "PythonModule" in folder.files and "PythonModule/IsPython" not in folder.files["ExtraFileOptions"]:
        yield "ExtraFileOptions says that the module is Python"
    tool = xml.etree.ElementTree.fromstring(folder.files["Tools.shelf"]).find("tool")
    if tool is None or not (tool.findtext("toolSubmenu") or ""):
        yield "the Tab menu has an entry"
    elif f"{table.lower()}toolutils.genericTool" not in (tool.findtext("script") or ""):
        yield "the tool makes a node of its table"
    if f"# Node $arg1 ({folder.section})" not in folder.files["CreateScript"]:
        yield "CreateScript names the operator"
    for name in (folder.dialog.name, folder.nodes["hdaroot"].type):
        if name != operator:
            yield f"'{name}' is called {operator} everywhere"
    if not folder.files["Help"].startswith("= " + index["Label"] + " ="):
        yield "the help begins with the label"


def dialog_rules(folder: Folder) -> Iterator[str]:
    dialog = folder.dialog
    names = [parameter.name for parameter in dialog.parameters]
    for name in names:
        if names.count(name) > 1 or not re.fullmatch(r"[a-zA-Z_]\w*", name):
            yield f"the parameter {name} has a good name of its own"
    for parameter in dialog.parameters:
        if parameter.type == "ordinal" and not 0 <= int(parameter.default) < len(parameter.menu):
            yield f"the default of {parameter.name} is in its menu"
        for name in re.findall(r"\{ (\w+) ", parameter.disable_when):
            if name not in names:
                yield f"{parameter.name} is disabled by {name}, which is there"
    most = int(folder.index["Inputs"].split(" to ")[1])
    least = int(folder.index["Inputs"].split(" to ")[0])
    if least > most:
        yield "at least so many inputs, at most more"
    if folder.index["Table"] != "Cop":
        return
    for side, types in ((dialog.inputs, dialog.signature[0]), (dialog.outputs, dialog.signature[1])):
        if len(side) != len(types) or set(types) - set(SIGNATURE_TYPES):
            yield "the signature has a type for every connector"
        if len({name for name, _ in side}) != len(side):
            yield "connectors have names of their own"
    if most != len(dialog.inputs) or int(folder.index.get("Outputs", "1")) != len(dialog.outputs):
        yield "INDEX__SECTION counts the connectors of the dialog script"


def network_rules(folder: Folder) -> Iterator[str]:
    parts = list(folder.parts)
    if parts[:4] != ["node_type", "hdaroot.init", "hdaroot.def", "hdaroot.userdata"]:
        yield "the first parts"
    if parts[-1] != "hdaroot.net" or folder.parts["node_type"] != folder.index["Table"] + "\n":
        yield "the last part, and the node type"
    order = {".init": 0, ".def": 1, ".chn": 2, ".parm": 3, ".userdata": 4, ".inp": 5, ".order": 6, ".net": 7}
    for path in folder.nodes:
        own = [order["." + part.rpartition(".")[2]] for part in parts if part.rpartition(".")[0] == path]
        if own != sorted(own):
            yield f"the parts of {path} in their order"
        children = [node.name for node in folder.children(path)]
        wanted = "\n".join([str(len(children)), *children]) + "\n" if len(children) > 1 else None
        if folder.parts.get(path + ".order") != wanted:
            yield f"{path}.order lists its children"
        if (folder.parts.get(path + ".net") == "1\n") != bool(children):
            yield f"{path}.net says whether it is a network"
        if "___Version___" not in json.loads(folder.parts[path + ".userdata"]):
            yield f"{path}.userdata has a version"
    for node in folder.nodes.values():
        if node.path != "hdaroot":
            yield from wire_rules(folder, node)


def wire_rules(folder: Folder, node: Node) -> Iterator[str]:
    own = node.definition
    ids = [*own.outputs, *(row[0] for row in own.named)]
    if len(set(ids)) != len(ids) or any(number >= own.next_id for number in ids):
        yield f"the connectors of {node.path} have numbers of their own, below the next one"
    if [row[0] for row in own.plain] != list(range(len(own.plain))):
        yield f"the inputs of {node.path} are counted from 0"
    if [row[1] for row in own.named] != [row[1] for row in own.plain]:
        yield f"inputs and inputsNamed3 of {node.path} name the same sources"
    if node.parent not in folder.nodes:
        yield f"{node.path} is inside a node"
    for (_, source, source_id, _), (_, _, output) in zip(own.named, own.plain):
        if source == '""':
            continue
        if source.startswith("("):
            count = int(folder.parts.get(node.parent + ".inp", "0").split("\n")[0])
            if int(source.strip("()")) >= count or source_id != '""':
                yield f"{node.path} is wired to an input that the asset has"
            continue
        other = folder.nodes.get(f"{node.parent}/{source}")
        if not other:
            yield f"{node.path} is wired to {source}, which is there"
        elif source_id == '""' or int(source_id) not in other.definition.outputs:
            yield f"{node.path} is wired to a connector of {source}"
        elif list(other.definition.outputs).index(int(source_id)) != output:
            yield f"{node.path} is wired to the same output of {source} by number and by index"


def resolve(folder: Folder, start: str, path: str) -> str:
    """A relative path from a node; "" where it leaves the asset."""
    place = start.split("/")
    for word in path.split("/"):
        if word == "..":
            place.pop()
        elif word not in ("", "."):
            place.append(word)
        if not place:
            return ""
    return "/".join(place)


def references(text: str) -> list[str]:
    return re.findall(r'\bchs?\("([^"]*)"\)', text)


def parameter_rules(folder: Folder) -> Iterator[str]:
    names = {parameter.name for parameter in folder.dialog.parameters}
    for node in folder.nodes.values():
        used = {value.channel for values in node.values.values() for value in values if value.channel}
        if used != set(node.channels):
            yield f"{node.path}: every channel has its row and every row its channel"
        texts = [
            *node.channels.values(),
            *(v.text for values in node.values.values() for v in values if "`" in v.text),
        ]
        for text in texts:
            for reference in references(text):
                path, _, name = reference.rpartition("/")
                target = resolve(folder, node.path, path)
                if target == "hdaroot" and name not in names:
                    yield f"{node.path} follows {name}, which the asset has"
                elif target != "hdaroot" and name not in getattr(folder.nodes.get(target), "values", {}):
                    yield f"{node.path} follows {reference}, which is there"
            for path in re.findall(r'detail\("([^"]*)"', text):
                if resolve(folder, node.path, path) not in folder.nodes:
                    yield f"{node.path} asks {path}, which is there"
        for row, values in node.values.items():
            if not PATH_ROWS.fullmatch(row) or values[0].text == "":
                continue
            paths = (
                re.findall(r'"(\.\./[^"]*)"', values[0].text.split(",", 1)[1])
                if "`" in values[0].text
                else [values[0].text]
            )
            for path in paths:
                if resolve(folder, node.path, path) not in folder.nodes:
                    yield f"{row} of {node.path} leads to a node, not {path}"


def counted(node: Node, count: str, pattern: str) -> list[str]:
    return [node.text(pattern.replace("#", str(number))) for number in range(1, int(node.text(count)) + 1)]


def kernel_rules(folder: Folder) -> Iterator[str]:
    for node in folder.nodes.values():
        if node.type != "opencl":
            continue
        code = node.text("kernelcode")
        if node.text("generatedcode") or "`" in code or "$" in code:
            yield f"{node.path}: nothing generated, nothing that would be expanded"
        cop = "options_iterations" in node.values
        prefix = "options_" if cop else ""
        repeated = bool(node.values[prefix + "iterations"][0].channel)
        if repeated != (node.text(prefix + "iteration") == "on") or ("@Iteration" in code and not repeated):
            yield f"{node.path} counts its iterations where it has several"
        if ("@WRITEBACK" in code) != (node.text("usewritebackkernel") == "on"):
            yield f"{node.path} runs its write-back kernel"
        bound = counted(node, "bindings", "bindings#_name")
        wanted: list[str] = []
        inputs, outputs = [], []
        for kind, marks, name, question, rest in BIND.findall(code):
            if kind == "layer":
                row = (name, rest.split()[0], "on" if question else "off")
                if "!" not in marks:
                    inputs.append((row, "&" in marks))
                if "&" in marks:
                    outputs.append(row[:2])
            if kind == "parm" or not cop:
                wanted.append(name)
                number = len(wanted)
                type_word = rest.split()[0] if kind == "parm" else "volume"
                if node.text(f"bindings{number}_type") != type_word:
                    yield f"{node.path}: {name} is bound with its type"
                value = {"float": "fval", "int": "intval"}.get(type_word)
                if value and not node.values[f"bindings{number}_{value}"][0].channel:
                    yield f"{node.path}: {name} follows something"
        if bound != wanted:
            yield f"{node.path} has a row for everything that the kernel binds, in its order"
        if cop:
            yield from signature_rules(node, inputs, outputs)


def signature_rules(
    node: Node, inputs: list[tuple[tuple[str, str, str], bool]], outputs: list[tuple[str, str]]
) -> Iterator[str]:
    names = counted(node, "inputs", "input#_name")
    rows = list(
        zip(names, counted(node, "inputs", "input#_type"), counted(node, "inputs", "input#_optional"))
    )
    # A layer that is also written needs no input: it then starts from nothing.
    if rows != [row for row, written in inputs if not written or row[0] in names]:
        yield f"{node.path}: the signature has the inputs that the kernel reads"
    rows_out = list(zip(counted(node, "outputs", "output#_name"), counted(node, "outputs", "output#_type")))
    if rows_out != outputs:
        yield f"{node.path}: the signature has the outputs that the kernel writes"
    optional = [row[2] for row in rows]
    wired = [source != '""' for _, source, _ in node.definition.plain] + [False] * len(rows)
    for name, switch, is_wired in zip(names, optional, wired):
        if switch == "off" and not is_wired:
            yield f"{node.path}: {name} must be wired"


def invoke_rules(folder: Folder) -> Iterator[str]:
    """SOP Invoke: its inputs are the compiled block's, and every volume that is asked for has its row."""
    for node in folder.nodes.values():
        if node.type == "sopinvoke":
            begins = [child for child in folder.children(node.path) if child.type == "compile_begin"]
            if counted(node, "inputs", "input#_name") != [begin.text("name") for begin in begins]:
                yield f"the inputs of {node.path} are those of its block"
            if int(node.text("inputs")) != len(node.definition.plain):
                yield f"the inputs of {node.path} are counted"
            for begin in begins:
                end = folder.nodes.get(resolve(folder, begin.path, begin.text("blockpath")))
                if not end or end.type != "compile_end":
                    yield f"{begin.path} begins a block that ends"
        elif node.type == "geotolayer::2.0":
            names = counted(node, "numprims", "primitive#")
            if "" in names or len(set(names)) != len(names) or len(node.definition.outputs) > len(names):
                yield f"{node.path} names a volume for every layer that it makes"


def end_rules(folder: Folder) -> Iterator[str]:
    top = folder.children("hdaroot")
    most = int(folder.index["Inputs"].split(" to ")[1])
    if folder.index["Table"] == "Sop":
        if int(folder.parts.get("hdaroot.inp", "0").split("\n")[0]) != most:
            yield "hdaroot.inp counts the inputs"
        ends = [node for node in top if node.type == "output"]
        if len(ends) != 1 or not ends[0].definition.shown or ends[0].text("outputidx") != "0":
            yield "a SOP asset has an output node that is shown"
        return
    if "hdaroot.inp" in folder.parts:
        yield "a COP asset has no hdaroot.inp"
    starts, ends = ([node for node in top if node.type == kind] for kind in ("input", "output"))
    if len(starts) != 1 or len(ends) != 1:
        yield "a COP asset has one input and one output node"
        return
    if len(starts[0].definition.outputs) != len(folder.dialog.inputs):
        yield "the input node has a connector for every input"
    if len(ends[0].definition.named) != len(folder.dialog.outputs):
        yield "the output node has a connector for every output"


def privacy_rules(folder: Folder) -> Iterator[str]:
    if (
        folder.index["Modified"] != "Thu Jan  1 00:00:00 2026"
        or folder.index["User"]
        or folder.index["License"]
    ):
        yield "no date of today and no user in INDEX__SECTION"
    for node in folder.nodes.values():
        if node.definition.author != "rill":
            yield f"{node.path} names no user and no machine"
        if "  create 1767225600\n  modify 1767225600\n" not in folder.parts[node.path + ".def"]:
            yield f"{node.path} has the fixed date"
