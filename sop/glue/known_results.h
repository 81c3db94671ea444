// Check sums of the layers of known cooks, for houdini/scripts/verify_in_houdini.py.
#pragma once

#include <string>

namespace rill::glue {

std::string known_results_json();

}  // namespace rill::glue
