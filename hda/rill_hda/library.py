"""The folder of an asset, as Houdini's `hotl -t` would write it."""

from __future__ import annotations

from pathlib import Path

from .contents import contents
from .help_card import help_card
from .interface import parameters_script
from .model import Asset
from .quoting import quoted

# No date of today: the same bytes every time.
MODIFIED = "Thu Jan  1 00:00:00 2026"
OPTIONS = {
    "CheckExternal": 1, "ContentsCompressionType": 1, "ForbidOutsideParms": 1, "GzipContents": 1,
    "LockContents": 1, "MakeDefault": 1, "ParmsFromVfl": 0, "PrefixDroppedParmLabel": 0,
    "PrefixDroppedParmName": 0, "SaveCachedCode": 0, "SaveIcon": 1, "SaveSpareParms": 0,
    "UnlockOnCreate": 0, "UseDSParms": 1,
}  # fmt: skip
INTERNAL_OPTIONS = """{
\t"nodeconntype":{
\t\t"type":"bool",
\t\t"value":false
\t},
\t"nodeparmtype":{
\t\t"type":"bool",
\t\t"value":false
\t}
}
"""
SHELF = """<?xml version="1.0" encoding="UTF-8"?>
<shelfDocument>
  <tool name="$HDA_DEFAULT_TOOL" label="$HDA_LABEL" icon="$HDA_ICON">
    <toolMenuContext name="viewer">
      <contextNetType>{context}</contextNetType>
    </toolMenuContext>
    <toolMenuContext name="network">
      <contextOpType>$HDA_TABLE_AND_NAME</contextOpType>
    </toolMenuContext>
    <toolSubmenu>{menu}</toolSubmenu>
    <script scriptType="python"><![CDATA[import {module}

{module}.genericTool(kwargs, '$HDA_NAME')]]></script>
  </tool>
</shelfDocument>
"""
CREATE = """# Automatically generated script
\\set noalias = 1
#
#  Creation script for {operator} operator
#

if ( "$arg1" == "" ) then
    echo This script is intended as a creation script
    exit
endif

# Node $arg1 ({section})
opexprlanguage -s hscript $arg1
opuserdata -n '___Version___' -v '' $arg1
"""


def encoded(section: str) -> str:
    """The name of a section's file."""
    return section.replace("_", "__").replace(":", "_8").replace("/", "_1")


def sections_list(sections: list[str]) -> str:
    return '""\n' + "".join(f"{encoded(section)}\t{section}\n" for section in sections)


def index(asset: Asset) -> str:
    least = sum(not connector.optional for connector in asset.inputs)
    rows = {
        "Operator": asset.operator,
        "Label": asset.label,
        "Path": f"oplib:/{asset.section}?{asset.section}",
        "Icon": f"opdef:/{asset.section}?IconSVG",
        "Table": asset.table,
        "License": "",
        "Extra": "",
        "User": "",
        "Inputs": f"{least} to {len(asset.inputs)}",
        "Outputs": str(len(asset.outputs)),
        "Subnet": "true",
        "Python": "false",
        "Empty": "false",
        "Modified": MODIFIED,
    }
    if len(asset.outputs) < 2:
        del rows["Outputs"]
    return "".join(f"{key + ':':14}{value}\n" for key, value in rows.items()) + "\n"


def connector_rows(asset: Asset) -> list[str]:
    if asset.table == "Sop":
        labels = [connector.label for connector in asset.inputs]
        labels += [f"Sub-Network Input #{k}" for k in range(len(labels) + 1, 5)]
        rows = [f"    inputlabel\t{k}\t{quoted(label)}" for k, label in enumerate(labels, 1)]
        return rows + [f"    outputlabel\t{k}\t{quoted(c.label)}" for k, c in enumerate(asset.outputs, 1)]

    def label(text: str) -> str:
        return quoted(text) if " " in text else text

    rows = [f"    input\t{c.name}\t{label(c.label)}" for c in asset.inputs]
    rows += [f"    output\t{c.name}\t{label(c.label)}" for c in asset.outputs]
    types = ["".join(c.type + " " for c in side) for side in (asset.inputs, asset.outputs)]
    return rows + [f"    signature\tdefault\tDefault\t{{ {types[0]}}}\t{{ {types[1]}}}"]


def dialog_script(asset: Asset) -> str:
    rows = [f"# Dialog script for {asset.operator} automatically generated", "", "{"]
    rows += [
        f"    name\t{asset.operator}",
        f"    script\t{asset.operator}",
        f"    label\t{quoted(asset.label)}",
        "",
    ]
    help_rows = ["    help {", '\t""', "    }", ""]
    connectors = connector_rows(asset) + [""]
    rows += help_rows + connectors if asset.table == "Sop" else connectors + help_rows
    return "\n".join(rows + parameters_script(asset.parameters) + ["}"]) + "\n"


def extra_options(python: bool) -> str:
    if not python:
        return "{\n}\n"
    rows = {"IsExpr": "false", "IsPython": "true", "IsScript": "true"}
    texts = [
        f'\t"PythonModule/{key}":{{\n\t\t"type":"bool",\n\t\t"value":{value}\n\t}}'
        for key, value in rows.items()
    ]
    return "{\n" + ",\n".join(texts) + "\n}\n"


def asset_files(asset: Asset, icons: Path) -> dict[str, str]:
    """Every file of the asset's folder, by its path in it."""
    folder = encoded(asset.section) + "/"
    context = asset.table.upper()
    sections = {
        "DialogScript": dialog_script(asset),
        "CreateScript": CREATE.format(operator=asset.operator, section=asset.section),
        "InternalFileOptions": INTERNAL_OPTIONS,
        "Contents.gz": "",
        "TypePropertiesOptions": "".join(f"{key} := {value};\n" for key, value in OPTIONS.items()),
        "Help": help_card(asset),
        "Tools.shelf": SHELF.format(
            context=context, module=f"{asset.table.lower()}toolutils", menu=asset.menu
        ),
        "IconSVG": (icons / (asset.icon + ".svg")).read_text(encoding="utf-8"),
    }
    if asset.module:
        sections["PythonModule"] = (asset.folder.parent / asset.module).read_text(encoding="utf-8")
    sections["ExtraFileOptions"] = extra_options(bool(asset.module))
    files = {
        "INDEX__SECTION": index(asset),
        "Sections.list": sections_list(["INDEX_SECTION", "houdini.hdalibrary", asset.section]),
        "houdini.hdalibrary": "",
        folder + "Sections.list": sections_list(list(sections)),
        folder + "Contents.dir/Sections.list": sections_list(["Contents.mime"]),
        folder + "Contents.dir/Contents.mime": contents(asset),
    }
    del sections["Contents.gz"]  # listed under this name, kept in the folder Contents.dir
    files.update({folder + encoded(section): text for section, text in sections.items()})
    return files
