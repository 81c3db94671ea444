// The three Houdini nodes as a table: names, inputs and every parameter with its folder, default,
// range, menu and help. The solver's rows come from params.def, the layers' names from layers.def;
// only what Houdini adds is written here. The parameter dialog, the help cards and the checks of
// the scripts are all made from this table. No HDK in this folder.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <rill/params.h>

namespace rill::glue {

struct NodeType {
  Node node;
  const char* name;      // rill::heightfield_erode::1.0
  const char* label;     // in the Tab menu
  const char* icon;      // file in config/Icons, without .svg
  const char* summary;   // one sentence
};

const std::vector<NodeType>& node_types();
const NodeType& node_type(Node node);

constexpr const char* tab_menu_path = "Terrain";
constexpr const char* input_labels[] = {"Terrain", "Masks (optional)"};
constexpr int least_inputs = 1, most_inputs = 2;

enum class Kind { number, integer, choice, toggle, text, button };

struct MenuItem {
  std::string token, label;
};

struct NodeParameter {
  std::string name, label, folder, help;  // folder "" = above the tabs
  Kind kind = Kind::number;
  double standard = 0;
  std::string text_standard;
  double ui_min = 0, ui_max = 1;
  bool least_is_hard = false, most_is_hard = false;
  std::vector<MenuItem> menu;
  std::string disable_when;                // as dialog scripts write it
  bool hidden = false;
  const ParameterInfo* solver = nullptr;   // the row of params.def, if it is one
};

const std::vector<NodeParameter>& node_parameters(Node node);
const std::vector<std::string>& folders();  // in the order of the tabs

// The parameter dialog in Houdini's dialog script language.
std::string dialog_script(Node node);

// Names of Houdini's own parameters, where code needs them.
namespace parameter {
constexpr const char* preset = "preset";
constexpr const char* duration = "duration";
constexpr const char* mask_layer = "masklayer";
constexpr const char* keep_low = "keep_low";
constexpr const char* output_budget = "output_budget";
constexpr const char* device = "device";
constexpr const char* animate = "animate";
constexpr const char* start_frame = "startframe";
constexpr const char* per_frame = "perframe";
constexpr const char* checkpoint_frames = "checkpointframes";
constexpr const char* cache_megabytes = "cachemegabytes";
constexpr const char* reset = "resetsimulation";
constexpr const char* reset_count = "resetcount";
}  // namespace parameter

// Which parameter names a layer, and how: "flux.x" by fluxlayer, with ".x" after its value.
struct LayerNaming {
  std::string parameter, suffix;
};
LayerNaming layer_naming(const std::string& layer);

// Does this node read or write the layer at all?
bool node_uses_layer(Node node, const std::string& layer);

}  // namespace rill::glue
