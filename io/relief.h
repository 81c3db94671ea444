// What pictures are drawn from: the terrain as the eye sees it, checked and tidied up.
#pragma once

#include <cstdint>
#include <vector>

#include <rill/layers.h>

namespace rill {

// Soil in suspension counts as ground: it is what fills valley floors, and the clear water is what
// the depth has beyond it. Layers that the terrain does not have are 0 everywhere.
struct Relief {
  int nx = 0, ny = 0;
  double cell = 1;
  Layer ground;   // metres, finite everywhere: holes are filled with the lowest height
  Layer surface;  // of the ground or of the water above it
  Layer water;    // depth of the clear water
  Layer mud;      // suspended sediment
  Layer deposit;  // laid down by water, less what it took
  Layer debris;   // brought by slides
  std::vector<std::uint8_t> hole;  // 1 where the terrain has no finite height

  std::size_t index(int x, int y) const {
    return std::size_t(y) * std::size_t(nx) + std::size_t(x);
  }
};

Relief make_relief(const Terrain& terrain);  // throws without a height layer

// The layers that it looks at.
const std::vector<std::string>& relief_layers();

struct Slope {
  double x, y;
};

// Central difference of a layer, one-sided at the border.
Slope slope_at(const Relief& relief, const Layer& elevation, int x, int y);

}  // namespace rill
