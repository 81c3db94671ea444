// Files whose first row is the north: row 0 is y = ny - 1.
#pragma once

#include <cstddef>

#include <rill/layers.h>

namespace rill {

inline std::size_t north_row_start(const Terrain& terrain, std::size_t row) {
  return (std::size_t(terrain.ny) - 1 - row) * std::size_t(terrain.nx);
}

}  // namespace rill
