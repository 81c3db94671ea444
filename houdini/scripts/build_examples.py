"""Builds the example networks of rill and saves them as a scene, so that nobody needs a binary file.

  hython build_examples.py [out.hip]
"""

from __future__ import annotations

import sys
from typing import Callable, Mapping

import hou

from rill_hython import ERODE, EXIT_FAILED, HYDRAULIC, THERMAL, InputError, find_type, leave, message_of

Values = Mapping[str, int | float | str]


def sop(parent: hou.OpNode, kind: str, name: str, values: Values | None = None) -> hou.OpNode:
    """A SOP with parameters set; those that this Houdini does not have are passed over."""
    node = parent.createNode(kind, name)
    for parm, value in (values or {}).items():
        found = node.parm(parm)
        if found is not None:
            found.set(value)
        elif kind.startswith("rill::"):
            raise InputError(f"'{kind}' has no parameter '{parm}'.")
    return node


def terrain(parent: hou.OpNode, spacing: float = 2.0) -> hou.OpNode:
    ground = sop(
        parent, "heightfield", "ground", {"sizex": 1000.0, "sizey": 1000.0, "gridspacing": spacing}
    )
    noise = sop(parent, "heightfield_noise", "hills", {"amp": 200.0, "elementsize": 500.0})
    noise.setInput(0, ground)
    return noise


def finish(parent: hou.OpNode, last: hou.OpNode, text: str) -> None:
    out = sop(parent, "null", "OUT")
    out.setInput(0, last)
    if isinstance(out, hou.SopNode):
        out.setDisplayFlag(True)
        out.setRenderFlag(True)
    note = parent.createStickyNote("about")
    note.setText(text)
    note.setSize(hou.Vector2(5, 1.5))
    parent.layoutChildren()


def hydraulic_only(parent: hou.OpNode) -> None:
    node = sop(parent, HYDRAULIC, "hydraulic", {"iterations": 300, "output_flow": 1})
    node.setInput(0, terrain(parent))
    finish(parent, node, "Running water alone: valleys with steep walls. The layer flow shows the streams.")


def combined(parent: hou.OpNode) -> None:
    node = sop(parent, ERODE, "erode", {"iterations": 400, "output_debris": 1})
    node.setInput(0, terrain(parent))
    finish(parent, node, "Water and sliding slopes together, with the defaults.")


def two_scales(parent: hou.OpNode) -> None:
    coarse = sop(parent, ERODE, "large_valleys", {"iterations": 300})
    coarse.setInput(0, terrain(parent, 4.0))
    finer = sop(parent, "heightfield_resample", "finer", {"resscale": 2.0})
    finer.setInput(0, coarse)
    fine = sop(parent, ERODE, "small_gullies", {"iterations": 150, "rain": 0.02})
    fine.setInput(0, finer)
    scree = sop(parent, THERMAL, "scree", {"iterations": 100, "talus": 1.0})
    scree.setInput(0, fine)
    finish(parent, scree, "Large valleys on a coarse grid, then gullies on a finer one, then scree.")


def solver(parent: hou.OpNode) -> None:
    node = sop(parent, "solver", "erode_over_time")
    node.setInput(0, terrain(parent))
    inside = hou.node(node.path() + "/d/s")
    if isinstance(inside, hou.OpNode):
        erode = sop(inside, ERODE, "erode", {"iterations": 10, "keep_low": 1})
        before = inside.node("Prev_Frame")
        if isinstance(before, hou.OpNode):
            erode.setInput(0, before)
        if isinstance(erode, hou.SopNode):
            erode.setDisplayFlag(True)
            erode.setRenderFlag(True)
    finish(
        parent,
        node,
        "A Solver SOP: each frame erodes the last one further. For inputs that move, or to mix rill "
        "with other nodes frame by frame. Write Exact State keeps it to the bit.",
    )


def masks(parent: hou.OpNode) -> None:
    ground = terrain(parent)
    mask = sop(parent, "heightfield_maskbyfeature", "where_flat")
    mask.setInput(0, ground)
    node = sop(parent, ERODE, "erode", {"iterations": 300, "masklayer": "mask"})
    node.setInput(0, ground)
    node.setInput(1, mask)
    finish(parent, node, "The second input's mask scales the erosion: 0 none, 1 full.")


def animate(parent: hou.OpNode) -> None:
    values: Values = {"animate": 1, "startframe": 1, "perframe": 5, "checkpointframes": 24}
    node = sop(parent, ERODE, "erode", values)
    node.setInput(0, terrain(parent))
    finish(parent, node, "Animate: play from frame 1. Scrubbing back starts at the nearest checkpoint.")


EXAMPLES: dict[str, Callable[[hou.OpNode], None]] = {
    "hydraulic_only": hydraulic_only,
    "combined": combined,
    "two_scales": two_scales,
    "solver": solver,
    "masks": masks,
    "animate": animate,
}


def build() -> list[hou.OpNode]:
    """One geometry object per example, in the open scene."""
    for kind in (HYDRAULIC, THERMAL, ERODE):
        find_type(kind)
    root = hou.node("/obj")
    if not isinstance(root, hou.OpNode):
        raise InputError("There is no /obj in the scene.")
    made = []
    for name, make in EXAMPLES.items():
        parent = root.createNode("geo", f"rill_{name}", run_init_scripts=False)
        make(parent)
        made.append(parent)
    root.layoutChildren()
    return made


def main() -> int:
    path = sys.argv[1] if len(sys.argv) > 1 else "rill_examples.hip"
    try:
        hou.hipFile.clear(suppress_save_prompt=True)
        made = build()
        hou.hipFile.save(path)
    except InputError as error:
        print(f"rill: {error}", file=sys.stderr)
        return 1
    except hou.Error as failure:
        print(f"rill: Houdini failed: {message_of(failure)}", file=sys.stderr)
        return EXIT_FAILED
    print(f"rill: {len(made)} examples in {path}")
    return 0


if __name__ == "__main__":
    leave(main())
