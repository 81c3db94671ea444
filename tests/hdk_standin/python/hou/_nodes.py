"""Nodes: those of the plugin, and stock ones that are played."""

from __future__ import annotations

import math
from array import array

from ._geometry import Geometry, Matrix4, OperationFailed, OperationInterrupted, attribType
from ._library import _Handle, _call
from ._node_types import OpNodeType, _category
from ._parameters import ParmTemplateGroup, StringParmTemplate, _templates_of, _to_text
from ._session_state import _session, fps


class Parm:
    def __init__(self, node, name):
        self._node, self._name = node, name

    def set(self, value):
        self._node._set(self._name, value)

    def eval(self):
        return self._node.evalParm(self._name)

    def menuItems(self):
        return _stock_menus[self._name]

    def pressButton(self, arguments={}):
        self._node._press(self._name)


class NodeInfoTree:
    def __init__(self, branches=None, rows=()):
        self._branches, self._rows = branches or {}, tuple(rows)

    def branches(self):
        return self._branches

    def rows(self):
        return self._rows


class Node:
    def __init__(self, parent, name):
        self._parent, self._name, self._children = parent, name, {}

    def path(self):
        if self._parent is None:
            return "/"
        return self._parent.path().rstrip("/") + "/" + self._name

    def name(self):
        return self._name

    def node(self, path):
        found = self
        for part in filter(None, path.split("/")):
            found = found._children.get(part)
            if found is None:
                return None
        return found

    def children(self):
        return tuple(self._children.values())

    def destroy(self):
        del self._parent._children[self._name]


class _Note:
    def setText(self, text):
        self.text = text

    def setSize(self, size):
        self.size = size


_stock = {"null", "merge", "heightfield_resample", "heightfield_maskbyfeature", "heightfield_erode",
          "compile_begin", "compile_end", "solver", "heightfield", "heightfield_noise", "dopio", "subnet"}
_stock_parms = {"heightfield": {"sizex", "sizey", "gridspacing", "orient"},
                "heightfield_noise": {"amp", "elementsize"}, "compile_begin": {"blockpath"}}


# Where the voxels' x and y axes go.
_stock_menus = {"orient": ("xy", "yz", "zx")}
_axes = {"xy": ((1, 0, 0), (0, 1, 0)), "yz": ((0, 1, 0), (0, 0, 1)), "zx": ((0, 0, 1), (1, 0, 0))}


class OpNode(Node):
    def __init__(self, parent, name, kind):
        super().__init__(parent, name)
        self._kind, self._inputs, self._values = kind, {}, {}
        if kind == "solver":
            inner = OpNode(OpNode(self, "d", "dopnet"), "s", "solver_net")
            self._children["d"] = inner._parent
            inner._parent._children["s"] = inner
            inner._children["Prev_Frame"] = _PrevFrame(inner, "Prev_Frame", "null")

    def type(self):
        return _category.nodeTypes().get(self._kind) or OpNodeType(self._kind)

    def createNode(self, kind, name=None, run_init_scripts=True, load_contents=True,
                   exact_type_name=False, force_valid_node_name=False):
        known = kind in _category.nodeTypes()
        if not known and kind not in _stock and kind != "geo":
            raise OperationFailed("Invalid node type name: " + kind)
        base = name or kind.split("::")[1 if known else 0]
        count = 1
        unique = base if name else base + "1"
        while unique in self._children:
            count += 1
            unique = base + str(count)
        classes = {"geo": OpNode, "solver": _Solver}
        made = (RillNode if known else classes.get(kind, SopNode))(self, unique, kind)
        self._children[unique] = made
        return made

    def createStickyNote(self, name=None):
        return _Note()

    def layoutChildren(self):
        pass

    def setInput(self, index, node, output_index=0):
        self._inputs[index] = node

    def parm(self, name):
        return Parm(self, name) if name in _stock_parms.get(self._kind, set()) else None

    def setParms(self, values):
        for name, value in values.items():
            parm = self.parm(name)
            if parm is None:
                raise OperationFailed("Invalid parm name: " + name)
            parm.set(value)

    def evalParm(self, name):
        return self._values[name]

    def _set(self, name, value):
        self._values[name] = value

    def parmTemplateGroup(self):
        return ParmTemplateGroup()


class SopNode(OpNode):
    """Played stock nodes: terrain from formulas, everything else passes on."""

    def errors(self):
        return ()

    warnings = messages = errors

    def setDisplayFlag(self, on):
        self._parent._shown = self._name

    def setRenderFlag(self, on):
        pass

    def cook(self, force=False, frame_range=()):
        for node in self._inputs.values():
            node.cook(force)

    def geometry(self, output_index=0):
        if self._kind == "heightfield":
            return self._ground()
        source = self._inputs.get(0)
        geometry = source.geometry() if source is not None else None
        if geometry is not None and self._kind == "heightfield_noise":
            geometry = geometry.freeze()
            self._hills(geometry.prims()[0])
        return geometry

    def _ground(self):
        values = {"sizex": 1000.0, "sizey": 1000.0, "gridspacing": 2.0, "orient": "zx", **self._values}
        # As the stock node: voxel x along world Z, y along X; small, whatever the spacing asks for.
        spacing = max(values["gridspacing"], values["sizex"] / 48)
        nx, ny = (max(1, round(values[size] / spacing)) for size in ("sizey", "sizex"))
        geometry = Geometry()
        geometry.addAttrib(attribType.Prim, "name", "")
        for name in ("height", "mask"):
            volume = geometry.createVolume(nx, ny, 1)
            volume.setAttribValue("name", name)
            x, y = _axes[values["orient"]]
            z = [1 - a - b for a, b in zip(x, y)]
            rows = [[a * nx * spacing / 2 for a in x], [a * ny * spacing / 2 for a in y], z, [0, 0, 0]]
            volume.setTransform(Matrix4([row + [int(row is rows[3])] for row in rows]))
            volume.setIntrinsicValue("volumevisualmode", "heightfield" if name == "height" else "smoke")
        geometry.incrementAllDataIds()
        return geometry

    def _hills(self, volume):
        nx, ny, _ = volume.resolution()
        amp = self._values.get("amp", 100.0)
        volume.setAllVoxelsFromString(array("f", (
            amp * (math.sin(x * 0.31) * math.cos(y * 0.27) + 0.3 * math.sin(x * 0.9 + y * 0.7))
            for y in range(ny) for x in range(nx))).tobytes())
        volume._geometry.incrementAllDataIds()


class _PrevFrame(SopNode):
    def cook(self, force=False, frame_range=()):
        pass

    def geometry(self, output_index=0):
        return self._state


class _Solver(SopNode):
    """From frame 1 on, the shown node of its inside network makes each frame from the one before."""

    def geometry(self, output_index=0):
        network = self._children["d"]._children["s"]
        shown = network._children[getattr(network, "_shown", "Prev_Frame")]
        state = super().geometry()
        for _ in range(int(_session.frame) - 1):
            network._children["Prev_Frame"]._state = state
            shown.cook(True)
            state = shown.geometry()
        return state


class RillNode(SopNode):
    """A node of the plugin."""

    def __init__(self, parent, name, kind):
        super().__init__(parent, name, kind)
        self._group = _templates_of(kind)
        self._node = _Handle(_call("node_new", kind), "node_free")
        self._geometry = None

    def parmTemplateGroup(self):
        return self._group

    def parm(self, name):
        return Parm(self, name) if self._group.find(name) else None

    def _set(self, name, value):
        _call("node_set", self._node, name, _to_text(self._group.find(name), value))

    def _press(self, name):
        if _call("node_press", self._node, name):
            raise OperationFailed(_call("error"))

    def evalParm(self, name):
        text = _call("node_get", self._node, name)
        return text if isinstance(self._group.find(name), StringParmTemplate) else float(text)

    def _lines(self, kind):
        return tuple(filter(None, _call("node_messages", self._node, kind).split("\x1e")))

    def errors(self):
        return self._lines(0)

    def warnings(self):
        return self._lines(1)

    def messages(self):
        return self._lines(2)

    def infoTree(self, verbose=False, debug=False, output_index=0, force_cook=False):
        branches = {}
        for line in _call("node_info", self._node).splitlines():
            name, value = line.split("\t")
            branch, _, label = name.partition("/")
            branches.setdefault(branch, []).append((label, value))
        return NodeInfoTree({name: NodeInfoTree(rows=rows) for name, rows in branches.items()})

    def cook(self, force=False, frame_range=()):
        inputs = []
        for index in (0, 1):
            source = self._inputs.get(index)
            geometry = None
            if source is not None:
                source.cook(force)
                geometry = source.geometry()
            inputs.append(geometry)
        details = [geometry and geometry._detail for geometry in inputs]
        result = _call("node_cook", self._node, *details, (_session.frame - 1) / fps())
        self._geometry = Geometry(result) if result else None
        if self.errors():
            raise OperationFailed("Error while cooking.\n" + "\n".join(self.errors()))
        if _call("interrupted"):
            raise OperationInterrupted("The operation was interrupted")

    def geometry(self, output_index=0):
        return self._geometry
