"""The scene, its file, and what hou tells of the application."""

from __future__ import annotations

import os
import pickle
import re
import sys
from types import SimpleNamespace

from ._geometry import OperationFailed
from ._library import _call
from ._node_types import _category
from ._nodes import OpNode, RillNode
from ._parameters import ButtonParmTemplate
from ._session_state import _session


def _new_scene():
    _session.root = OpNode(None, "", "root")
    _session.root._children["obj"] = OpNode(_session.root, "obj", "obj")


class hipFile:
    @staticmethod
    def clear(suppress_save_prompt=False):
        _new_scene()

    @staticmethod
    def save(file_name=None, save_to_recent_files=True):
        def rows(node):
            return [(n._name, n._kind, {i: s.path() for i, s in n._inputs.items()},
                     {t.name(): n.evalParm(t.name()) for t in n._group.entriesWithoutFolders()}
                     if isinstance(n, RillNode) else n._values, getattr(n, "_shown", None), rows(n))
                    for n in node.children()]

        with open(file_name, "wb") as file:
            pickle.dump(rows(_session.root._children["obj"]), file)

    @staticmethod
    def load(file_name, suppress_save_prompt=False, ignore_load_warnings=False):
        try:
            with open(file_name, "rb") as file:
                saved = pickle.load(file)
        except (OSError, pickle.UnpicklingError, EOFError):
            raise OperationFailed("Unable to open file: " + file_name)
        _new_scene()
        links = []

        def build(parent, rows):
            for name, kind, inputs, values, shown, children in rows:
                made = parent._children.get(name) or parent.createNode(kind, name)
                for parm, value in values.items():
                    template = made._group.find(parm) if isinstance(made, RillNode) else None
                    if isinstance(template, ButtonParmTemplate):
                        continue
                    made._set(parm, value)
                links.extend((made, index, path) for index, path in inputs.items())
                if shown:
                    made._shown = shown
                build(made, children)

        build(_session.root._children["obj"], saved)
        for made, index, path in links:
            made.setInput(index, node(path))


class InterruptableOperation:
    def __init__(self, name, long_name=None, open_interrupt_dialog=False, timeout_ms=0):
        self._seconds = timeout_ms / 1000

    def __enter__(self):
        _call("escape_after", self._seconds)

    def __exit__(self, *_):
        _call("escape_after", -1.0)


class text:
    @staticmethod
    def expandStringAtFrame(string, frame, expand_tilde=True):
        def replace(match):
            return str(int(frame)).zfill(int(match.group(1) or 0))

        return os.path.expandvars(re.sub(r"\$F(\d*)", replace, string))


def node(path):
    return _session.root.node(path)


def hscript(command):
    """oppresetsave NODE "NAME" FOLDER: the node's values, one file for each type."""
    words = re.fullmatch(r'oppresetsave (\S+) "([^"]+)" (\S+)', command)
    if not words:
        return "", "Unknown command: " + command
    path, name, folder = words.groups()
    saved = node(path)
    if saved is None:
        return "", "No such node: " + path
    place = os.path.join(folder, "presets", "Sop")
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, saved.type().name().replace(":", "-") + ".idx"), "a") as file:
        for template in saved._group.entriesWithoutFolders():
            if not isinstance(template, ButtonParmTemplate):
                file.write(f"{name}\t{template.name()}\t{saved.evalParm(template.name())}\n")
    return "", ""


def getenv(name, default=None):
    return os.environ.get(name, default)


def exit(exit_code=0, suppress_save_prompt=False):
    sys.exit(exit_code)


def applicationVersion(include_patch=False):
    return (21, 0, 0)


def applicationVersionString():
    return "21.0.0 (stand-in, not Houdini)"


def applicationPlatformInfo():
    return "stand-in"


def hdkAPIVersion():
    return 0


def thirdPartyLibraryVersions():
    return {}


def licenseCategory():
    return SimpleNamespace(name=lambda: "stand-in")


def maxThreads():
    return 0


def getEnvConfigValue(name, default=None):
    return os.environ.get(name, default)


_new_scene()
if os.environ.get("RILL_DSO"):
    _category.loadDSO(os.environ["RILL_DSO"])
