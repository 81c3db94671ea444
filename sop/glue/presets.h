// The presets of the folder presets/, as names and texts for set_parameter.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <rill/params.h>

namespace rill::glue {

struct Preset {
  std::string name, description;
  double duration;  // seconds that it erodes; 0 where its iterations are set
  std::vector<std::pair<std::string, std::string>> values;  // parameter, text
};

const std::vector<Preset>& presets();  // written by cmake/HoudiniPresets.cmake

// All defaults, then the preset's own values.
Params preset_params(const Preset& preset);

}  // namespace rill::glue
