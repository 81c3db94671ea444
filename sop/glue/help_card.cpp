// The cards of help/nodes/sop.

#include "help_card.h"

#include <rill/layers.h>

#include <sstream>

#include "node_types.h"
#include "presets.h"

namespace rill::glue {
namespace {

// rill::heightfield_erode::1.0 in its three parts.
struct NameParts {
  std::string space, name, version;
};

NameParts parts_of(const std::string& full) {
  const std::size_t first = full.find("::"), second = full.find("::", first + 2);
  return {full.substr(0, first), full.substr(first + 2, second - first - 2), full.substr(second + 2)};
}

const char* long_text(Node node) {
  switch (node) {
    case Node::hydraulic:
      return "Rain runs over the height field, takes up soil where it is fast, carries it, and lays it "
             "down where it slows: valleys, fans and lakes. Slopes do not slide; "
             "[HeightField Thermal|Node:sop/rill--heightfield_thermal-1.0] does that, and "
             "[HeightField Erode|Node:sop/rill--heightfield_erode-1.0] does both.";
    case Node::thermal:
      return "Ground steeper than it can hold slides to its lower neighbours until it rests, and "
             "creep rounds ridges. Hard ground holds steeper slopes. There is no water.";
    case Node::combined:
      return "Rain runs over the height field, cuts valleys and fills fans and lakes, while slopes "
             "that get too steep slide. Both happen in every step, so that valley walls follow the "
             "streams that undercut them.";
  }
  return "";
}

// The parameter's own range and default, after its help.
std::string range_text(const NodeParameter& row) {
  if (!row.solver) return "";
  std::string text = " Default " + parameter_default_text(*row.solver);
  if (row.kind == Kind::number || row.kind == Kind::integer)
    text += "; " + parameter_range_text(*row.solver);
  text += ".";
  const std::string scheme = row.solver->schemes;
  if (scheme != "both") text += " Scheme " + scheme + " only.";
  return text;
}

void write_parameters(std::ostream& out, Node node) {
  out << "@parameters\n";
  std::string open;
  for (const NodeParameter& row : node_parameters(node)) {
    if (row.hidden) continue;
    if (row.folder != open) {
      open = row.folder;
      out << "\n== " << open << " ==\n";
    }
    out << "\n" << row.label << ":\n    #id: " << row.name << "\n\n    " << row.help << range_text(row)
        << "\n";
    if (row.name == parameter::preset)
      for (const Preset& preset : presets())
        out << "\n    " << preset.name << ":\n        " << preset.description << "\n";
  }
}

void write_layers(std::ostream& out, Node node) {
  const char* roles[] = {"State: read when there, and written", "Masks: only read",
                         "Outputs: written when their toggle is on"};
  for (int role = 0; role < 3; ++role) {
    std::ostringstream list;
    for (const LayerInfo& info : known_layers())
      if (int(info.role) == role && node_uses_layer(node, info.name))
        list << "    * `" << info.name << "`: " << info.help << "\n";
    if (!list.str().empty()) out << roles[role] << ":\n" << list.str() << "\n";
  }
}

}  // namespace

std::string help_file(Node node) {
  const NameParts parts = parts_of(node_type(node).name);
  return parts.space + "--" + parts.name + "-" + parts.version + ".txt";
}

std::string help_card(Node node) {
  const NodeType& type = node_type(node);
  const NameParts parts = parts_of(type.name);
  std::ostringstream out;
  out << "= " << type.label << " =\n\n#type: node\n#context: sop\n#namespace: " << parts.space
      << "\n#internal: " << parts.name << "\n#version: " << parts.version << "\n#icon: " << type.icon
      << "\n#tags: terrain, heightfield, erosion\n\n\"\"\"" << type.summary << "\"\"\"\n\n"
      << "== Overview ==\n\n" << long_text(node) << "\n\n"
      << "[Image:/images/rill/" << parts.name << ".png]\n\n"
      << "The same input gives the same result, bit for bit, on every machine with a 64-bit x86 CPU. "
         "Values are in metres and seconds: one Houdini unit is a metre.\n\n"
      << "The result is the state: wire it into another rill node and the erosion goes on. Cells must "
         "be square. Any plane and rotation works, and several height fields in one input are all "
         "eroded, each on its own.\n\n"
      << "TIP:\n    Begin with a small terrain, and say by Duration how long to erode: a finer grid then takes "
         "more, shorter steps and erodes for the same time.\n\n"
      << "== Layers ==\n\n";
  write_layers(out, node);
  out << "Layers on another grid are sampled by position. New layers are made on the grid of the "
         "height layer.\n\n"
      << "== Animation ==\n\n"
      << "Without Animate every frame is the same and needs no other frame: right for stills, wedges "
         "and farms. With Animate the frames build on each other; render them in one go, in order. "
         "Erosion, deposition and debris then count from the start frame; flow and velocity are those "
         "of the newest frame. An input that changes from frame to frame starts the simulation anew "
         "each time; use a Solver SOP for that.\n\n"
      << "@inputs\n\n" << input_labels[0] << ":\n    The height field to erode.\n\n" << input_labels[1]
      << ":\n    Layers that steer the erosion: the mask layer, erodability, hardness, bedrock"
      << (runs_water(node) ? ", rain" : "") << ". They win over those of the first input.\n\n";
  write_parameters(out, node);
  out << "\n@examples\n\nRun `build_examples.py` of the package's scripts in hython: it builds "
         "networks that show each node alone, chained at two scales, in a Solver SOP, masked and "
         "animated.\n";
  out << "\n@related\n";
  for (const NodeType& other : node_types())
    if (other.node != node) {
      const std::string file = help_file(other.node);
      out << "- [Node:sop/" << file.substr(0, file.size() - 4) << "]\n";
    }
  out << "- [Node:sop/heightfield_erode]\n";
  return out.str();
}

std::string names_json() {
  std::ostringstream out;
  const auto list = [&](const auto& items, const auto& name_of) {
    out << "[";
    bool first = true;
    for (const auto& item : items) {
      out << (first ? "\"" : ", \"") << name_of(item) << "\"";
      first = false;
    }
    out << "]";
  };
  out << "{\n";
  for (const NodeType& type : node_types()) {
    out << "  \"" << type.name << "\": ";
    list(node_parameters(type.node), [](const NodeParameter& row) { return row.name; });
    out << ",\n";
  }
  out << "  \"layers\": ";
  list(known_layers(), [](const LayerInfo& info) { return info.name; });
  out << "\n}\n";
  return out.str();
}

}  // namespace rill::glue
