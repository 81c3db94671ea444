"""A small part of hou over the stand-in's library: what the scripts of houdini/scripts use.

Names and arguments follow types-houdini 21.0.512 (generated from that build); behaviour follows its
texts: a failed cook raises OperationFailed, geometry() of a node in error is None, unknown parameters
raise, edited geometry must get new data ids before a verb sees it. Stock nodes are played: terrain
makers make a height field, everything else passes its first input on. Files are pickles.
"""

from __future__ import annotations

import ctypes
import math
import os
import pickle
import re
import sys
from array import array
from types import SimpleNamespace

_lib = ctypes.CDLL(os.environ["RILL_STANDIN"])
_P, _S, _I, _D = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_double


def _declare(result, *names):
    for name in names:
        getattr(_lib, "standin_" + name).restype = result


_declare(_S, "error", "dso", "types", "help", "parameters", "primitive_text", "global_text", "node_get",
         "node_menu", "node_messages", "verb_get", "verb_messages")
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


# ---- errors

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


# ---- values

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


# ---- geometry

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


# ---- parameters

class ParmTemplate:
    def __init__(self, name, label, default):
        self._name, self._label, self._default = name, label, default

    def name(self):
        return self._name

    def label(self):
        return self._label


class IntParmTemplate(ParmTemplate):
    pass


class FloatParmTemplate(ParmTemplate):
    pass


class StringParmTemplate(ParmTemplate):
    pass


class ToggleParmTemplate(ParmTemplate):
    pass


class ButtonParmTemplate(ParmTemplate):
    pass


class MenuParmTemplate(ParmTemplate):
    def __init__(self, name, label, default, items):
        super().__init__(name, label, default)
        self._items = items

    def menuItems(self):
        return tuple(self._items)


_kinds = {"integer": IntParmTemplate, "float": FloatParmTemplate, "string": StringParmTemplate,
          "toggle": ToggleParmTemplate, "button": ButtonParmTemplate}


class ParmTemplateGroup:
    def __init__(self, templates=()):
        self._templates = {template.name(): template for template in templates}

    def find(self, name):
        return self._templates.get(name)

    def entriesWithoutFolders(self):
        return tuple(self._templates.values())


def _templates_of(kind):
    templates = []
    for line in _call("parameters", kind).splitlines():
        name, type_word, default, label, _folder, _invisible, *items = line.split("\t")
        if type_word == "ordinal":
            templates.append(MenuParmTemplate(name, label, default, items))
        else:
            templates.append(_kinds[type_word](name, label, default))
    return ParmTemplateGroup(templates)


def _to_text(template, value):
    """Checks the type as hou does: numbers for numbers, text for text."""
    text_wanted = isinstance(template, StringParmTemplate)
    if isinstance(value, str) != text_wanted:
        if not (isinstance(template, MenuParmTemplate) and value in template.menuItems()):
            raise TypeError(f"wrong type for {template.name()}: {value!r}")
        value = template.menuItems().index(value)
    return repr(value) if isinstance(value, float) else str(int(value) if isinstance(value, bool) else value)


# ---- node types

class NodeType:
    pass


class OpNodeType(NodeType):
    def __init__(self, name, label="", icon="", least=0, most=9999):
        self._name, self._label, self._icon = name, label, icon
        self._least, self._most = int(least), int(most)

    def name(self):
        return self._name

    def description(self):
        return self._label

    def icon(self):
        return self._icon

    def source(self):
        return nodeTypeSource.CompiledCode

    def sourcePath(self):
        return _call("dso")

    def minNumInputs(self):
        return self._least

    def maxNumInputs(self):
        return self._most

    def embeddedHelp(self):
        return _call("help", self._name)

    def parmTemplateGroup(self):
        return _templates_of(self._name)


class OpVerb:
    pass


class SopVerb(OpVerb):
    def __init__(self, name):
        self._group = _templates_of(name)
        self._verb = _Handle(_call("verb_new", name), "verb_free")

    def setParms(self, values):
        for name, value in values.items():
            template = self._group.find(name)
            if template is None:
                raise OperationFailed("Invalid parameter name: " + name)
            _call("verb_set", self._verb, name, _to_text(template, value))

    def parms(self):
        return {t.name(): _call("verb_get", self._verb, t.name())
                for t in self._group.entriesWithoutFolders() if not isinstance(t, ButtonParmTemplate)}

    def execute(self, dest, inputs):
        self.executeAtTime(dest, inputs, (_session.frame - 1) / fps(), True)

    def executeAtTime(self, dest, inputs, time, add_time_dep):
        if not inputs:
            raise OperationFailed("Not enough sources specified.")
        for geometry in inputs:
            if not geometry._fresh:
                raise OperationFailed("stand-in: edited geometry without incrementAllDataIds()")
        masks = inputs[1]._detail if len(inputs) > 1 else None
        result = _call("verb_execute", self._verb, inputs[0]._detail, masks, float(time))
        errors = _call("verb_messages", self._verb, 0)
        if result is None or errors:
            if result is not None:
                _Handle(result, "detail_free")
            raise OperationFailed(errors.replace("\x1e", "\n") or _call("error"))
        dest._take(result)
        dest._prim_attribs, dest._fresh = {"name"}, True


class OpNodeTypeCategory:
    def nodeTypes(self):
        types = {}
        for line in _call("types").splitlines():
            name, label, icon, least, most = line.split("\t")
            types[name] = OpNodeType(name, label, icon, least, most)
        return types

    def nodeVerb(self, name):
        return SopVerb(name) if name in self.nodeTypes() else None

    def loadDSO(self, path):
        if _call("load", path):
            raise OperationFailed(_call("error"))


_category = OpNodeTypeCategory()


def sopNodeTypeCategory():
    return _category


# ---- nodes

class Parm:
    def __init__(self, node, name):
        self._node, self._name = node, name

    def set(self, value):
        self._node._set(self._name, value)

    def eval(self):
        return self._node.evalParm(self._name)

    def pressButton(self, arguments={}):
        self._node._press(self._name)


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
_stock_parms = {"heightfield": {"sizex", "sizey", "gridspacing"},
                "heightfield_noise": {"amp", "elementsize"}, "compile_begin": {"blockpath"}}


class OpNode(Node):
    def __init__(self, parent, name, kind):
        super().__init__(parent, name)
        self._kind, self._inputs, self._values = kind, {}, {}
        if kind == "solver":
            inner = OpNode(OpNode(self, "d", "dopnet"), "s", "solver_net")
            self._children["d"] = inner._parent
            inner._parent._children["s"] = inner
            inner._children["Prev_Frame"] = SopNode(inner, "Prev_Frame", "null")

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
        made = (RillNode if known else OpNode if kind == "geo" else SopNode)(self, unique, kind)
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
        pass

    setRenderFlag = setDisplayFlag

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
        values = {"sizex": 1000.0, "sizey": 1000.0, "gridspacing": 2.0, **self._values}
        # As the stock node: voxel x along world Z, y along X; small, whatever the spacing asks for.
        spacing = max(values["gridspacing"], values["sizex"] / 48)
        nx, ny = (max(1, round(values[size] / spacing)) for size in ("sizey", "sizex"))
        geometry = Geometry()
        geometry.addAttrib(attribType.Prim, "name", "")
        for name in ("height", "mask"):
            volume = geometry.createVolume(nx, ny, 1)
            volume.setAttribValue("name", name)
            volume.setTransform(Matrix4([[0, 0, nx * spacing / 2, 0], [ny * spacing / 2, 0, 0, 0],
                                         [0, 1, 0, 0], [0, 0, 0, 1]]))
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


# ---- the session

_session = SimpleNamespace(frame=1.0, root=None)


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
                     if isinstance(n, RillNode) else n._values, rows(n)) for n in node.children()]

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
            for name, kind, inputs, values, children in rows:
                made = parent._children.get(name) or parent.createNode(kind, name)
                for parm, value in values.items():
                    template = made._group.find(parm) if isinstance(made, RillNode) else None
                    if isinstance(template, ButtonParmTemplate):
                        continue
                    made._set(parm, value)
                links.extend((made, index, path) for index, path in inputs.items())
                if kind not in ("solver",):
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


def setFrame(frame):
    _session.frame = float(frame)


def frame():
    return _session.frame


def fps():
    return 24.0


def hscript(command):
    _session.hscript = getattr(_session, "hscript", []) + [command]
    return "", ""


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
