// The table of the nodes' parameters, and the dialog script made from it.

#include "node_types.h"

#include <rill/error.h>
#include <rill/layers.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <sstream>

#include "presets.h"

namespace rill::glue {
namespace {

// Where Houdini's own parameters go, beside the folders of params.def.
constexpr const char* layers_folder = "Layers";
constexpr const char* device_folder = "Device";
constexpr const char* simulation_folder = "Simulation";

bool in_node(const ParameterInfo& row, Node node) {
  if (!std::strcmp(row.nodes, "water")) return runs_water(node);
  if (!std::strcmp(row.nodes, "talus")) return runs_talus(node);
  return true;
}

std::string label_of(const ParameterInfo& row) {
  std::string inside = row.unit;
  if (row.zero_word[0]) inside += std::string(inside.empty() ? "" : ", ") + "0 = " + row.zero_word;
  return inside.empty() ? row.label : std::string(row.label) + " (" + inside + ")";
}

NodeParameter from_solver(const ParameterInfo& row) {
  NodeParameter parameter;
  parameter.name = row.name;
  parameter.label = label_of(row);
  parameter.folder = row.folder;
  parameter.help = row.help;
  parameter.standard = row.standard;
  parameter.ui_min = row.ui_min;
  parameter.ui_max = row.ui_max;
  parameter.least_is_hard = row.ui_min <= row.hard_min;
  parameter.most_is_hard = row.ui_max >= row.hard_max;
  parameter.solver = &row;
  switch (row.kind) {
    case ParameterKind::number: parameter.kind = Kind::number; break;
    case ParameterKind::integer: parameter.kind = Kind::integer; break;
    case ParameterKind::toggle: parameter.kind = Kind::toggle; break;
    case ParameterKind::choice:
      parameter.kind = Kind::choice;
      for (const std::string& choice : row.choices) parameter.menu.push_back({choice, choice});
      break;
  }
  if (std::strcmp(row.schemes, "both"))
    parameter.disable_when = std::string("{ scheme != ") + row.schemes + " }";
  if (parameter.name == "iterations") {
    parameter.folder = "";  // what every artist reaches for first
    parameter.disable_when = "{ animate == 1 } { duration != 0 }";
  }
  return parameter;
}

NodeParameter own(Kind kind, const char* name, const char* label, const char* folder,
                  const char* help) {
  NodeParameter parameter;
  parameter.kind = kind;
  parameter.name = name;
  parameter.label = label;
  parameter.folder = folder;
  parameter.help = help;
  return parameter;
}

NodeParameter own_integer(const char* name, const char* label, int standard, int ui_min, int ui_max,
                          const char* help) {
  NodeParameter parameter = own(Kind::integer, name, label, simulation_folder, help);
  parameter.standard = standard;
  parameter.ui_min = ui_min;
  parameter.ui_max = ui_max;
  if (std::strcmp(name, parameter::start_frame)) parameter.least_is_hard = true;
  parameter.disable_when = "{ animate == 0 }";
  return parameter;
}

NodeParameter preset_menu() {
  NodeParameter parameter = own(Kind::choice, parameter::preset, "Preset", "",
                                "Sets the solver's parameters to a starting point; what the preset "
                                "does not name goes back to its default. Most say how long to "
                                "erode by Duration, so that they look alike on every grid. Layers, "
                                "device and animation stay as they are.");
  parameter.menu.push_back({"custom", "Custom"});
  for (const Preset& preset : presets()) parameter.menu.push_back({preset.name, preset.name});
  return parameter;
}

// Seconds rather than steps: a step is longer on larger cells, so what looks right on a coarse grid
// needs more of them on a fine one.
NodeParameter duration() {
  NodeParameter parameter =
      own(Kind::number, parameter::duration, "Duration (s, 0 = use Iterations)", "",
          "How long to erode, in seconds of the simulation. The node works out the iterations for the "
          "grid spacing, so that coarse and fine grids erode for the same time; node info shows how "
          "many. 0: Iterations says it.");
  parameter.ui_max = 100;
  parameter.least_is_hard = true;
  parameter.disable_when = "{ animate == 1 }";
  return parameter;
}

void add_animation(std::vector<NodeParameter>& rows) {
  NodeParameter animate =
      own(Kind::toggle, parameter::animate, "Animate", simulation_folder,
          "Off: every frame runs Iterations from the input and gives the same result, also on a "
          "farm. On: the erosion grows from the start frame on, and the node keeps its state.");
  rows.push_back(animate);
  rows.push_back(own_integer(parameter::start_frame, "Start Frame", 1, 1, 240,
                             "Up to this frame the input comes out as it is."));
  rows.push_back(own_integer(parameter::per_frame, "Iterations per Frame", 10, 1, 100,
                             "Steps from one frame to the next."));
  rows.push_back(own_integer(parameter::checkpoint_frames, "Checkpoint Every (frames)", 10, 1, 100,
                             "How often the state is kept, so that scrubbing back starts close by."));
  rows.push_back(own_integer(parameter::cache_megabytes, "Cache Limit (MB)", 2048, 1, 65536,
                             "Memory for checkpoints. When it is full, every second one is dropped."));
  NodeParameter reset = own(Kind::button, parameter::reset, "Reset Simulation", simulation_folder,
                            "Forgets the kept states and simulates anew.");
  reset.disable_when = "{ animate == 0 }";
  rows.push_back(reset);
  NodeParameter count = own(Kind::integer, parameter::reset_count, "Resets", simulation_folder,
                            "Counts the resets.");
  count.hidden = true;
  count.ui_max = 10;
  rows.push_back(count);
}

// The toggle that switches an output layer on; "" for layers that are always written or only read.
std::string toggle_of(const std::string& base) {
  const std::string owner = base == "flowdir" ? "flow" : base;
  for (const ParameterInfo& row : parameter_table())
    if (row.name == "output_" + owner) return row.name;
  return "";
}

std::string title(std::string word) {
  word[0] = char(std::toupper(static_cast<unsigned char>(word[0])));
  return word;
}

void add_layer_names(std::vector<NodeParameter>& rows, Node node) {
  std::set<std::string> seen;
  for (const LayerInfo& info : known_layers()) {
    const std::string full = info.name;
    const std::string base = full.substr(0, full.find('.'));
    if (!node_uses_layer(node, full) || !seen.insert(base).second) continue;
    NodeParameter parameter;
    parameter.kind = Kind::text;
    parameter.name = layer_naming(full).parameter;
    parameter.label = (base == "flowdir" ? std::string("Flow Direction") : title(base)) + " Layer";
    parameter.folder = layers_folder;
    parameter.text_standard = base;
    const bool several = base != "height" && full.find('.') != std::string::npos;
    parameter.help = several ? "Name of the layers " + base + ".*, without what follows the dot."
                             : "Name of the layer: " + std::string(info.help) + ".";
    const std::string toggle = toggle_of(base);
    if (!toggle.empty()) parameter.disable_when = "{ " + toggle + " == 0 }";
    rows.push_back(parameter);
  }
  NodeParameter mask = own(Kind::text, parameter::mask_layer, "Mask Layer", layers_folder,
                           "A layer of the second input that scales the effect: 0 none, 1 full. It "
                           "is multiplied with the erodability layer.");
  mask.text_standard = "mask";
  rows.push_back(mask);
  rows.push_back(own(Kind::toggle, parameter::keep_low, "Write Exact State", layers_folder,
                     "Also write height.low, the solver's fine part of the height, so that another "
                     "node goes on to the bit."));
  rows.push_back(own(Kind::toggle, parameter::output_budget, "Write Budget", layers_folder,
                     "Write where water and soil went as detail attributes rill_budget_*, in m3, "
                     "with rill_device, rill_steps and rill_seconds."));
}

void add_device(std::vector<NodeParameter>& rows) {
  NodeParameter device = own(Kind::text, parameter::device, "Device", device_folder,
                             "auto: Houdini's OpenCL device where that is a GPU, else the CPU. tbb: "
                             "the CPU. houdini: Houdini's OpenCL device whatever it is. Or another "
                             "OpenCL device, by name. Where a device fails the CPU goes on, with a "
                             "warning.");
  device.text_standard = "auto";
  rows.push_back(device);
}

std::vector<NodeParameter> make_parameters(Node node) {
  std::vector<NodeParameter> rows = {preset_menu()};
  for (const ParameterInfo& row : parameter_table())
    if (in_node(row, node)) rows.push_back(from_solver(row));
  rows.push_back(duration());
  add_animation(rows);
  add_layer_names(rows, node);
  add_device(rows);
  const auto place = [](const NodeParameter& row) {
    const auto found = std::find(folders().begin(), folders().end(), row.folder);
    return row.folder.empty() ? -1 : int(found - folders().begin());
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const NodeParameter& a, const NodeParameter& b) {
    return place(a) < place(b);
  });
  return rows;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter;
  }
  return result + "\"";
}

std::string number_text(double value) {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream.precision(10);
  stream << value;
  return stream.str();
}

const char* type_word(Kind kind) {
  switch (kind) {
    case Kind::number: return "float";
    case Kind::integer: return "integer";
    case Kind::choice: return "ordinal";
    case Kind::toggle: return "toggle";
    case Kind::text: return "string";
    case Kind::button: return "button";
  }
  return "";
}

void write_parameter(std::ostream& out, const NodeParameter& row, const char* indent) {
  const auto line = [&](const std::string& text) { out << indent << "    " << text << "\n"; };
  out << indent << "parm {\n";
  line("name    " + quoted(row.name));
  line("label   " + quoted(row.label));
  line(std::string("type    ") + type_word(row.kind));
  if (row.hidden) line("invisible");
  line("default { " + quoted(row.kind == Kind::text ? row.text_standard : number_text(row.standard)) +
       " }");
  line("help    " + quoted(row.help));
  if (row.kind == Kind::number || row.kind == Kind::integer)
    line("range   { " + number_text(row.ui_min) + (row.least_is_hard ? "! " : " ") +
         number_text(row.ui_max) + (row.most_is_hard ? "! }" : " }"));
  if (!row.menu.empty()) {
    line("menu {");
    for (const MenuItem& item : row.menu) line("    " + quoted(item.token) + " " + quoted(item.label));
    line("}");
  }
  if (!row.disable_when.empty()) line("disablewhen " + quoted(row.disable_when));
  out << indent << "}\n";
}

}  // namespace

const std::vector<NodeType>& node_types() {
  static const std::vector<NodeType> types = {
      {Node::hydraulic, "rill::heightfield_hydraulic::1.0", "HeightField Hydraulic (rill)",
       "SOP_rill_heightfield_hydraulic", "Erodes a height field with running water."},
      {Node::thermal, "rill::heightfield_thermal::1.0", "HeightField Thermal (rill)",
       "SOP_rill_heightfield_thermal", "Lets steep slopes slide until they rest, and rounds ridges."},
      {Node::combined, "rill::heightfield_erode::1.0", "HeightField Erode (rill)",
       "SOP_rill_heightfield_erode",
       "Erodes a height field with running water and sliding slopes, together in every step."}};
  return types;
}

const NodeType& node_type(Node node) { return node_types()[std::size_t(node)]; }

const std::vector<NodeParameter>& node_parameters(Node node) {
  static const std::vector<NodeParameter> tables[] = {
      make_parameters(Node::hydraulic), make_parameters(Node::thermal),
      make_parameters(Node::combined)};
  return tables[std::size_t(node)];
}

const std::vector<std::string>& folders() {
  static const std::vector<std::string> names = {"Erosion",  "Water",         "Sediment",
                                                 "Thermal",  "Material",      simulation_folder,
                                                 layers_folder, device_folder};
  return names;
}

std::string dialog_script(Node node) {
  std::ostringstream out;
  out << "{\n    name    parameters\n";
  std::string open;
  for (const NodeParameter& row : node_parameters(node)) {
    if (row.folder != open) {
      if (!open.empty()) out << "    }\n";
      open = row.folder;
      std::string token = "folder_" + open;
      std::transform(token.begin(), token.end(), token.begin(), ::tolower);
      out << "    group {\n        name    " << quoted(token) << "\n        label   " << quoted(open)
          << "\n\n";
    }
    write_parameter(out, row, open.empty() ? "    " : "        ");
  }
  if (!open.empty()) out << "    }\n";
  out << "}\n";
  return out.str();
}

LayerNaming layer_naming(const std::string& layer) {
  const std::size_t dot = layer.find('.');
  LayerNaming naming;
  naming.parameter = layer.substr(0, dot) + "layer";
  if (dot != std::string::npos) naming.suffix = layer.substr(dot);
  return naming;
}

bool node_uses_layer(Node node, const std::string& name) {
  const std::string base = name.substr(0, name.find('.'));
  for (const char* always : {"height", "hardness", "erodability", "bedrock"})
    if (base == always) return true;
  if (base == "debris") return runs_talus(node);
  return runs_water(node);
}

}  // namespace rill::glue
