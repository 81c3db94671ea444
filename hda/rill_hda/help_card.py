"""The help of an asset: its own words from help.txt, the rest from its description and params.def."""

from __future__ import annotations

from .interface import Parameter, number_text
from .model import Asset


def range_text(parameter: Parameter) -> str:
    row = parameter.solver
    if not row:
        return ""
    default = row.choices[int(row.default)] if row.choices else number_text(row.default)
    if row.zero_word and row.default == 0:
        default = row.zero_word
    if row.kind == "toggle":
        default = "on" if row.default else "off"
    text = f" Default {default}"
    if row.kind in ("float", "integer"):
        text += f"; {number_text(row.hard_min)} to {number_text(row.hard_max)}"
    return text + "." + (f" Scheme {row.schemes} only." if row.schemes != "both" else "")


def help_file(asset: Asset) -> str:
    space, name, version = asset.operator.split("::")
    return f"{asset.table.lower()}/{space}--{name}-{version}.txt"


def connector_list(title: str, asset: Asset, inputs: bool) -> list[str]:
    rows = ["", f"@{title}"]
    for connector in asset.inputs if inputs else asset.outputs:
        (text,) = connector.line.children[0].texts if connector.line.children else [""]
        optional = " Optional." if connector.optional else ""
        kind = f" {connector.type}." if connector.type else ""
        rows += ["", f"{connector.label}:", f"    #id: {connector.name}", "", f"    {text}{kind}{optional}"]
    return rows


def help_card(asset: Asset) -> str:
    space, name, version = asset.operator.split("::")
    words = (asset.folder / "help.txt").read_text(encoding="utf-8").strip()
    rows = [
        f"= {asset.label} =",
        "",
        "#type: node",
        f"#context: {asset.table.lower()}",
        f"#namespace: {space}",
    ]
    rows += [f"#internal: {name}", f"#version: {version}", f"#icon: {asset.icon}"]
    rows += ["#tags: terrain, heightfield, erosion", "", f'"""{asset.summary}"""', "", words]
    rows += connector_list("inputs", asset, True)
    rows += connector_list("outputs", asset, False)
    rows += ["", "@parameters"]
    folder = ""
    for parameter in asset.parameters:
        if parameter.folder != folder:
            folder = parameter.folder
            rows += ["", f"== {folder} =="]
        rows += ["", f"{parameter.label}:", f"    #id: {parameter.name}", ""]
        rows += [f"    {parameter.help}{range_text(parameter)}"]
    return "\n".join(rows) + "\n"
