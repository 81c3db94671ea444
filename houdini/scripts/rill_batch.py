"""Cooks rill over frames and wedges, for farms.

  hython rill_batch.py --hip shot.hip --node /obj/terrain/OUT --frames 1-50 --out 'geo/out.$F4.bgeo.sc'
  hython rill_batch.py --geo in.bgeo.sc --type rill::heightfield_erode::1.0 \\
      --set iterations=600 --wedge rain=0.006,0.012 --out 'geo/wedge_$WEDGE.bgeo.sc'

With --hip it cooks a node of a scene and saves what comes out; --set and --wedge act on that node, or
on the one that --rill names. With --geo it runs the verb on a file, without a scene. $F is the frame,
$WEDGE the number of the wedge from 0. Exit codes: 0 all written, 1 bad input, 2 the command line could
not be read, 3 Houdini failed.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from typing import Sequence

import hou

from rill_hython import (
    EXIT_FAILED,
    EXIT_INPUT,
    ERODE,
    InputError,
    find_type,
    find_verb,
    leave,
    message_of,
    one_line,
    save_beside,
    value_for,
)

Setting = tuple[str, str]


def parse_frames(text: str) -> list[float]:
    """1-50, 1-50x2 or 7."""
    try:
        span, _, step_text = text.partition("x")
        first_text, _, last_text = span.partition("-")
        first = int(first_text)
        last = int(last_text) if last_text else first
        step = int(step_text) if step_text else 1
    except ValueError:
        raise InputError(f"'{text}' is no range of frames; write for example 1-50 or 1-50x2.")
    if step < 1 or last < first:
        raise InputError(f"'{text}' holds no frames; write the first, then the last: 1-50.")
    return [float(frame) for frame in range(first, last + 1, step)]


def parse_setting(text: str) -> Setting:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise InputError(f"'{text}' is no setting; write name=value.")
    return name, value


def wedges_of(texts: Sequence[str]) -> list[list[Setting]]:
    """Every combination of the values: name=1,2,3 for each."""
    axes: list[list[Setting]] = []
    for text in texts:
        name, values = parse_setting(text)
        axes.append([(name, value) for value in values.split(",")])
    return [list(combination) for combination in itertools.product(*axes)]


def file_name(pattern: str, frame: float, wedge: int) -> str:
    return hou.text.expandStringAtFrame(pattern.replace("$WEDGE", str(wedge)), frame)


class Progress:
    """Lines that Tractor and HQueue (ALF_PROGRESS) and Deadline (Progress:) read."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0

    def wrote(self, path: str) -> None:
        self.done += 1
        percent = 100 * self.done // self.total
        print(f"rill: wrote {path}")
        print(f"ALF_PROGRESS {percent}%")
        print(f"Progress: {percent}%", flush=True)


def check_messages(where: str, errors: Sequence[str], warnings: Sequence[str]) -> None:
    if errors:
        raise InputError(f"{where}: {one_line(errors)}")
    for warning in warnings:
        print(f"rill: warning: {where}: {one_line([warning])}", file=sys.stderr)


def load_scene(path: str) -> None:
    try:
        hou.hipFile.load(path, suppress_save_prompt=True)
    except hou.LoadWarning as warning:
        # The scene is there; what is missing in it will show where it matters.
        print(f"rill: warning: {message_of(warning)}", file=sys.stderr)
    except hou.OperationFailed as error:
        raise InputError(f"'{path}' cannot be loaded: {message_of(error)}")


def find_node(path: str) -> hou.SopNode:
    node = hou.node(path)
    if not isinstance(node, hou.SopNode):
        raise InputError(f"There is no SOP '{path}' in the scene; check the path.")
    return node


def set_on_node(node: hou.SopNode, settings: Sequence[Setting]) -> None:
    node_type = node.type()
    if not isinstance(node_type, hou.OpNodeType):
        raise InputError(f"'{node.path()}' takes no parameters.")
    for name, text in settings:
        parm = node.parm(name)
        if parm is None:
            raise InputError(f"'{node.path()}' has no parameter '{name}'; its help lists them all.")
        parm.set(value_for(node_type, name, text))


def cook_scene(options: argparse.Namespace, frames: Sequence[float]) -> None:
    load_scene(options.hip)
    node = find_node(options.node)
    rill = find_node(options.rill) if options.rill else node
    set_on_node(rill, [parse_setting(text) for text in options.set])
    wedges = wedges_of(options.wedge)
    progress = Progress(len(wedges) * len(frames))
    for number, wedge in enumerate(wedges):
        set_on_node(rill, wedge)
        for frame in frames:
            hou.setFrame(frame)
            try:
                node.cook(force=True)
            except hou.OperationFailed as error:
                text = one_line(node.errors()) or message_of(error)
                raise InputError(f"{node.path()} at frame {frame:g}: {text}")
            for told in {node.path(): node, rill.path(): rill}.values():
                check_messages(f"{told.path()} at frame {frame:g}", told.errors(), told.warnings())
            geometry = node.geometry()
            if geometry is None:
                raise InputError(f"{node.path()} at frame {frame:g} gave no geometry.")
            path = file_name(options.out, frame, number)
            save_beside(geometry, path)
            progress.wrote(path)


def load_geometry(pattern: str, frame: float) -> hou.Geometry:
    path = hou.text.expandStringAtFrame(pattern, frame)
    geometry = hou.Geometry()
    try:
        geometry.loadFromFile(path)
    except hou.OperationFailed as error:
        raise InputError(f"'{path}' cannot be read: {message_of(error)}")
    geometry.incrementAllDataIds()
    return geometry


def cook_files(options: argparse.Namespace, frames: Sequence[float]) -> None:
    node_type = find_type(options.type)
    base = [parse_setting(text) for text in options.set]
    wedges = wedges_of(options.wedge)
    progress = Progress(len(wedges) * len(frames))
    for number, wedge in enumerate(wedges):
        # One verb per wedge: an animation in its cache goes on from frame to frame.
        verb = find_verb(options.type)
        verb.setParms({name: value_for(node_type, name, text) for name, text in base + wedge})
        for frame in frames:
            inputs = [load_geometry(options.geo, frame)]
            if options.masks:
                inputs.append(load_geometry(options.masks, frame))
            result = hou.Geometry()
            try:
                verb.executeAtTime(result, inputs, (frame - 1) / hou.fps(), False)
            except hou.OperationFailed as error:
                raise InputError(f"{options.geo} at frame {frame:g}: {message_of(error)}")
            path = file_name(options.out, frame, number)
            save_beside(result, path)
            progress.wrote(path)


def patterns_clash(options: argparse.Namespace, frames: Sequence[float]) -> bool:
    """Would two results have one name?"""
    names: list[str] = []
    for number in range(len(wedges_of(options.wedge))):
        names += [file_name(options.out, frame, number) for frame in frames]
    return len(set(names)) < len(names)


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    source = result.add_mutually_exclusive_group(required=True)
    source.add_argument("--hip", help="a scene; needs --node")
    source.add_argument("--geo", help="a geometry file, $F in it is the frame")
    result.add_argument("--node", help="the SOP of the scene to save")
    result.add_argument("--rill", help="the node that --set and --wedge act on")
    result.add_argument("--type", default=ERODE, help="the node type for --geo")
    result.add_argument("--masks", help="a geometry file for the second input, with --geo")
    result.add_argument("--frames", default="1")
    result.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    result.add_argument("--wedge", action="append", default=[], metavar="NAME=VALUE,VALUE")
    result.add_argument("--out", required=True)
    return result


def run(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    try:
        frames = parse_frames(options.frames)
        if options.hip and not options.node:
            raise InputError("--hip needs --node, the SOP to save.")
        if patterns_clash(options, frames):
            raise InputError(
                f"'{options.out}' gives one name to several results; put $F4 or $WEDGE into it."
            )
        if options.hip:
            cook_scene(options, frames)
        else:
            cook_files(options, frames)
    except InputError as error:
        print(f"rill: {error}", file=sys.stderr)
        return EXIT_INPUT
    except (hou.Error, OSError) as failure:
        text = message_of(failure) if isinstance(failure, hou.Error) else str(failure)
        print(f"rill: Houdini failed: {text}", file=sys.stderr)
        return EXIT_FAILED
    return 0


if __name__ == "__main__":
    leave(run(sys.argv[1:]))
