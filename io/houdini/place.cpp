#include "io/houdini/place.h"

#include <algorithm>
#include <cmath>

#include <tbb/parallel_for.h>

namespace rill {
namespace {

double dot(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

}  // namespace

Point3 GridPlace::at(double x, double y) const {
  Point3 point;
  for (std::size_t i = 0; i < 3; ++i) point[i] = origin[i] + x * step_x[i] + y * step_y[i];
  return point;
}

std::array<double, 2> GridPlace::cell_at(const Point3& point) const {
  const Point3 offset{point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]};
  // Two equations, so that steps which are not quite perpendicular do no harm.
  const double xx = dot(step_x, step_x), yy = dot(step_y, step_y), xy = dot(step_x, step_y);
  const double px = dot(offset, step_x), py = dot(offset, step_y), area = xx * yy - xy * xy;
  return {(px * yy - py * xy) / area, (py * xx - px * xy) / area};
}

Layer resample_by_place(const Layer& layer, int nx, int ny, const GridPlace& place, int to_nx,
                        int to_ny, const GridPlace& to_place) {
  Layer result(std::size_t(to_nx) * std::size_t(to_ny));
  const auto value = [&](int x, int y) {
    return double(layer[std::size_t(y) * std::size_t(nx) + std::size_t(x)]);
  };
  tbb::parallel_for(0, to_ny, [&](int row) {
    for (int column = 0; column < to_nx; ++column) {
      const std::array<double, 2> cell = place.cell_at(to_place.at(column, row));
      const double x = std::clamp(cell[0], 0.0, double(nx - 1));
      const double y = std::clamp(cell[1], 0.0, double(ny - 1));
      const int x0 = int(x), y0 = int(y);
      const int x1 = std::min(x0 + 1, nx - 1), y1 = std::min(y0 + 1, ny - 1);
      const double u = x - x0, v = y - y0;
      const double low = value(x0, y0) * (1 - u) + value(x1, y0) * u;
      const double high = value(x0, y1) * (1 - u) + value(x1, y1) * u;
      result[std::size_t(row) * std::size_t(to_nx) + std::size_t(column)] =
          float(low * (1 - v) + high * v);
    }
  });
  return result;
}

}  // namespace rill
