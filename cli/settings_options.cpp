// One row of params.def is one option, under the heading of its folder.

#include "settings_options.h"

#include <algorithm>
#include <cmath>

#include <rill/cook.h>
#include <rill/error.h>

#include "arguments.h"
#include "presets.h"
#include "settings_file.h"

namespace rill {
namespace {

constexpr double standard_side = 1024;  // metres that the presets' times are made for

std::string dashed(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// --time-step, and --time_step as the parameter is called elsewhere.
std::string flag_names(const ParameterInfo& parameter) {
  const std::string name = parameter.name, flag = dashed(name);
  return flag == name ? "--" + flag : "--" + flag + ",--" + name;
}

// What the parameter means, its range, unit and default.
std::string description(const ParameterInfo& parameter) {
  std::string text = std::string(parameter.help) + " [" + parameter_range_text(parameter);
  if (*parameter.unit) text += " " + std::string(parameter.unit);
  text += "; default " + parameter_default_text(parameter);
  if (std::string(parameter.schemes) != "both")
    text += "; scheme " + std::string(parameter.schemes) + " only";
  return text + "]";
}

void add_flag(const Command& command, const ParameterInfo& parameter, std::string& text) {
  const bool toggle = parameter.kind == ParameterKind::toggle;
  const Option option =
      toggle ? command.add_flag(flag_names(parameter), text, description(parameter))
             : command.add_option(flag_names(parameter), text, description(parameter))
                   .type_name(*parameter.unit                            ? parameter.unit
                              : parameter.kind == ParameterKind::choice  ? "WORD"
                              : parameter.kind == ParameterKind::integer ? "N"
                                                                         : "X");
  option.group(parameter.folder);
}

}  // namespace

std::shared_ptr<SettingsArguments> add_settings_options(const Command& command) {
  const auto arguments = std::make_shared<SettingsArguments>();
  command
      .add_option("--node", arguments->node,
                  "hydraulic, thermal or combined (combined, or what the preset says)")
      .type_name("NODE");
  command
      .add_option("--preset", arguments->preset, "Start from a preset; 'rill presets' lists them")
      .type_name("NAME");
  command
      .add_option("--params", arguments->params_file,
                  "Take node and parameters from a file that --stats wrote")
      .type_name("FILE.json");
  command
      .add_option("--duration", arguments->duration,
                  "How long to erode instead of --iterations: the same on every grid (24 for each "
                  "1024 m of the longer side)")
      .type_name("SECONDS");
  command
      .add_option("--set", arguments->settings,
                  "A parameter by name, as with its own option below; repeatable")
      .type_name("NAME=VALUE")
      .repeatable();
  for (const ParameterInfo& parameter : parameter_table())
    add_flag(command, parameter, arguments->flags[parameter.name]);
  return arguments;
}

Settings resolve_settings(const SettingsArguments& arguments) {
  Settings settings;
  const auto take = [&settings](const SettingsFile& file) {
    apply(file, settings.params);
    for (const auto& [name, value] : file.values)
      if (name == "iterations") {
        settings.duration = 0;
        settings.says_when = true;
      }
    if (file.duration > 0) {
      settings.duration = file.duration;
      settings.says_when = true;
    }
    if (!file.node.empty()) settings.node = node_by_name(file.node);
  };
  if (!arguments.preset.empty()) take(parse_preset(find_preset(arguments.preset)));
  if (!arguments.params_file.empty()) take(read_settings_file(arguments.params_file));
  bool set_iterations = false;
  for (const std::string& text : arguments.settings) {
    const auto [name, value] = parse_assignment("--set", text);
    set_parameter(settings.params, name, value);
    set_iterations = set_iterations || name == "iterations";
    if (!arguments.flags.at(name).empty())
      throw Error("The parameter '" + name + "' is given by --" + dashed(name) +
                  " and by --set; give it once.");
  }
  for (const auto& [name, value] : arguments.flags)
    if (!value.empty()) set_parameter(settings.params, name, value);
  if (!arguments.node.empty()) settings.node = node_by_name(arguments.node);
  const bool counted = !arguments.flags.at("iterations").empty() || set_iterations;
  if (counted && arguments.duration)
    throw Error("--duration and iterations both say how long to erode; give one of them.");
  if (counted) settings.duration = 0;
  settings.says_when = settings.says_when || counted || arguments.duration.has_value();
  if (arguments.duration) {
    settings.duration = parse_number("--duration", *arguments.duration);
    if (!(settings.duration > 0))
      throw Error("--duration " + *arguments.duration + " is not a time; use seconds above 0.");
  }
  return settings;
}

Params params_for(const Settings& settings, const Terrain& terrain) {
  Params params = settings.params;
  double duration = settings.duration;
  if (!settings.says_when) {
    const double longer_side = std::max(terrain.nx, terrain.ny) * terrain.cell;
    duration = parse_preset(find_preset("default")).duration * longer_side /
               (standard_side * params.world_scale);
  }
  if (!(duration > 0)) return params;
  const int steps = iterations_for(duration, params, settings.node, terrain.cell);
  set_parameter(params, "iterations", std::to_string(steps));
  return params;
}

}  // namespace rill
