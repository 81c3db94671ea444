// Resampling is separable: a row of weights for each new column, then for each new row.

#include "grid.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace rill {
namespace {

struct Tap {
  int index;
  double weight;
};
using Taps = std::vector<Tap>;  // what one new cell is made of; the weights add up to 1

Taps area_taps(int at, int from, int to) {
  const double low = double(at) * from / to, high = double(at + 1) * from / to;
  Taps taps;
  for (int i = int(low); i < from && i < high; ++i) {
    const double covered = std::min(high, i + 1.0) - std::max(low, double(i));
    if (covered > 0) taps.push_back({i, covered / (high - low)});
  }
  return taps;
}

Taps cubic_taps(int at, int from, int to) {
  const double place = (at + 0.5) * from / to - 0.5;
  const int base = int(std::floor(place));
  const double t = place - base;
  const double weights[4] = {((-0.5 * t + 1.0) * t - 0.5) * t, (1.5 * t - 2.5) * t * t + 1.0,
                             ((-1.5 * t + 2.0) * t + 0.5) * t, (0.5 * t - 0.5) * t * t};
  Taps taps;
  for (int k = 0; k < 4; ++k)
    taps.push_back({std::clamp(base - 1 + k, 0, from - 1), weights[k]});
  return taps;
}

std::vector<Taps> taps_along(int from, int to) {
  std::vector<Taps> all;
  for (int at = 0; at < to; ++at)
    all.push_back(to < from ? area_taps(at, from, to) : cubic_taps(at, from, to));
  return all;
}

std::size_t cell_at(int x, int y, int nx) {
  return std::size_t(y) * std::size_t(nx) + std::size_t(x);
}

}  // namespace

Layer cropped(const Layer& layer, GridSize from, const CellBox& box) {
  Layer result;
  result.reserve(std::size_t(box.nx) * std::size_t(box.ny));
  for (int y = box.y; y < box.y + box.ny; ++y) {
    const auto row = layer.begin() + std::ptrdiff_t(cell_at(box.x, y, from.nx));
    result.insert(result.end(), row, row + box.nx);
  }
  return result;
}

GridMap same_ground(GridSize from, GridSize to) {
  const double dx = double(from.nx) / to.nx, dy = double(from.ny) / to.ny;
  return {0.5 * dx - 0.5, 0.5 * dy - 0.5, dx, dy};
}

Layer bilinear(const Layer& layer, GridSize from, GridSize to, const GridMap& map) {
  Layer result(std::size_t(to.nx) * std::size_t(to.ny));
  for (int y = 0; y < to.ny; ++y) {
    const double place_y = std::clamp(map.y0 + map.dy * y, 0.0, from.ny - 1.0);
    const int y0 = int(place_y), y1 = std::min(y0 + 1, from.ny - 1);
    const double v = place_y - y0;
    for (int x = 0; x < to.nx; ++x) {
      const double place_x = std::clamp(map.x0 + map.dx * x, 0.0, from.nx - 1.0);
      const int x0 = int(place_x), x1 = std::min(x0 + 1, from.nx - 1);
      const double u = place_x - x0;
      const double low = (1 - u) * double(layer[cell_at(x0, y0, from.nx)]) +
                         u * double(layer[cell_at(x1, y0, from.nx)]);
      const double high = (1 - u) * double(layer[cell_at(x0, y1, from.nx)]) +
                          u * double(layer[cell_at(x1, y1, from.nx)]);
      result[cell_at(x, y, to.nx)] = float((1 - v) * low + v * high);
    }
  }
  return result;
}

Layer resampled(const Layer& layer, GridSize from, GridSize to) {
  if (from.nx == to.nx && from.ny == to.ny) return layer;
  const std::vector<Taps> columns = taps_along(from.nx, to.nx), rows = taps_along(from.ny, to.ny);
  std::vector<double> line(std::size_t(from.nx));
  Layer result;
  result.reserve(std::size_t(to.nx) * std::size_t(to.ny));
  for (const Taps& row : rows) {
    std::fill(line.begin(), line.end(), 0.0);
    for (const Tap& tap : row)
      for (int x = 0; x < from.nx; ++x)
        line[std::size_t(x)] += tap.weight * double(layer[cell_at(x, tap.index, from.nx)]);
    for (const Taps& column : columns) {
      double sum = 0;
      for (const Tap& tap : column) sum += tap.weight * line[std::size_t(tap.index)];
      result.push_back(float(sum));
    }
  }
  return result;
}

const char* resample_method(GridSize from, GridSize to) {
  if (from.nx == to.nx && from.ny == to.ny) return "unchanged";
  if (to.nx <= from.nx && to.ny <= from.ny) return "area mean";
  if (to.nx >= from.nx && to.ny >= from.ny) return "bicubic";
  return "area mean along one side, cubic along the other";
}

}  // namespace rill
