"""As much of hou as rill_layers.py asks for: volumes in Python lists. Names follow types-houdini 21.0.512."""

from __future__ import annotations

import array
import math
from typing import Optional, Sequence, Union


class NodeError(Exception):
    pass


class Vector3(tuple):  # type: ignore[type-arg]
    def __sub__(self, other: Sequence[float]) -> "Vector3":
        return Vector3(a - b for a, b in zip(self, other))

    def length(self) -> float:
        return math.sqrt(sum(value * value for value in self))


class Matrix3:
    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.rows = rows

    def asTupleOfTuples(self) -> tuple[tuple[float, ...], ...]:
        return tuple(tuple(row) for row in self.rows)


class Matrix4:
    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        assert len(rows) == 4 and all(len(row) == 4 for row in rows)
        self.rows = [list(row) for row in rows]


class attribType:
    Prim, Global = "prim", "global"


class Place:
    def __init__(self, position: Vector3) -> None:
        self._position = position

    def point(self) -> "Place":
        return self

    def position(self) -> Vector3:
        return self._position


class Volume:
    def __init__(self, geometry: "Geometry", wide: int, high: int) -> None:
        self.geometry, self.wide, self.high = geometry, wide, high
        self.name = ""
        self.rows = [[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]
        self.centre = Vector3((0.0, 0.0, 0.0))
        self.data = bytes(4 * wide * high)

    def resolution(self) -> tuple[int, int, int]:
        return self.wide, self.high, 1

    def indexToPos(self, index: Sequence[int]) -> Vector3:
        share = [2 * (place + 0.5) / count - 1 for place, count in zip(index, self.resolution())]
        return Vector3(
            self.centre[axis] + sum(s * row[axis] for s, row in zip(share, self.rows)) for axis in range(3)
        )

    def transform(self) -> Matrix3:
        return Matrix3(self.rows)

    def vertex(self, number: int) -> Place:
        return Place(self.centre)

    def setTransform(self, matrix: Matrix4) -> None:
        self.rows = [row[:3] for row in matrix.rows[:3]]
        self.centre = Vector3(matrix.rows[3][:3])

    def setAttribValue(self, name: str, value: str) -> None:
        assert name == "name" and ("prim", "name") in self.geometry.attributes
        self.name = value

    def stringAttribValue(self, name: str) -> str:
        return self.name

    def allVoxelsAsString(self) -> bytes:
        return self.data

    def setAllVoxelsFromString(self, data: bytes) -> None:
        assert len(data) == 4 * self.wide * self.high
        self.data = data

    def values(self) -> list[float]:
        return list(array.array("f", self.data))


class Geometry:
    def __init__(self) -> None:
        self.volumes: list[Volume] = []
        self.attributes: dict[tuple[str, str], Union[str, float]] = {}

    def prims(self) -> tuple[Volume, ...]:
        return tuple(self.volumes)

    def findPrimAttrib(self, name: str) -> Optional[str]:
        return name if ("prim", name) in self.attributes else None

    def addAttrib(self, kind: str, name: str, default: Union[str, float]) -> None:
        self.attributes[kind, name] = default

    def setGlobalAttribValue(self, name: str, value: Union[str, float]) -> None:
        assert type(value) is type(self.attributes["global", name])
        self.attributes["global", name] = value

    def stringAttribValue(self, name: str) -> Union[str, float]:
        return self.attributes["global", name]

    def createVolume(self, wide: int, high: int, deep: int) -> Volume:
        assert deep == 1
        self.volumes.append(Volume(self, wide, high))
        return self.volumes[-1]

    def clear(self) -> None:
        self.volumes, self.attributes = [], {}

    def freeze(self) -> "Geometry":
        copy = Geometry()
        copy.attributes = dict(self.attributes)
        for volume in self.volumes:
            other = copy.createVolume(volume.wide, volume.high, 1)
            other.name, other.rows, other.centre, other.data = (
                volume.name,
                volume.rows,
                volume.centre,
                volume.data,
            )
        return copy

    def named(self, name: str) -> Volume:
        (found,) = [volume for volume in self.volumes if volume.name == name]
        return found


class Node:
    pass


class Parm:
    def __init__(self, value: Union[str, float]) -> None:
        self.value = value

    def eval(self) -> Union[str, float]:
        return self.value

    def evalAsFloat(self) -> float:
        return float(self.value)


class OpNode(Node):
    """An asset, which notes what is asked for."""

    def __init__(self, values: dict[str, Union[str, float]]) -> None:
        self.values = values
        self.asked: set[str] = set()

    def parm(self, name: str) -> Optional[Parm]:
        self.asked.add(name)
        return Parm(self.values[name]) if name in self.values else None

    def evalParm(self, name: str) -> Union[str, float]:
        self.asked.add(name)
        return self.values[name]


class SopNode(Node):
    def __init__(
        self, asset: OpNode, geometry: Optional[Geometry], inputs: Sequence[Optional["SopNode"]] = ()
    ) -> None:
        self._asset, self._geometry, self._inputs = asset, geometry, tuple(inputs)

    def parent(self) -> OpNode:
        return self._asset

    def geometry(self) -> Optional[Geometry]:
        return self._geometry

    def inputs(self) -> tuple[Optional["SopNode"], ...]:
        return self._inputs
