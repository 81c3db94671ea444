"""Checks rill inside Houdini and prints a report to send back.

  hython verify_in_houdini.py [--dso path/to/rill.so] [--report report.txt]

Loads the plugin (by path when --dso names it), then checks the node types, help, every parameter, the
verb, results against known sums, planes, interrupt, a compiled block, animation, devices, presets and the
digital assets, and prints facts about this Houdini that rill's authors could only read about. The exit code is 0 when no
check failed.
"""

from __future__ import annotations

import argparse
import array
import json
import os
import sys
import time
import traceback
import zlib
from typing import Callable, Iterable, Mapping

import hou

import verify_assets
import verify_facts
from rill_hython import (
    ERODE,
    NODE_TYPES,
    Skip,
    expect,
    find_type,
    find_verb,
    geometry_of,
    layers_of,
    leave,
    scene_parent,
)

HERE = os.path.dirname(os.path.abspath(__file__))
WIDE, HIGH, CELL = 96, 64, 2.0
Values = Mapping[str, int | float | str]


class Report:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.failed = 0

    def say(self, text: str) -> None:
        self.lines.append(text)
        print(text, flush=True)

    def run(self, name: str, check: Callable[[], Iterable[str]]) -> None:
        started = time.time()
        try:
            facts = list(check())
            outcome = "ok"
        except Skip as skip:
            facts, outcome = [str(skip)], "skipped"
        except Exception as error:  # every failure belongs into the report
            self.failed += 1
            where = traceback.format_exc().strip().splitlines()[-3:]
            facts, outcome = [f"{type(error).__name__}: {error}", *where], "FAILED"
        self.say(f"{outcome:8} {name} ({time.time() - started:.1f} s)")
        for fact in facts:
            self.say(f"         {fact}")


def ramp(i: int, period: int) -> float:
    return abs(i % (2 * period) - period) / period


def test_heights() -> array.array[float]:
    """The terrain of rill_houdini_pages sums: exact in binary, so the same everywhere."""
    return array.array(
        "f",
        (
            60 + 20 * ramp(x, 32) + 15 * ramp(y, 16) + (x * 37 + y * 101 + x * y * 13) % 64 / 16
            for y in range(HIGH)
            for x in range(WIDE)
        ),
    )


# Rows of the transform: where the x, y and z axes of the voxels point.
PLANES = {
    "ZX": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "XY": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "YZ": ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
}


def add_layer(geometry: hou.Geometry, name: str, values: array.array[float], plane: str) -> hou.Volume:
    volume = geometry.createVolume(WIDE, HIGH, 1)
    halves = (WIDE * CELL / 2, HIGH * CELL / 2, 1.0)
    rows = [[axis * half for axis in row] + [0] for row, half in zip(PLANES[plane], halves)]
    volume.setTransform(hou.Matrix4(rows + [[0, 0, 0, 1]]))
    volume.setAttribValue("name", name)
    volume.setAllVoxelsFromString(values.tobytes())
    return volume


def test_terrain(plane: str = "ZX") -> hou.Geometry:
    geometry = hou.Geometry()
    geometry.addAttrib(hou.attribType.Prim, "name", "")
    volume = add_layer(geometry, "height", test_heights(), plane)
    volume.setIntrinsicValue("volumevisualmode", "heightfield")
    geometry.incrementAllDataIds()
    return geometry


def sums_of(geometry: hou.Geometry) -> dict[str, int]:
    """A check sum of the bits of every layer."""
    return {
        name: zlib.crc32(volumes[0].allVoxelsAsString())
        for name, volumes in sorted(layers_of(geometry).items())
    }


def known_names() -> dict[str, list[str]]:
    with open(os.path.join(HERE, "rill_names.json"), encoding="utf-8") as file:
        names: dict[str, list[str]] = json.load(file)
    return names


def known_sums() -> dict[str, dict[str, int]]:
    with open(os.path.join(HERE, "rill_sums.json"), encoding="utf-8") as file:
        sums: dict[str, dict[str, int]] = json.load(file)
    return sums


def run_verb(kind: str, values: Values, inputs: list[hou.Geometry], at: float = 0.0) -> hou.Geometry:
    verb = find_verb(kind)
    verb.setParms(dict(values))
    result = hou.Geometry()
    verb.executeAtTime(result, inputs, at, False)
    return result


BASE: Values = {"iterations": 40, "device": "tbb"}


def about_houdini() -> Iterable[str]:
    yield f"version {hou.applicationVersionString()}, HDK {hou.hdkAPIVersion()}"
    yield f"platform {hou.applicationPlatformInfo()}, licence {hou.licenseCategory().name()}"
    libraries = hou.thirdPartyLibraryVersions()
    for name in sorted(libraries):
        if "tbb" in name.lower() or "opencl" in name.lower():
            yield f"{name}: {libraries[name]}"
    yield f"threads {hou.maxThreads()}"
    for name in ("HOUDINI_OCL_DEVICETYPE", "HOUDINI_OCL_VENDOR", "HOUDINI_USE_HFS_OCL"):
        yield f"{name} = {hou.getEnvConfigValue(name)}"


def node_types() -> Iterable[str]:
    for kind in NODE_TYPES:
        node_type = find_type(kind)
        expect(node_type.source() == hou.nodeTypeSource.CompiledCode, f"{kind} is not from a DSO")
        expect(node_type.minNumInputs() == 1 and node_type.maxNumInputs() == 2, f"inputs of {kind}")
        expect("== Overview ==" in node_type.embeddedHelp(), f"{kind} has no help")
        yield f"{kind}: {node_type.description()}, icon {node_type.icon()}, {node_type.sourcePath()}"


def parameters() -> Iterable[str]:
    names = known_names()
    for kind in NODE_TYPES:
        group = find_type(kind).parmTemplateGroup()
        missing = [name for name in names[kind] if group.find(name) is None]
        expect(not missing, f"{kind} lacks {', '.join(missing)}")
        there = set(find_verb(kind).parms())
        lost = [
            name
            for name in names[kind]
            if name not in there and not isinstance(group.find(name), hou.ButtonParmTemplate)
        ]
        expect(not lost, f"the verb {kind} lacks {', '.join(lost)}")
        yield f"{kind}: {len(names[kind])} parameters"


def results() -> Iterable[str]:
    known = known_sums()
    for kind in NODE_TYPES:
        got = sums_of(run_verb(kind, BASE, [test_terrain()]))
        wrong = [name for name, total in known[kind].items() if got.get(name) != total]
        expect(not wrong, f"{kind}: other bits in {', '.join(wrong)}")
        yield f"{kind}: {len(known[kind])} layers have the known bits"


def planes() -> Iterable[str]:
    wanted = sums_of(run_verb(ERODE, BASE, [test_terrain()]))
    for plane in PLANES:
        terrain = test_terrain(plane)
        volume = layers_of(terrain)["height"][0]
        steps = [volume.indexToPos(index) for index in ((0, 0, 0), (1, 0, 0), (0, 1, 0))]
        yield f"{plane}: voxels (0,0), (1,0), (0,1) at " + ", ".join(str(step) for step in steps)
        expect(sums_of(run_verb(ERODE, BASE, [terrain])) == wanted, f"other bits in the plane {plane}")


def masks() -> Iterable[str]:
    none = hou.Geometry()
    none.addAttrib(hou.attribType.Prim, "name", "")
    add_layer(none, "mask", array.array("f", [0.0]) * (WIDE * HIGH), "ZX")
    none.incrementAllDataIds()
    result = run_verb(ERODE, BASE, [test_terrain(), none])
    expect(
        sums_of(result)["height"] == zlib.crc32(test_heights().tobytes()),
        "a mask of zeros did not keep the height",
    )
    yield "a mask of zeros keeps every bit of the height"


def stock_terrain(parent: hou.OpNode, spacing: float = 10.0) -> hou.OpNode:
    ground = parent.createNode("heightfield")
    ground.setParms({"sizex": 1000.0, "sizey": 800.0, "gridspacing": spacing})
    hills = parent.createNode("heightfield_noise")
    hills.setInput(0, ground)
    return hills


def rill_node(parent: hou.OpNode, source: hou.OpNode, values: Values) -> hou.SopNode:
    node = parent.createNode(ERODE)
    node.setParms(dict(values))
    node.setInput(0, source)
    if not isinstance(node, hou.SopNode):
        raise AssertionError("a rill node is no SopNode")
    return node


def node_and_verb() -> Iterable[str]:
    parent = scene_parent()
    try:
        source = stock_terrain(parent)
        terrain = geometry_of(source).freeze()
        for name, volumes in layers_of(terrain).items():
            volume = volumes[0]
            yield (
                f"stock layer {name}: {volume.resolution()}, looks "
                f"{volume.intrinsicValue('volumevisualmode')}, transform {volume.transform()}"
            )
        node = rill_node(parent, source, BASE)
        through_node = geometry_of(node)
        told = node.infoTree().branches().get("rill")
        if told is None:
            raise AssertionError("the node's info has no branch 'rill'")
        yield from (f"info: {' '.join(map(str, row))}" for row in told.rows())
        expect(
            sums_of(through_node) == sums_of(run_verb(ERODE, BASE, [terrain])),
            "node and verb give other bits",
        )
        yield f"layers: {', '.join(sorted(layers_of(through_node)))}"
    finally:
        parent.destroy()


def stock_erosion() -> Iterable[str]:
    parent = scene_parent()
    try:
        ground = stock_terrain(parent, 20.0)
        known = hou.sopNodeTypeCategory().nodeTypes()
        for kind in ("heightfield_erode", "heightfield_erode::2.0", "heightfield_erode::3.0"):
            if "::" in kind and kind not in known:
                continue
            erode = parent.createNode(kind, exact_type_name="::" in kind)
            erode.setInput(0, ground)
            yield f"{erode.type().name()}: {', '.join(sorted(layers_of(geometry_of(erode))))}"
    finally:
        parent.destroy()


def interrupt() -> Iterable[str]:
    if hou.applicationVersion()[0] < 21:
        raise Skip("needs hou.InterruptableOperation with a time-out, which 21 has; press Esc by hand")
    parent = scene_parent()
    try:
        source = stock_terrain(parent, 2.0)
        before = sums_of(geometry_of(source))["height"]
        node = rill_node(parent, source, {"iterations": 100000, "device": "tbb"})
        started = time.time()
        try:
            with hou.InterruptableOperation("rill", timeout_ms=500):  # type: ignore[call-arg,unused-ignore]
                node.cook(force=True)
        except hou.Error as stopped:
            yield f"raised {type(stopped).__name__}"
        seconds = time.time() - started
        expect(seconds < 60, f"it went on for {seconds:.0f} s")
        geometry = node.geometry()
        if geometry is not None:
            expect(sums_of(geometry)["height"] == before, "the height is not the input's")
        yield f"stopped after {seconds:.2f} s"
    finally:
        parent.destroy()


def compiled_block() -> Iterable[str]:
    parent = scene_parent()
    try:
        source = stock_terrain(parent)
        begin = parent.createNode("compile_begin")
        end = parent.createNode("compile_end")
        begin.setInput(0, source)
        begin.setParms({"blockpath": end.path()})
        node = rill_node(parent, begin, BASE)
        end.setInput(0, node)
        direct = rill_node(parent, source, BASE)
        expect(sums_of(geometry_of(end)) == sums_of(geometry_of(direct)), "other bits in a compiled block")
        yield "the same bits as outside"
    finally:
        parent.destroy()


def animation() -> Iterable[str]:
    values: Values = {"animate": 1, "startframe": 1, "perframe": 10, "checkpointframes": 2, "device": "tbb"}
    parent = scene_parent()
    try:
        source = stock_terrain(parent)
        node = rill_node(parent, source, values)
        seen: dict[int, dict[str, int]] = {}
        for frame in (1, 5, 3, 5, 2, 4, 5, 1):
            hou.setFrame(frame)
            now = sums_of(geometry_of(node))
            expect(seen.setdefault(frame, now) == now, f"frame {frame} differs the second time")
        still = rill_node(parent, source, {"iterations": 40, "device": "tbb"})
        expect(
            seen[5]["height"] == sums_of(geometry_of(still))["height"],
            "four frames of ten steps are not forty steps",
        )
        yield "frames are the same whichever way they are visited"
    finally:
        hou.setFrame(1)
        parent.destroy()


def devices() -> Iterable[str]:
    known = known_sums()[ERODE]
    for device in ("tbb", "auto", "houdini"):
        values = {**BASE, "device": device, "output_budget": 1}
        started = time.time()
        result = run_verb(ERODE, values, [test_terrain()])
        ran = result.stringAttribValue("rill_device")
        same = sums_of(result)["height"] == known["height"]
        yield f"{device}: ran on {ran}, {time.time() - started:.2f} s, " + (
            "the CPU's bits" if same else "other bits than the CPU"
        )
        expect(same or device != "tbb", "the CPU gives other bits")


def speed() -> Iterable[str]:
    parent = scene_parent()
    try:
        source = stock_terrain(parent, 1.0)
        geometry_of(source)
        for iterations in (0, 100):
            node = rill_node(parent, source, {"iterations": iterations, "device": "tbb"})
            started = time.time()
            geometry_of(node)
            yield f"1000 x 800 cells, {iterations} steps: {time.time() - started:.2f} s"
    finally:
        parent.destroy()


CHECKS: dict[str, Callable[[], Iterable[str]]] = {
    "about this Houdini": about_houdini,
    "node types": node_types,
    "parameters": parameters,
    "known results": results,
    "planes": planes,
    "masks": masks,
    "node and verb": node_and_verb,
    "stock planes": verify_facts.stock_planes,
    "stock erosion": stock_erosion,
    "interrupt": interrupt,
    "compiled block": compiled_block,
    "animation": animation,
    "devices": devices,
    "opencl settings": verify_facts.opencl_settings,
    "presets": verify_facts.presets,
    **verify_assets.CHECKS,
    "headers": verify_facts.headers,
    "speed": speed,
    "by hand": verify_facts.by_hand,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--dso", help="load this plugin instead of an installed one")
    parser.add_argument("--report", help="also write the report to this file")
    parser.add_argument("--only", choices=CHECKS, help="only this check")
    options = parser.parse_args()
    report = Report()
    report.say("rill in Houdini")
    if options.dso:
        verify_facts.dso = os.path.abspath(options.dso)
        hou.sopNodeTypeCategory().loadDSO(os.path.abspath(options.dso))
    checks = {name: check for name, check in CHECKS.items() if options.only in (None, name)}
    for name, check in checks.items():
        report.run(name, check)
    report.say(f"{report.failed} of {len(checks)} checks failed")
    if options.report:
        with open(options.report, "w", encoding="utf-8") as file:
            file.write("\n".join(report.lines) + "\n")
    return 1 if report.failed else 0


if __name__ == "__main__":
    leave(main())
