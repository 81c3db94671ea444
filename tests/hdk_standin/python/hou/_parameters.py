"""Parameters as a node type declares them."""

from __future__ import annotations

from ._library import _call


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
