"""The session: which frame it is, and the root of its nodes."""

from __future__ import annotations

from types import SimpleNamespace

_session = SimpleNamespace(frame=1.0, root=None)


def setFrame(frame):
    _session.frame = float(frame)


def frame():
    return _session.frame


def fps():
    return 24.0
