// Raw layers checked cell by cell before anything uses them.

#include "input.h"

#include <cmath>

#include <rill/error.h>

#include "io/raw.h"

namespace rill {

Layer read_finite_layer(const std::string& file, const GridSize& size,
                        const std::string& layer_name) {
  Layer layer = read_raw_layer(file, size.nx, size.ny);
  for (std::size_t i = 0; i < layer.size(); ++i) {
    if (std::isfinite(layer[i])) continue;
    const std::size_t columns = std::size_t(size.nx);
    throw Error("The layer '" + layer_name + "' holds " + std::to_string(layer[i]) + " at cell (" +
                std::to_string(i % columns) + ", " + std::to_string(i / columns) +
                "); replace it by a number.");
  }
  return layer;
}

}  // namespace rill
