// Terrain that tiles, sampled at cell centres: a finer grid shows the same terrain in more detail.
#pragma once

#include <rill/cook.h>

#include <cstdint>

namespace rill::test {

// Fractal value noise on a torus: relief in metres from lowest to highest (about), features along
// a side of the grid in the first octave, each further octave half as high and half as wide.
Layer tiling_fractal(int nx, int ny, double relief, std::uint32_t seed, int features = 4,
                     int octaves = 6);

}  // namespace rill::test
