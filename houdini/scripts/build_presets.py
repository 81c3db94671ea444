"""Saves rill's presets as Houdini presets of each node, below FOLDER/presets/Sop.

  hython build_presets.py FOLDER      a folder on HOUDINI_PATH, for example $RILL
"""

from __future__ import annotations

import sys

import hou

from rill_hython import EXIT_FAILED, NODE_TYPES, InputError, find_type, leave, message_of


def save_presets(node: hou.OpNode, folder: str) -> int:
    template = node.parmTemplateGroup().find("preset")
    parm = node.parm("preset")
    if parm is None or not isinstance(template, hou.MenuParmTemplate):
        raise InputError(f"'{node.type().name()}' has no menu of presets.")
    count = 0
    for index, name in enumerate(template.menuItems()):
        if index == 0:
            continue  # Custom
        parm.set(index)
        parm.pressButton()
        _, problem = hou.hscript(f'oppresetsave {node.path()} "{name}" {folder}')
        if problem:
            raise InputError(f"The preset '{name}' was not saved: {problem.strip()}")
        count += 1
    return count


def main() -> int:
    if len(sys.argv) != 2:
        print("rill: give the folder to save to, one on HOUDINI_PATH.", file=sys.stderr)
        return 2
    try:
        root = hou.node("/obj")
        if not isinstance(root, hou.OpNode):
            raise InputError("There is no /obj in the scene.")
        parent = root.createNode("geo", "rill_presets", run_init_scripts=False)
        for kind in NODE_TYPES:
            find_type(kind)
            count = save_presets(parent.createNode(kind), sys.argv[1])
            print(f"rill: {count} presets for {kind}")
        parent.destroy()
    except InputError as error:
        print(f"rill: {error}", file=sys.stderr)
        return 1
    except hou.Error as failure:
        print(f"rill: Houdini failed: {message_of(failure)}", file=sys.stderr)
        return EXIT_FAILED
    return 0


if __name__ == "__main__":
    leave(main())
