"""The node types of the plugin, and their verbs."""

from __future__ import annotations

from ._geometry import OperationFailed, nodeTypeSource
from ._library import _Handle, _call
from ._parameters import ButtonParmTemplate, _templates_of, _to_text
from ._session_state import _session, fps


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
