"""The part of verify_in_houdini.py that asks Houdini what rill's authors could only read about: its
headers, its own terrain nodes in every plane, its presets, and OpenCL under other settings.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterable

import hou

from build_presets import save_presets
from rill_hython import NODE_TYPES, Skip, expect, geometry_of, layers_of, scene_parent

dso = ""  # the plugin that was loaded by path, if one was

# What sop/ calls, by the header that it includes for it. The tests compare this with the sources.
CALLS = {
    "CE/CE_Context.h": "getContext isValid isCPU getCLContext getDevice allocBuffer releaseBuffer "
    "clearMemoryPool finish CE_ENABLED",
    "DEP/DEP_MicroNode.h": "setTimeDependent",
    "GA/GA_Handle.h": "GA_ROHandleS GA_RWHandleS GA_RWHandleF GA_RWHandleI",
    "GA/GA_Iterator.h": "atEnd",
    "GA/GA_Types.h": "GA_ATTRIB_PRIMITIVE GA_ATTRIB_DETAIL",
    "GEO/GEO_PrimVolume.h": "getVoxelHandle getVoxelWriteHandle getRes getSpaceTransform "
    "setSpaceTransform setBorder getBorder getBorderValue setVisualization myXform myCenter myHasTaper "
    "GEO_VOLUMEBORDER_CONSTANT GEO_VOLUMEBORDER_REPEAT GEO_VOLUMEVIS_SMOKE copyAttributesAndGroups "
    "getMapOffset getTypeId GEO_PRIMVOLUME",
    "GU/GU_Detail.h": "getPrimitiveRange getGEOPrimitive findStringTuple addStringTuple addFloatTuple "
    "addIntTuple bumpAllDataIds",
    "GU/GU_PrimVolume.h": "build",
    "OP/OP_DataTypes.h": "",
    "OP/OP_Node.h": "getOperator setFloat setInt evalInt",
    "OP/OP_NodeInfoParms.h": "OP_NodeInfoParms OP_NodeInfoTreeParms append",
    "OP/OP_Operator.h": "setIconName getHDKHelp getName",
    "OP/OP_OperatorTable.h": "addOperator",
    "PRM/PRM_Include.h": "PRM_ChoiceList PRM_CHOICELIST_REPLACE setToken setLabel",
    "PRM/PRM_TemplateBuilder.h": "justBuilt setCallback setChoiceListPtr templates",
    "SOP/SOP_Error.h": "SOP_MESSAGE",
    "SOP/SOP_Node.h": "cookVerb cookMySop cookMyselfAsVerb inputLabel fillInfoTreeNodeSpecific "
    "getNodeSpecificInfoText",
    "SOP/SOP_NodeParmsOptions.h": "SOP_NodeParmsOptions SOP_NodeCacheOptions doCook evalFloat evalInt "
    "evalString nInputs hasInput inputGeo addError addWarning addMessage cookparms",
    "SOP/SOP_NodeVerb.h": "COOK_INPLACE allocParms allocCache cookMode registerVerb lookupVerb depnode "
    "getNode",
    "SYS/SYS_Version.h": "SYS_VERSION_MAJOR_INT",
    "UT/UT_DSOVersion.h": "",
    "UT/UT_InfoTree.h": "addChildMap addProperties",
    "UT/UT_Interrupt.h": "UT_AutoInterrupt wasInterrupted",
    "UT/UT_ParallelUtil.h": "UTparallelFor UT_BlockedRange",
    "UT/UT_String.h": "hardenIfNeeded toStdString",
    "UT/UT_StringHolder.h": "UT_StringHolder",
    "UT/UT_VoxelArray.h": "UT_VoxelArrayReadHandleF UT_VoxelArrayWriteHandleF numTiles linearTileToXYZ "
    "getLinearTile getXRes getYRes getZRes TILESIZE isConstant makeConstant makeRawUninitialized rawData isNull",
}


def headers() -> Iterable[str]:
    """Is every call of the plugin in this Houdini's headers?"""
    root = Path(hou.getenv("HFS") or "") / "toolkit" / "include"
    if not (root / "UT").is_dir():
        raise Skip("there is no $HFS/toolkit/include")
    missing = [name for name in CALLS if not (root / name).is_file()]
    elsewhere: list[str] = []
    everything = ""
    for name, text in CALLS.items():
        if name in missing:
            continue
        own = (root / name).read_text(encoding="utf-8", errors="replace")
        for call in text.split():
            if re.search(rf"\b{call}\b", own):
                continue
            if not everything:
                folders = sorted({Path(header).parent.name for header in CALLS})
                everything = "\n".join(
                    path.read_text(encoding="utf-8", errors="replace")
                    for folder in folders
                    for path in sorted((root / folder).glob("*.h"))
                )
            found = re.search(rf"\b{call}\b", everything)
            (elsewhere if found else missing).append(f"{call} ({name})")
    yield f"{sum(len(text.split()) for text in CALLS.values())} calls of {len(CALLS)} headers looked up"
    if elsewhere:
        yield f"declared in another header: {', '.join(elsewhere)}"
    volume = root / "GEO" / "GEO_PrimVolume.h"
    if volume.is_file():
        names = re.findall(r"\b(\w*[sS]torage\w*|isInt\w*)\s*\(", volume.read_text(errors="replace"))
        yield f"storage of volumes: {', '.join(sorted(set(names))) or 'no such call'}"
    for version in (root / "tbb" / "tbb_stddef.h", root / "oneapi" / "tbb" / "version.h"):
        if version.is_file():
            numbers = re.findall(r"TBB_VERSION_M(?:AJ|IN)OR (\d+)", version.read_text(errors="replace"))
            yield f"TBB {'.'.join(numbers)} ({version.name})"
    expect(not missing, f"not in this Houdini: {', '.join(missing)}")


def stock_planes() -> Iterable[str]:
    """Where the voxels of Houdini's own height fields lie, and how its layers look."""
    parent = scene_parent()
    try:
        ground = parent.createNode("heightfield")
        ground.setParms({"sizex": 40.0, "sizey": 30.0, "gridspacing": 10.0})
        orient = ground.parm("orient")
        for word in orient.menuItems() if orient is not None else ("as it is",):
            if orient is not None:
                orient.set(word)
            for name, volumes in layers_of(geometry_of(ground)).items():
                volume = volumes[0]
                places = [volume.indexToPos(index) for index in ((0, 0, 0), (1, 0, 0), (0, 1, 0))]
                yield (
                    f"{word} {name}: {volume.resolution()}, voxels (0,0), (1,0), (0,1) at "
                    f"{', '.join(str(place) for place in places)}, size {volume.voxelSize()}, looks "
                    f"{volume.intrinsicValue('volumevisualmode')}"
                )
    finally:
        parent.destroy()


def presets() -> Iterable[str]:
    """Do the presets become Houdini presets?"""
    parent = scene_parent()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for kind in NODE_TYPES:
                count = save_presets(parent.createNode(kind), folder)
                yield f"{kind}: {count} presets"
            files = [path for path in Path(folder).rglob("*") if path.is_file()]
            expect(bool(files), "oppresetsave wrote no file")
            yield ", ".join(f"{path.relative_to(folder)} ({path.stat().st_size} bytes)" for path in files)
    finally:
        parent.destroy()


OPENCL_SETTINGS = (
    {"HOUDINI_OCL_DEVICETYPE": "CPU"},
    {"HOUDINI_OCL_DEVICETYPE": "GPU"},
    {"HOUDINI_USE_HFS_OCL": "0"},
)


def opencl_settings() -> Iterable[str]:
    """The check of devices again, each time in a Houdini of its own with another OpenCL."""
    hython = Path(hou.getenv("HFS") or "") / "bin" / "hython"
    program = str(hython) if hython.is_file() else sys.executable
    script = str(Path(__file__).with_name("verify_in_houdini.py"))
    wrong = []
    command = [program, script, "--only", "devices"]
    if dso:
        command += ["--dso", dso]
    for settings in OPENCL_SETTINGS:
        words = " ".join(f"{name}={value}" for name, value in settings.items())
        done = subprocess.run(
            command, env={**os.environ, **settings}, capture_output=True, text=True, timeout=600
        )
        lines = [line.strip() for line in done.stdout.splitlines()]
        yield from (f"{words}: {line}" for line in lines if " ran on " in line)
        if done.returncode:
            wrong.append(words)
            yield from (f"{words}: {line}" for line in lines + done.stderr.splitlines())
    expect(not wrong, f"failed with {', '.join(wrong)}")


BY_HAND = (
    "Esc during a long cook in the interface: the input comes out, with the node's interrupt mark",
    "two viewports that show two rill nodes, both cooking",
    "SOP Invoke in Copernicus over a compiled block with a rill node",
    "the node's info window (middle mouse button) shows a branch 'rill'",
    "on Windows: the DLL in the oldest build that you support",
)


def by_hand() -> Iterable[str]:
    """What a script cannot see."""
    yield from (f"please try: {text}" for text in BY_HAND)
