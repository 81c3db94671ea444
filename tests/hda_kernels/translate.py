#!/usr/bin/env python3
"""Makes plain OpenCL C of a kernel in Houdini's `#bind` / `@` form, so that it can be run without
Houdini.

    translate.py kernel.cl plain.cl arguments.txt

The second file holds the kernels `generickernel` and, if there is an @WRITEBACK, `writebackkernel`;
the third their common arguments in order, a line each: kind, name, type. An optional binding is
there when HAS_<name> is defined [seen]; its argument always is. The sources of the rules are named
in bindings.py.
"""

from __future__ import annotations

import re
import sys

from bindings import Binding, BindError, read_bindings

# [ocl] Words after @ that are not bindings.
GLOBALS = {
    "ix": "_bound_gidx",
    "iy": "_bound_gidy",
    "ixy": "(int2)(_bound_gidx, _bound_gidy)",
    "xres": "_bound_xres",
    "yres": "_bound_yres",
    "Iteration": "_bound_iteration",  # [cop] with Include Iteration on
}

# What every kernel gets besides its bindings: the size of the layers and the number of the iteration.
COMMON_ARGUMENTS = [("size", "xres", "int"), ("size", "yres", "int"), ("iteration", "iteration", "int")]


def method(binding: Binding, name: str, parameters: str, meaning: str) -> str:
    """[seen] @name.method(...) is a macro AT_name_method."""
    ending = f"_{name}" if name else ""
    return f"#define AT_{binding.name}{ending}{parameters} {meaning}\n"


def at(binding: Binding, x: str, y: str) -> str:
    return f"_bound_{binding.name}[({y}) * _bound_xres + ({x})]"


def default_of(binding: Binding) -> str:
    return f"(({binding.type})({binding.default}))"


def reads_of(binding: Binding, bound: bool) -> str:
    """[ocl] @name is the value here; .bufferIndex (layers) and .getAt (volumes) that of a cell."""
    def value(x: str, y: str) -> str:
        return f"({at(binding, x, y)})" if bound else default_of(binding)

    text = method(binding, "", "", value("_bound_gidx", "_bound_gidy"))
    if binding.kind == "layer":
        return text + method(binding, "bufferIndex", "(_xy_)", value("(_xy_).x", "(_xy_).y"))
    return text + method(binding, "getAt", "(_x_, _y_, _z_)", value("_x_", "_y_"))


def writes_of(binding: Binding) -> str:
    """[ocl] .set here, [seen] .setIndex (layers), [ocl] .setAt (volumes) in a cell."""
    here = f"({at(binding, '_bound_gidx', '_bound_gidy')} = (_value_))"
    text = method(binding, "set", "(_value_)", here)
    if binding.kind == "layer":
        there = f"({at(binding, '(_xy_).x', '(_xy_).y')} = (_value_))"
        return text + method(binding, "setIndex", "(_xy_, _value_)", there)
    there = f"({at(binding, '_x_', '_y_')} = (_value_))"
    return text + method(binding, "setAt", "(_x_, _y_, _z_, _value_)", there)


def macros_of(binding: Binding) -> str:
    """What @name and its methods stand for. [seen] What is not read (!) or not written has no such
    methods, so that a kernel which uses them does not compile."""
    if binding.kind == "parm":
        return method(binding, "", "", f"_bound_{binding.name}")
    if binding.optional:  # [seen] HAS_name, and @name.bound for the preprocessor
        return (f"#ifdef HAS_{binding.name}\n" + method(binding, "bound", "", "1") +
                reads_of(binding, True) + "#else\n" + method(binding, "bound", "", "0") +
                reads_of(binding, False) + "#endif\n")
    return (method(binding, "bound", "", "1") + (reads_of(binding, True) if binding.reads else "") +
            (writes_of(binding) if binding.writes else ""))


def argument_of(binding: Binding) -> str:
    if binding.kind == "parm":
        return f"const {binding.type} _bound_{binding.name}"
    constness = "" if binding.writes else "const "
    # [seen] The pointers are restrict: no two bindings share a buffer.
    return f"global {constness}{binding.type}* restrict _bound_{binding.name}"


def kernel_head(name: str, bindings: list[Binding]) -> str:
    """[seen] @KERNEL and the brace after it become the head of a kernel, the work item's place and a
    return for the items beyond the layer."""
    arguments = [f"const {type_name} _bound_{word}" for _, word, type_name in COMMON_ARGUMENTS]
    arguments += [argument_of(binding) for binding in bindings]
    listed = ",\n    ".join(arguments)
    return (f"kernel void {name}(\n    {listed}\n)\n{{\n"
            "    const int _bound_gidx = get_global_id(0);\n"
            "    const int _bound_gidy = get_global_id(1);\n"
            "    if (_bound_gidx >= _bound_xres)\n        return;\n"
            "    if (_bound_gidy >= _bound_yres)\n        return;\n")


def replace_ats(text: str, bindings: list[Binding]) -> str:
    """[seen] @word.method becomes AT_word_method; only what is bound or built in has a meaning."""
    known = {binding.name for binding in bindings} | set(GLOBALS)

    def replaced(match: re.Match[str]) -> str:
        if match.group(1) not in known:
            raise BindError(f"@{match.group(1)} is not bound")
        return "AT_" + match.group(1) + (f"_{match.group(2)}" if match.group(2) else "")

    return re.sub(r"@(\w+)(?:\.(\w+))?", replaced, text)


def translate(text: str) -> str:
    bindings = read_bindings(text)
    lines = ["" if line.startswith("#bind") else line for line in text.splitlines()]
    body = "\n".join(lines) + "\n"
    for word, name in (("@KERNEL", "generickernel"), ("@WRITEBACK", "writebackkernel")):
        if len(re.findall(word + r"\b", body)) != (1 if word == "@KERNEL" else body.count(word)):
            raise BindError(f"one {word} is needed")
        head = kernel_head(name, bindings)
        body = re.sub(word + r"\s*\{", lambda _: head, body)
    macros = "".join(f"#define AT_{word} {meaning}\n" for word, meaning in GLOBALS.items())
    macros += "".join(macros_of(binding) for binding in bindings)
    return macros + replace_ats(body, bindings)


def arguments_text(text: str) -> str:
    rows = [" ".join(row) for row in COMMON_ARGUMENTS]
    rows += [f"{b.kind} {b.name} {b.type}" for b in read_bindings(text)]
    return "\n".join(rows) + "\n"


def main() -> int:
    if len(sys.argv) != 4:
        print("translate.py <kernel.cl> <plain.cl> <arguments.txt>", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
        plain, arguments = translate(text), arguments_text(text)
    except (BindError, OSError) as error:
        print(f"{sys.argv[1]}: {error}", file=sys.stderr)
        return 1
    for path, content in ((sys.argv[2], plain), (sys.argv[3], arguments)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
