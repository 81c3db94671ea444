// Terrains to start from: diamond-square with Gaussian displacements (Jako and Toth 2011,
// section 4). Heights in metres from 0 to about the relief; the longer side of the grid always spans
// the same piece of terrain, so a finer grid shows the same terrain in more detail.
#pragma once

#include <cstdint>

#include <rill/layers.h>

namespace rill {

struct FractalOptions {
  std::uint64_t seed = 1;
  double relief = 200;     // metres from the lowest to the highest point
  double roughness = 0.5;  // factor on the displacement per halving of the spacing, 0 to 1
};

// The same bits on every machine.
Layer fractal_height(int nx, int ny, const FractalOptions& options);
double fractal_bytes(int nx, int ny);  // memory that it takes

// A normally distributed number (mean 0, deviation 1) that depends on its arguments only.
float gaussian_noise(std::uint64_t key, int x, int y);

}  // namespace rill
