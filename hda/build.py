#!/usr/bin/env python3
"""Builds the digital assets of hda/ into otls/, in the expanded form that Houdini loads as it is.

hda/build.py                 writes otls/, the help cards and the network pictures anew
hda/build.py --check         exit 1 if any of them is stale
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from rill_hda.help_card import help_card, help_file  # noqa: E402
from rill_hda.library import asset_files  # noqa: E402
from rill_hda.lines import DescriptionError  # noqa: E402
from rill_hda.model import Asset, Project  # noqa: E402
from rill_hda.picture import network_picture  # noqa: E402
from rill_hda.read import read_asset  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent


def read_all(root: Path) -> list[Asset]:
    project = Project.at(root)
    assets = []
    for file in sorted((root / "hda").glob("*/asset.txt")):
        found = next((asset for asset in project.assets.values() if asset.file == file), None)
        assets.append(found or read_asset(project, file))
    return assets


def all_files(root: Path) -> dict[str, str]:
    """Every generated file, by its path in the project."""
    icons = root / "houdini" / "config" / "Icons"
    files: dict[str, str] = {}
    for asset in read_all(root):
        for name, text in asset_files(asset, icons).items():
            files[f"otls/rill_{asset.folder.name}.hda/{name}"] = text
        files["houdini/help/nodes/" + help_file(asset)] = help_card(asset)
        files[f"docs/networks/{asset.folder.name}.svg"] = network_picture(asset)
    return files


def left_over(root: Path, files: dict[str, str]) -> list[Path]:
    """Files in the generated folders that no description makes any more."""
    found = [*(root / "otls").rglob("*"), *(root / "docs" / "networks").glob("*")]
    return [path for path in found if path.is_file() and path.relative_to(root).as_posix() not in files]


def write(path: Path, text: str) -> None:
    """Beside it first, so that no half-written file has the right name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except BaseException:
        os.remove(beside)
        raise


def stale(root: Path, files: dict[str, str]) -> list[str]:
    wrong = [
        name
        for name, text in files.items()
        if not (root / name).is_file() or (root / name).read_bytes() != text.encode("utf-8")
    ]
    return wrong + [path.relative_to(root).as_posix() for path in left_over(root, files)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when something is stale")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    options = parser.parse_args()
    try:
        files = all_files(options.root)
        if options.check:
            wrong = stale(options.root, files)
            for name in wrong:
                print(f"{name} is stale; run hda/build.py", file=sys.stderr)
            return 1 if wrong else 0
        for path in left_over(options.root, files):
            path.unlink()
        for name, text in files.items():
            path = options.root / name
            if not path.is_file() or path.read_bytes() != text.encode("utf-8"):
                write(path, text)
    except (DescriptionError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
