// The paper's hardness field (Jako and Toth 2011, section 4): the height field copied and scaled,
// noise added in every cell, then a Gaussian blur. High ground is harder, and no ground is even.
#pragma once

#include <cstdint>

#include <rill/layers.h>

namespace rill {

struct HardnessOptions {
  double low = 0.2, high = 0.8;  // of the lowest and of the highest cell, before the noise
  double noise = 0.1;            // standard deviation of the noise, after the blur
  double blur = 10;              // standard deviation of the Gaussian, metres
  std::uint64_t seed = 1;
};

// In 0 to 1. The noise belongs to places rather than to cells: a grid twice as fine shows the same
// hard and soft spots.
Layer hardness_field(const Terrain& terrain, const HardnessOptions& options);

}  // namespace rill
