"""Errors, values, volumes and geometry."""

from __future__ import annotations

import ctypes
import math
import pickle
import re
from types import SimpleNamespace

from ._library import _D, _I, _Handle, _call


class Error(Exception):
    def instanceMessage(self):
        return str(self.args[0]) if self.args else ""

    def exceptionTypeName(self):
        return type(self).__name__


class OperationFailed(Error):
    pass


class OperationInterrupted(Error):
    pass


class LoadWarning(Error):
    pass


class PermissionError(Error):
    pass


class Vector3(tuple):
    def __new__(cls, values):
        return super().__new__(cls, values)


class Vector2(tuple):
    def __new__(cls, x, y):
        return super().__new__(cls, (x, y))


class Matrix3(tuple):
    pass


class Matrix4:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]


attribType = SimpleNamespace(Prim="prim", Global="global")
nodeTypeSource = SimpleNamespace(CompiledCode="compiled", Internal="internal")
_modes = ["smoke", "rainbow", "iso", "invisible", "heightfield", "image"]


class Prim:
    pass


class Volume(Prim):
    def __init__(self, geometry, index):
        self._geometry, self._index = geometry, index

    @property
    def _at(self):
        return self._geometry._detail, self._index

    def resolution(self):
        res = (_I * 3)()
        _call("volume_res", *self._at, res)
        return tuple(res)

    def allVoxelsAsString(self):
        x, y, z = self.resolution()
        values = (ctypes.c_float * (x * y * z))()
        _call("volume_get", *self._at, values)
        return bytes(values)

    def setAllVoxelsFromString(self, data):
        x, y, z = self.resolution()
        if len(data) != 4 * x * y * z:
            raise OperationFailed("The values do not fit the volume")
        _call("volume_set", *self._at, (ctypes.c_float * (x * y * z)).from_buffer_copy(data))
        self._geometry._fresh = False

    def setTransform(self, matrix):
        rows = matrix.rows
        space = [value for row in rows[:3] for value in row[:3]] + list(rows[3][:3])
        _call("volume_set_space", *self._at, (_D * 12)(*space))

    def _space(self):
        space = (_D * 12)()
        _call("volume_get_space", *self._at, space)
        return list(space)

    def transform(self):
        return Matrix3(self._space()[:9])

    def voxelSize(self):
        x, y = (math.dist(self.indexToPos((0, 0, 0)), self.indexToPos(i)) for i in ((1, 0, 0), (0, 1, 0)))
        return Vector3((x, y, 1.0))

    def indexToPos(self, index):
        position = (_D * 3)()
        _call("volume_position", *self._at, *index, position)
        return Vector3(position)

    def setAttribValue(self, name, value):
        if name not in self._geometry._prim_attribs:
            raise OperationFailed("Invalid attribute name: " + name)
        _call("set_primitive_text", *self._at, name, value)

    def stringAttribValue(self, name):
        text = _call("primitive_text", *self._at, name)
        if text is None:
            raise OperationFailed("Invalid attribute name: " + name)
        return text

    def intrinsicValue(self, name):
        assert name == "volumevisualmode", name
        return _modes[_call("volume_mode", *self._at)]

    def setIntrinsicValue(self, name, value):
        assert name == "volumevisualmode", name
        _call("volume_set_mode", *self._at, _modes.index(value))


class Geometry:
    def __init__(self, _detail=None):
        self._take(_detail or _call("detail_new"))
        self._prim_attribs = {"name"} if _detail else set()
        self._fresh = _detail is not None
        self._read_only = False

    def _take(self, pointer):
        self._detail = _Handle(pointer, "detail_free")

    def prims(self):
        return tuple(Volume(self, i) for i in range(_call("detail_count", self._detail)))

    def addAttrib(self, kind, name, default):
        assert kind == attribType.Prim
        self._prim_attribs.add(name)

    def createVolume(self, x, y, z, bounding_box=None):
        if self._read_only:
            raise PermissionError("The geometry is read only")
        return Volume(self, _call("volume_new", self._detail, x, y, z))

    def incrementAllDataIds(self):
        self._fresh = True

    def freeze(self, read_only=False, clone_data_ids=False):
        copy = Geometry(_call("detail_copy", self._detail))
        copy._read_only = read_only
        return copy

    def stringAttribValue(self, name):
        if _call("global_kind", self._detail, name) != 1:
            raise OperationFailed("Invalid attribute name: " + name)
        return _call("global_text", self._detail, name)

    def floatAttribValue(self, name):
        if _call("global_kind", self._detail, name) != 2:
            raise OperationFailed("Invalid attribute name: " + name)
        return _call("global_number", self._detail, name)

    def _dump(self):
        return [(v.stringAttribValue("name"), v.resolution(), v._space(),
                 v.intrinsicValue("volumevisualmode"), v.allVoxelsAsString()) for v in self.prims()]

    def saveToFile(self, file_name):
        if not re.search(r"\.(bgeo|geo|bgeo\.sc)$", file_name):
            raise OperationFailed("Unknown format: " + file_name)
        with open(file_name, "wb") as file:
            pickle.dump(self._dump(), file)

    def loadFromFile(self, file_name):
        try:
            with open(file_name, "rb") as file:
                rows = pickle.load(file)
        except (OSError, pickle.UnpicklingError, EOFError) as error:
            raise OperationFailed(f"Unable to read file \"{file_name}\": {error}")
        self._take(_call("detail_new"))
        self._prim_attribs = {"name"}
        for name, res, space, mode, values in rows:
            volume = self.createVolume(*res)
            volume.setAttribValue("name", name)
            _call("volume_set_space", *volume._at, (_D * 12)(*space))
            volume.setIntrinsicValue("volumevisualmode", mode)
            volume.setAllVoxelsFromString(values)
