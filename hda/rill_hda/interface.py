"""An asset's parameters: rows of params.def as the compiled nodes show them, layer names, and own ones."""

from __future__ import annotations

from dataclasses import dataclass, field

from .lines import Line
from .quoting import quoted
from .tables import NODES, Layer, SolverParameter

# The tabs in their order, as on the compiled nodes (sop/glue/node_types.cpp).
FOLDERS = ["Erosion", "Water", "Sediment", "Thermal", "Material", "Simulation", "Layers"]
OWN_KINDS = ("float", "integer", "toggle", "string")


@dataclass
class Parameter:
    name: str
    label: str
    kind: str  # float, integer, ordinal, toggle or string
    default: str
    folder: str  # "" = above the tabs
    help: str
    ui_min: str = ""
    ui_max: str = ""
    menu: list[str] = field(default_factory=list)
    disable_when: str = ""
    solver: SolverParameter | None = None  # the row of params.def, if it is one


def number_text(value: float) -> str:
    return format(value, ".10g")


def solver_parameter(row: SolverParameter) -> Parameter:
    inside = ", ".join(([row.unit] if row.unit else []) + ([f"0 = {row.zero_word}"] if row.zero_word else []))
    scheme_only = row.schemes != "both"
    return Parameter(
        name=row.name,
        label=f"{row.label} ({inside})" if inside else row.label,
        kind=row.kind,
        default=number_text(row.default),
        folder="" if row.name == "iterations" else row.folder,  # what every artist reaches for first
        help=row.help,
        ui_min=number_text(row.ui_min) + ("!" if row.ui_min <= row.hard_min else ""),
        ui_max=number_text(row.ui_max) + ("!" if row.ui_max >= row.hard_max else ""),
        menu=row.choices,
        disable_when=f"{{ scheme != {row.schemes} }}" if scheme_only else "",
        solver=row,
    )


def own_parameter(line: Line) -> Parameter:
    """own NAME KIND DEFAULT "Label" folder FOLDER [range MIN MAX] [disable "{ ... }"] help "..." """
    form = 'own NAME KIND DEFAULT "Label" folder FOLDER [range MIN MAX] [disable "{ .. }"] help ".."'
    words = line.texts[1:]
    if len(words) < 4 or words[1] not in OWN_KINDS:
        line.fail(f"'own' is written as: {form}; KIND is one of {', '.join(OWN_KINDS)}")
    parameter = Parameter(words[0], words[3], words[1], words[2], "", "")
    rest = words[4:]
    while rest:
        key = rest.pop(0)
        if key in ("folder", "help", "disable") and rest:
            setattr(parameter, {"disable": "disable_when"}.get(key, key), rest.pop(0))
        elif key == "range" and len(rest) > 1:
            parameter.ui_min, parameter.ui_max = rest.pop(0), rest.pop(0)
        else:
            line.fail(f"'{key}' is not understood; 'own' is written as: {form}")
    if parameter.folder and parameter.folder not in FOLDERS:
        line.fail(f"there is no folder '{parameter.folder}'; take one of {', '.join(FOLDERS)}")
    if not parameter.help:
        line.fail(f"'{parameter.name}' has no help")
    return parameter


def layer_name_parameter(
    base: str, table: dict[str, SolverParameter], layers: dict[str, Layer], line: Line
) -> Parameter:
    """The parameter that names a layer, as on the compiled nodes: fluxlayer for flux.x, flux.y, ..."""
    found = [layer for name, layer in layers.items() if name.split(".")[0] == base]
    if not found:
        line.fail(f"layers.def has no layer '{base}'")
    label = "Flow Direction" if base == "flowdir" else base.capitalize()
    several = base != "height" and "." in found[0].name
    text = (
        f"Name of the layers {base}.*, without what follows the dot."
        if several
        else f"Name of the layer: {found[0].help}."
    )
    toggle = "output_" + ("flow" if base == "flowdir" else base)
    disable_when = f"{{ {toggle} == 0 }}" if toggle in table else ""
    return Parameter(
        base + "layer", label + " Layer", "string", base, "Layers", text, disable_when=disable_when
    )


def read_interface(
    line: Line, table: dict[str, SolverParameter], layers: dict[str, Layer]
) -> list[Parameter]:
    """The block `parameters NODE`: every row of params.def for that node, but those named by `without`."""
    (node,) = line.rest(1, "parameters hydraulic|thermal|combined")
    if node not in NODES:
        line.fail(f"there is no node '{node}'; take one of {', '.join(NODES)}")
    wanted = {name: row for name, row in table.items() if row.nodes in NODES[node]}
    parameters: list[Parameter] = []
    for child in line.children:
        if child.keyword == "without":
            name, _ = child.rest(2, 'without NAME "why"')
            if name not in wanted:
                child.fail(f"params.def has no parameter '{name}' for the node '{node}'")
            del wanted[name]
        elif child.keyword == "own":
            parameters.append(own_parameter(child))
        elif child.keyword == "layer_names":
            parameters += [layer_name_parameter(base, table, layers, child) for base in child.texts[1:]]
        else:
            child.fail(f"'{child.keyword}' does not belong into parameters; use without, own or layer_names")
    parameters = [solver_parameter(row) for row in wanted.values()] + parameters
    if any(parameter.name == "duration" for parameter in parameters) and "iterations" in wanted:
        parameters[list(wanted).index("iterations")].disable_when = "{ duration != 0 }"
    seen: set[str] = set()
    for parameter in parameters:
        if parameter.name in seen:
            line.fail(f"the parameter '{parameter.name}' is there twice")
        seen.add(parameter.name)
        if parameter.disable_when and "scheme" in parameter.disable_when and "scheme" not in wanted:
            parameter.disable_when = ""
    return sorted(parameters, key=lambda p: FOLDERS.index(p.folder) if p.folder else -1)


def parameter_script(parameter: Parameter, indent: str) -> list[str]:
    inside = [
        f"name    {quoted(parameter.name)}",
        f"label   {quoted(parameter.label)}",
        f"type    {parameter.kind}",
        f"default {{ {quoted(parameter.default)} }}",
        f"help    {quoted(parameter.help)}",
    ]
    if parameter.menu:
        width = max(len(item) for item in parameter.menu) + 3
        inside += (
            ["menu {"] + [f"    {quoted(item):{width}} {quoted(item)}" for item in parameter.menu] + ["}"]
        )
    if parameter.disable_when:
        inside.append(f"disablewhen {quoted(parameter.disable_when)}")
    if parameter.ui_min:
        inside.append(f"range   {{ {parameter.ui_min} {parameter.ui_max} }}")
    return [indent + "parm {"] + [indent + "    " + row for row in inside] + [indent + "}"]


def parameters_script(parameters: list[Parameter]) -> list[str]:
    """The parameters in Houdini's dialog script language, in tabs."""
    rows: list[str] = []
    folder = ""
    tabs = 0
    for parameter in parameters:
        if parameter.folder != folder:
            if folder:
                rows += ["    }", ""]
            folder = parameter.folder
            name = "folder0" + (f"_{tabs}" if tabs else "")
            tabs += 1
            rows += [
                "    group {",
                f"        name    {quoted(name)}",
                f"        label   {quoted(folder)}",
                "",
            ]
        rows += parameter_script(parameter, "        " if folder else "    ")
    return rows + (["    }"] if folder else [])
