#!/usr/bin/env python3
"""Takes a kernel out of a built asset, as Houdini will read it:

    extract.py otls/rill_erode.hda step kernel.cl

writes the kernelcode of the node `step`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


class ExtractError(Exception):
    """The folder does not hold such a kernel."""


def contents_of(asset: Path) -> str:
    found = sorted(asset.glob("*/Contents.dir/Contents.mime"))
    if len(found) != 1:
        raise ExtractError(f"{asset} has {len(found)} contents instead of one")
    return found[0].read_text(encoding="utf-8")


def parameters_of(contents: str, node: str) -> str:
    """The .parm part of the node of that name, wherever it stands in the network."""
    parts = re.split(r'^Content-Disposition: attachment; filename="([^"]+)"$', contents, flags=re.M)
    found = [text for name, text in zip(parts[1::2], parts[2::2])
             if re.fullmatch(r"(.*/)?" + re.escape(node) + r"\.parm", name)]
    if len(found) != 1:
        raise ExtractError(f"there are {len(found)} nodes '{node}' instead of one")
    return found[0]


def kernel_of(asset: Path, node: str) -> str:
    row = re.search(r'^kernelcode\t[^\n(]*\(\t"((?:[^"\\]|\\.)*)"\t\)$',
                    parameters_of(contents_of(asset), node), re.M | re.S)
    if not row:
        raise ExtractError(f"the node '{node}' of {asset} has no kernelcode")
    return re.sub(r"\\(.)", r"\1", row.group(1), flags=re.S)


def main() -> int:
    if len(sys.argv) != 4:
        print("extract.py <asset folder> <node> <kernel.cl>", file=sys.stderr)
        return 2
    try:
        text = kernel_of(Path(sys.argv[1]), sys.argv[2])
        Path(sys.argv[3]).write_text(text, encoding="utf-8")
    except (ExtractError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
