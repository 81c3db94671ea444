#include "tiling.h"

#include <cmath>

#include "terrains.h"

namespace rill::test {
namespace {

double fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

// Value noise at (x, y) in lattice units; the lattice repeats after `period` of them.
double periodic_noise(double x, double y, int period, std::uint32_t seed) {
  const int left = int(std::floor(x)), lower = int(std::floor(y));
  const int right = (left + 1) % period, upper = (lower + 1) % period;
  const double u = fade(x - left), v = fade(y - lower);
  const double below = random_at(left, lower, seed) * (1 - u) + random_at(right, lower, seed) * u;
  const double above = random_at(left, upper, seed) * (1 - u) + random_at(right, upper, seed) * u;
  return below * (1 - v) + above * v;
}

}  // namespace

Layer tiling_fractal(int nx, int ny, double relief, std::uint32_t seed, int features, int octaves) {
  Layer layer(std::size_t(nx) * std::size_t(ny));
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x) {
      const double along_x = (x + 0.5) / nx, along_y = (y + 0.5) / ny;
      double sum = 0, amplitude = relief / 2;
      int period = features;
      for (int octave = 0; octave < octaves; ++octave) {
        sum += amplitude * periodic_noise(along_x * period, along_y * period, period,
                                          seed * 16 + std::uint32_t(octave));
        amplitude /= 2;
        period *= 2;
      }
      layer[std::size_t(y) * std::size_t(nx) + std::size_t(x)] = float(sum);
    }
  return layer;
}

}  // namespace rill::test
