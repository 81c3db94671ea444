// The options that say how to erode, the same for every command that cooks: each parameter as a flag
// of its own, --set, --params, --preset and --node.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rill/layers.h>
#include <rill/params.h>

#include "command_line.h"

namespace rill {

struct SettingsArguments {
  std::string node, preset, params_file;
  std::optional<std::string> duration;
  std::vector<std::string> settings;         // of --set
  std::map<std::string, std::string> flags;  // parameter name to text, empty where not given
};

struct Settings {
  Node node = Node::combined;
  Params params;
  double duration = 0;     // seconds to erode; 0 where the iterations count
  bool says_when = false;  // somebody gave iterations or a duration
};

// Adds the options to a command, which has to keep the arguments: they are filled while the command
// line is parsed.
std::shared_ptr<SettingsArguments> add_settings_options(const Command& command);

// Later ones win: defaults, preset, params file, then flags and --set.
Settings resolve_settings(const SettingsArguments& arguments);

// The parameters for this grid: a duration becomes iterations. Where nobody said how long, it is the
// default preset's time for a kilometre of the longer side, so that a coarse preview of the same
// ground shows what a fine cook will.
Params params_for(const Settings& settings, const Terrain& terrain);

}  // namespace rill
