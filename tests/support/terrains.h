// Terrains for tests: deterministic, any size, made without rill's own generator.
#pragma once

#include <rill/cook.h>

#include <cstdint>
#include <string>

namespace rill::test {

// Noise in [0, 1) that depends only on its arguments.
double random_at(int x, int y, std::uint32_t seed);

// Fractal value noise: relief in metres from lowest to highest (about), features in cells.
Layer fractal(int nx, int ny, double relief, std::uint32_t seed, double feature_cells = 64);
Layer constant(int nx, int ny, float value);

Terrain terrain(int nx, int ny, double cell, Layer height);

// A fractal with every layer that rill reads: water in places, sediment, flux, hardness, masks.
Terrain everything(int nx, int ny, double cell, int scheme, std::uint32_t seed);

// Empty when every layer of both is there in both with the same bits, else what differs first.
std::string difference_in_bits(const Terrain& a, const Terrain& b);

}  // namespace rill::test
