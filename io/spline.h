// Cubic B-spline: lattice points under the centres of cells. No cell is rougher than another because
// it hits a lattice point.
#pragma once

#include <cstddef>
#include <vector>

namespace rill {

// The first of four lattice points and their weights.
template <typename Number>
struct SplineTap {
  int first;
  Number weight[4];
};

// For each of `cells` cells along a side; lattice point 0 lies where the side begins.
template <typename Number>
std::vector<SplineTap<Number>> spline_taps(int cells, double spacings_per_cell) {
  std::vector<SplineTap<Number>> taps;
  taps.reserve(std::size_t(cells));
  for (int i = 0; i < cells; ++i) {
    const double position = (i + 0.5) * spacings_per_cell;
    const int before = int(position);
    const double t = position - before, u = 1 - t;
    taps.push_back({before - 1,
                    {Number(u * u * u / 6), Number((3 * t - 6) * t * t / 6 + 4.0 / 6),
                     Number((3 * u - 6) * u * u / 6 + 4.0 / 6), Number(t * t * t / 6)}});
  }
  return taps;
}

}  // namespace rill
