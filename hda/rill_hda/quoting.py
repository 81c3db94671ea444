"""Strings as Houdini's files write them."""

from __future__ import annotations


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
