"""The parameter rows of the OpenCL nodes: kernel, signature and bindings. Rows that 21 and 22 added
are left out, so that one asset serves 20.5, too; a missing row takes its default."""

from __future__ import annotations

from .kernels import Binding
from .model import Link, Node
from .quoting import quoted

VALUE_ROWS = {"float": "fval", "int": "intval"}


def switch(on: bool) -> str:
    return '"on"' if on else '"off"'


def kernel_links(node: Node) -> dict[str, Link]:
    """The node's channels: each bound parameter in its binding row, and the iterations."""
    assert node.kernel
    rows: dict[str, Link] = {}
    if node.iterations:
        row = "options_iterations" if node.table == "Cop" else "iterations"
        rows[row] = Link(row, node.iterations, "1", False)
    if node.options:
        rows["kerneloptions"] = Link("kerneloptions", node.options, "", True)
    for binding in node.kernel.of_kind("parm"):
        row = value_row(node, binding.name)
        link = node.links[binding.name]
        rows[row] = Link(row, link.expression, link.default, False)
    return rows


def value_row(node: Node, name: str) -> str:
    """The row that holds the value of a bound parameter."""
    for place, binding in enumerate(bound(node), 1):
        if binding.name == name and binding.kind == "parm":
            return f"bindings{place}_{VALUE_ROWS[binding.type]}"
    node.line.fail(f"the kernel of '{node.name}' binds no parameter '{name}'")


def bound(node: Node) -> list[Binding]:
    """What has a row under Bindings: in COPs the parameters (layers are in the signature), in SOPs all."""
    assert node.kernel
    return node.kernel.of_kind("parm") if node.table == "Cop" else node.kernel.bindings


def kernel_values(node: Node) -> dict[str, str]:
    return cop_values(node) if node.table == "Cop" else sop_values(node)


def cop_values(node: Node) -> dict[str, str]:
    kernel = node.kernel
    assert kernel
    layers = kernel.of_kind("layer")
    inputs = [binding for binding in layers if binding.read and binding.name not in node.scratch]
    outputs = [binding for binding in layers if binding.written]
    rows = {
        "stdswitcher": "0 0 0 0 0",
        "kernelcode": quoted(kernel.text),
        "kerneloptions": '""',
        "options_tile": "1 1",
        "options_iterations": "1",
        "options_iteration": switch(kernel.counts or bool(node.iterations)),
        "usewritebackkernel": switch(kernel.writes_back),
        "options_time": '"off"',
        "options_importprequel": '"on"',
        "options_timing": '"off"',
        "filter": '"box"',
        "options_precision": '"32"',
        "inputs": str(len(inputs)),
        "parm_spacerparm": "",
        "outputs": str(len(outputs)),
        "bindings": str(len(bound(node))),
        "displaycode": "0",
        "generatedcode": '""',
    }
    for place, binding in enumerate(inputs, 1):
        rows[f"input{place}_name"] = quoted(binding.name)
        rows[f"input{place}_type"] = quoted(binding.type)
        rows[f"input{place}_optional"] = switch(binding.optional)
    for place, binding in enumerate(outputs, 1):
        rows[f"output{place}_name"] = quoted(binding.name)
        rows[f"output{place}_type"] = quoted(binding.type)
        rows[f"output{place}_metadata"] = '"first"'
        rows[f"output{place}_precision"] = '"32"'
        rows[f"output{place}_typeinfo"] = quoted(node.typeinfo.get(binding.name, "node"))
        rows[f"output{place}_metaname"] = '""'
    for place, binding in enumerate(bound(node), 1):
        rows.update(parameter_rows(f"bindings{place}_", binding))
    return rows


def parameter_rows(prefix: str, binding: Binding) -> dict[str, str]:
    return {
        prefix + "name": quoted(binding.name),
        prefix + "type": quoted(binding.type),
        prefix + "precision": '"node"',
        prefix + "readable": '"on"',
        prefix + "writeable": '"off"',
        prefix + "optional": '"off"',
        prefix + "intval": "0",
        prefix + "fval": "0",
        prefix + "timescale": '"none"',
    }


def sop_values(node: Node) -> dict[str, str]:
    kernel = node.kernel
    assert kernel
    rows = {
        "stdswitcher": "0 0 0 0",
        "kernelname": '"kernelName"',
        "usecode": '"on"',
        "kernelfile": '""',
        "kernelcode": quoted(kernel.text),
        "atbinding": '"on"',
        "kerneloptions": '""',
        "kerneloptionattrib": '""',
        "usewritebackkernel": switch(kernel.writes_back),
        "writebackkernelname": '"WRITEBACK"',
        "recompile": '"off"',
        "runover": '"volume"',
        "iterations": "1",
        "iteration": switch(kernel.counts or bool(node.iterations)),
        "worksets_begin": '""',
        "worksets_length": '""',
        "singleworkgroup": '"off"',
        "finish": '"on"',
        "time": '"off"',
        "timeinc": '"off"',
        "timescale": "1",
        "timemethod": '"invert"',
        "xnoise": '"off"',
        "precision": '"32"',
        "bindings": str(len(bound(node))),
        "generatekernel": "0",
        "generatedcode": '""',
    }
    for place, binding in enumerate(bound(node), 1):
        prefix = f"bindings{place}_"
        rows.update(
            volume_rows(prefix, binding) if binding.kind == "volume" else parameter_rows(prefix, binding)
        )
    return rows


def volume_rows(prefix: str, binding: Binding) -> dict[str, str]:
    wanted = set(binding.options)
    return {
        prefix + "name": quoted(binding.name),
        prefix + "type": '"volume"',
        prefix + "input": binding.options.get("input", "0"),
        prefix + "volume": quoted(binding.options.get("name", binding.name)),
        prefix + "forcealign": switch("forcealign" in wanted),
        prefix + "resolution": switch("resolution" in wanted),
        prefix + "voxelsize": switch("voxelsize" in wanted),
        prefix + "xformtoworld": switch("xformtoworld" in wanted),
        prefix + "xformtovoxel": switch("xformtovoxel" in wanted),
        prefix + "precision": '"node"',
        prefix + "readable": switch(binding.read),
        prefix + "writeable": switch(binding.written),
        prefix + "optional": switch(binding.optional),
        prefix + "timescale": '"none"',
    }
