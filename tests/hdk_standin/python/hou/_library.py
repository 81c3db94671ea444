"""Calls into the stand-in's library."""

from __future__ import annotations

import ctypes
import os

_lib = ctypes.CDLL(os.environ["RILL_STANDIN"])
_P, _S, _I, _D = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_double


def _declare(result, *names):
    for name in names:
        getattr(_lib, "standin_" + name).restype = result


_declare(_S, "error", "dso", "types", "help", "parameters", "primitive_text", "global_text", "node_get",
         "node_menu", "node_info", "node_messages", "verb_get", "verb_messages")
_declare(_P, "detail_new", "detail_copy", "node_new", "node_cook", "verb_new", "verb_execute")
_declare(_D, "global_number")


def _call(name, *arguments):
    wrapped = []
    for value in arguments:
        if isinstance(value, str):
            value = value.encode()
        elif isinstance(value, float):
            value = _D(value)
        elif isinstance(value, _Handle):
            value = _P(value.pointer)
        elif value is None:
            value = _P(None)
        wrapped.append(value)
    result = getattr(_lib, "standin_" + name)(*wrapped)
    return result.decode() if isinstance(result, bytes) else result


class _Handle:
    def __init__(self, pointer, free):
        self.pointer, self.free = pointer, free

    def __del__(self):
        if self.pointer and _lib is not None:
            getattr(_lib, "standin_" + self.free)(_P(self.pointer))
