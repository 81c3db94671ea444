// One axis at a time, both ways with the same kernel: a tent as wide as the coarser of both grids
// when there are fewer cells, Catmull-Rom when there are more.

#include "io/resample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <tbb/parallel_for.h>

namespace rill {
namespace {

struct Taps {
  int first;
  std::vector<float> weights;
};

double catmull_rom(double x) {
  x = std::abs(x);
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
  if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
  return 0;
}

std::vector<Taps> taps_between(int from, int to) {
  const double ratio = double(from) / to;
  const bool shrinks = ratio > 1;
  const double reach = shrinks ? ratio : 2;
  std::vector<Taps> all;
  all.reserve(std::size_t(to));
  for (int i = 0; i < to; ++i) {
    const double centre = (i + 0.5) * ratio - 0.5;
    const int first = std::max(0, int(std::ceil(centre - reach)));
    const int last = std::max(first, std::min(from - 1, int(std::floor(centre + reach))));
    Taps taps{first, {}};
    for (int k = first; k <= last; ++k)
      taps.weights.push_back(float(shrinks ? std::max(0.0, 1 - std::abs(k - centre) / ratio)
                                           : catmull_rom(k - centre)));
    all.push_back(std::move(taps));
  }
  return all;
}

// Rows of `count` cells, `stride` apart.
Layer along(const Layer& in, int lines, const std::vector<Taps>& taps, int from, bool rows) {
  const std::size_t to = taps.size();
  Layer out(std::size_t(lines) * to);
  tbb::parallel_for(0, lines, [&](int line) {
    for (std::size_t i = 0; i < to; ++i) {
      float sum = 0, weight = 0;
      for (std::size_t k = 0; k < taps[i].weights.size(); ++k) {
        const std::size_t cell = std::size_t(taps[i].first) + k;
        const float value = rows ? in[std::size_t(line) * std::size_t(from) + cell]
                                 : in[cell * std::size_t(lines) + std::size_t(line)];
        if (!std::isfinite(value)) continue;
        sum += taps[i].weights[k] * value;
        weight += taps[i].weights[k];
      }
      const float result = weight > 0.25f ? sum / weight : std::nanf("");
      out[rows ? std::size_t(line) * to + i : i * std::size_t(lines) + std::size_t(line)] = result;
    }
  });
  return out;
}

}  // namespace

Terrain resampled(const Terrain& terrain, int width, const std::vector<std::string>& names) {
  const double ratio = double(terrain.nx) / width;
  Terrain result;
  result.nx = width;
  result.ny = std::max(1, int(std::lround(terrain.ny / ratio)));
  result.cell = terrain.cell * ratio;
  for (const std::string& name : names) {
    const auto found = terrain.layers.find(name);
    if (found == terrain.layers.end()) continue;
    if (result.nx == terrain.nx && result.ny == terrain.ny) {
      result.layers[name] = found->second;
      continue;
    }
    std::vector<Taps> columns = taps_between(terrain.nx, result.nx);
    std::vector<Taps> rows = taps_between(terrain.ny, result.ny);
    for (std::vector<Taps>* taps : {&columns, &rows})
      for (Taps& one : *taps) {
        float sum = 0;
        for (const float weight : one.weights) sum += weight;
        for (float& weight : one.weights) weight /= sum;
      }
    const Layer wide = along(found->second, terrain.ny, columns, terrain.nx, true);
    result.layers[name] = along(wide, result.nx, rows, terrain.ny, false);
  }
  return result;
}

}  // namespace rill
