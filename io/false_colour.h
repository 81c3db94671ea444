// A layer as a map of colours with its scale: numbers one can read off.
#pragma once

#include <optional>
#include <string>

#include <rill/layers.h>

#include "io/picture.h"
#include "io/terrain_file.h"

namespace rill {

struct FalseColourOptions {
  std::string caption;              // above the map
  std::optional<ValueRange> range;  // of the colours; without it, what nearly all cells hold
};

// Below zero and above zero in two colours when the layer has both, one scale otherwise; the shape
// of the terrain shows through as light when `relief` has a height layer.
Picture false_colour_map(const Layer& values, const Terrain& relief,
                         const FalseColourOptions& options);

}  // namespace rill
