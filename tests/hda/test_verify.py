"""What verify_assets.py does without Houdini: finding and reading the folders, and comparing two of them.
test_verify.py SOURCE_FOLDER"""

from __future__ import annotations

import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True
SOURCE = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
sys.path[:0] = [str(Path(__file__).resolve().parent), str(SOURCE / "houdini" / "scripts")]

import small_hou  # noqa: E402

sys.modules["hou"] = small_hou
verify: Any = __import__("verify_assets")


class Verify(unittest.TestCase):
    def test_finds_and_reads_every_folder(self) -> None:
        found = verify.folders()
        self.assertEqual(
            [folder.name for folder in found], sorted(path.name for path in (SOURCE / "otls").iterdir())
        )
        self.assertEqual(verify.operator_of(SOURCE / "otls" / "rill_erode.hda"), ("Cop", "rill::erode::1.0"))
        for folder in found:
            needs_21 = folder.name == "rill_erode_sop.hda"
            self.assertEqual("sopinvoke" in verify.section_of(folder, "Contents.mime"), needs_21)

    def test_says_why_it_cannot(self) -> None:
        for check in verify.CHECKS.values():
            with self.assertRaises(verify.Skip):
                list(check())

    def test_difference_of_folders(self) -> None:
        ours = SOURCE / "otls" / "rill_erode.hda"
        with tempfile.TemporaryDirectory() as place:
            theirs = Path(place) / "x.hda"
            shutil.copytree(ours, theirs)
            index = theirs / "INDEX__SECTION"
            index.write_text(
                index.read_text().replace("Thu Jan  1 00:00:00 2026", "Fri Jan  2 00:00:00 2026")
            )
            self.assertEqual(verify.tree_difference(ours, theirs), [])
            index.write_text(index.read_text().replace("1 to 8", "0 to 8"))
            (theirs / "more").write_text("new\n")
            lines = verify.tree_difference(ours, theirs)
            self.assertIn("-Inputs:       1 to 8", lines)
            self.assertIn("+Inputs:       0 to 8", lines)
            self.assertIn("+new", lines)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
