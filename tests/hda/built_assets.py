"""The folders of otls/, read, for the tests of them. A test is called with the source folder first."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

from expanded import Folder, read_folder

SOURCE = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])


def descriptions() -> list[Path]:
    return sorted(path.parent for path in (SOURCE / "hda").glob("*/asset.txt"))


def folder_of(description: Path) -> Path:
    return SOURCE / "otls" / f"rill_{description.name}.hda"


class BuiltAssets(unittest.TestCase):
    def setUp(self) -> None:
        self.folders: dict[Path, Folder] = {path: read_folder(folder_of(path)) for path in descriptions()}
        self.assertGreaterEqual(len(self.folders), 6)
