// A preset's values over the defaults.

#include "presets.h"

namespace rill::glue {

Params preset_params(const Preset& preset) {
  Params params;
  for (const auto& value : preset.values) set_parameter(params, value.first, value.second);
  return params;
}

}  // namespace rill::glue
