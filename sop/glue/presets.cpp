// A preset's values over the defaults.

#include "presets.h"

#include <rill/cook.h>

#include <algorithm>
#include <cmath>

namespace rill::glue {

Params preset_params(const Preset& preset, Node node) {
  Params params;
  for (const auto& value : preset.values) set_parameter(params, value.first, value.second);
  if (preset.duration > 0) {
    const double steps = preset.duration / time_step_used(params, node, preset_cell);
    const double most = find_parameter("iterations").hard_max;
    params.iterations = int(std::min(std::max(std::round(steps), 1.0), most));
  }
  return params;
}

}  // namespace rill::glue
