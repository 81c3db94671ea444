// The paper blurs white noise, which would be other noise, and weaker, on every other grid. The
// same thing tied to places: random numbers on a lattice in metres under a cubic B-spline, which is
// a Gaussian of 0.577 spacings to the eye.

#include "io/hardness_field.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "io/blur.h"
#include "io/fractal.h"
#include "io/spline.h"

namespace rill {
namespace {

constexpr double spacing_per_deviation = 1.7320508;  // a cubic B-spline's variance is 1/3
constexpr double deviation_under_spline = 0.47937;   // of unit noise: the spline's energy 151/315

// Deviation 1. With a blur below a cell there is nothing to blur: one number for each cell.
Layer blurred_noise(int nx, int ny, double blur_cells, std::uint64_t seed) {
  Layer noise;
  noise.reserve(std::size_t(nx) * std::size_t(ny));
  const double spacing = blur_cells * spacing_per_deviation;
  if (spacing < 1) {
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) noise.push_back(gaussian_noise(seed, x, y));
    return noise;
  }
  const auto columns = spline_taps<double>(nx, 1 / spacing);
  const auto rows = spline_taps<double>(ny, 1 / spacing);
  const int width = columns.back().first + 5;
  std::vector<double> line;  // lattice numbers under this row's weights
  line.resize(std::size_t(width));
  for (const SplineTap<double>& row : rows) {
    for (int i = 0; i < width; ++i) {
      double sum = 0;
      for (int j = 0; j < 4; ++j)
        sum += row.weight[j] * double(gaussian_noise(seed, i - 1, row.first + j));
      line[std::size_t(i)] = sum / deviation_under_spline;
    }
    for (const SplineTap<double>& column : columns) {
      double sum = 0;
      for (int i = 0; i < 4; ++i) sum += column.weight[i] * line[std::size_t(column.first + 1 + i)];
      noise.push_back(float(sum));
    }
  }
  return noise;
}

}  // namespace

Layer hardness_field(const Terrain& terrain, const HardnessOptions& options) {
  const Layer& height = terrain.layers.at(layer::height);
  const auto [low, high] = std::minmax_element(height.begin(), height.end());
  const double relief = double(*high) - double(*low);
  const double blur_cells = options.blur / terrain.cell;
  Layer hardness(height.size());
  for (std::size_t i = 0; i < height.size(); ++i) {
    const double share = relief > 0 ? (double(height[i]) - double(*low)) / relief : 0.5;
    hardness[i] = float(options.low + (options.high - options.low) * share);
  }
  gaussian_blur(hardness, terrain.nx, terrain.ny, blur_cells);
  const Layer noise = blurred_noise(terrain.nx, terrain.ny, blur_cells, options.seed);
  for (std::size_t i = 0; i < height.size(); ++i)
    hardness[i] = std::clamp(hardness[i] + float(options.noise) * noise[i], 0.0f, 1.0f);
  return hardness;
}

}  // namespace rill
