"""Kernel files as Houdini's OpenCL nodes take them: their #bind lines and @ names.

The syntax is that of SideFX's page "OpenCL for VEX users" (vex/ocl.html):
  #bind layer [!][&][?]name[?] TYPE [val=V] ...   #bind volume ...   #bind parm name TYPE [val=V]
& = written, ! = not read, ? = may be missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .lines import DescriptionError
from .step_rows import StepRows
from .step_values import StepValues

BIND = re.compile(r"^#bind\s+(\w+)\s+([?!&]*)(\w+)(\??)(.*)$")
# What @ means without a #bind line, as that page lists it.
BUILT_IN = set(
    "KERNEL WRITEBACK ix iy iz ixy ixyz res xres yres P Time TimeInc Frame Iteration elemnum tilesize "
    "dPdx dPdy".split()
)
SIZE_ONLY = "size_ref"  # a layer that only says how large the others are
TYPES = ("float", "float2", "float3", "float4", "int")


@dataclass(frozen=True)
class Binding:
    line: int
    kind: str  # layer, volume or parm
    name: str
    type: str
    read: bool
    written: bool
    optional: bool
    options: dict[str, str]


@dataclass
class Kernel:
    file: Path
    text: str
    bindings: list[Binding]

    def of_kind(self, kind: str) -> list[Binding]:
        return [binding for binding in self.bindings if binding.kind == kind]

    @property
    def writes_back(self) -> bool:
        return "@WRITEBACK" in self.text

    @property
    def counts(self) -> bool:
        return "@Iteration" in self.text


def without_comments(text: str) -> str:
    """The same lines, comments blank."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group(0))  # noqa: E731
    return re.sub(r"/\*.*?\*/|//[^\n]*", blank, text, flags=re.S)


def read_binding(file: Path, number: int, text: str) -> Binding:
    found = BIND.match(text)
    if not found:
        raise DescriptionError(file, number, "this #bind line is not understood")
    kind, marks, name, question, rest = found.groups()
    if kind not in ("layer", "volume", "parm"):
        raise DescriptionError(file, number, f"#bind {kind} is not one of layer, volume and parm")
    type_word, options = "", {}
    for word in re.sub(r"\{([^}]*)\}", lambda m: m.group(0).replace(" ", ""), rest).split():
        key, equals, value = word.partition("=")
        if equals:
            options[key] = value
        elif word in TYPES and not type_word:
            type_word = word
        else:
            options[word] = ""
    if not type_word:
        raise DescriptionError(file, number, f"'{name}' has no type; give one of {', '.join(TYPES)}")
    optional = bool(question) or "?" in marks
    return Binding(number, kind, name, type_word, "!" not in marks, "&" in marks, optional, options)


def read_kernel(file: Path, values: StepValues) -> Kernel:
    source = file.read_text(encoding="utf-8")
    if "\t" in source:
        raise DescriptionError(file, source[: source.index("\t")].count("\n") + 1, "there is a tab; use blanks")
    for letter in "`$":  # Houdini would put a value in their place
        if letter in source:
            raise DescriptionError(file, source[: source.index(letter)].count("\n") + 1, f"there is a {letter}")
    expanded = StepRows(file, values).expand(source)
    text = "\n".join([*expanded.lines, ""])
    bindings: list[Binding] = []
    clean = without_comments(text)
    for number, line in zip(expanded.origins, clean.splitlines()):
        if not line.startswith("#bind"):
            continue
        binding = read_binding(file, number, line)
        if binding.name in (other.name for other in bindings):
            raise DescriptionError(file, number, f"'{binding.name}' is bound twice")
        bindings.append(binding)
    kernel = Kernel(file, text, bindings)
    check_names(kernel, clean, expanded.origins)
    return kernel


def check_names(kernel: Kernel, clean: str, origins: list[int]) -> None:
    """Every @name is bound, and every layer that is bound is used. (A parameter may be bound only for
    the others that are worked out from it.)"""
    bound = {binding.name: binding for binding in kernel.bindings}
    used: set[str] = set()
    for number, line in zip(origins, clean.splitlines()):
        for name in re.findall(r"@(\w+)", line):
            if name not in bound and name not in BUILT_IN:
                raise DescriptionError(kernel.file, number, f"@{name} has no #bind line")
            used.add(name)
    if "KERNEL" not in used:
        raise DescriptionError(kernel.file, 1, "there is no @KERNEL")
    for binding in kernel.bindings:
        if binding.kind != "parm" and binding.name not in used | {SIZE_ONLY}:
            raise DescriptionError(kernel.file, binding.line, f"'{binding.name}' is bound and never used")
