// Layers from files, checked.
#pragma once

#include <string>

#include <rill/layers.h>

#include "arguments.h"

namespace rill {

// Throws at the first NaN or infinity and names layer and cell, also for a layer that the node at
// hand would only pass on.
Layer read_finite_layer(const std::string& file, const GridSize& size,
                        const std::string& layer_name);

}  // namespace rill
