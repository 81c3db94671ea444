// Geometry of grids. A layer is sampled along the normal of its own plane.

#include <rill/grid.h>

#include <rill/error.h>

#include <algorithm>
#include <cmath>

namespace rill {
namespace {

Point3 operator-(const Point3& a, const Point3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
double dot(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const Point3& a) { return std::sqrt(dot(a, a)); }

// World position to cell coordinates, by least squares in the grid's plane.
struct Locator {
  explicit Locator(const GridPlace& place)
      : origin(place.origin),
        x(place.step_x),
        y(place.step_y),
        xx(dot(x, x)),
        xy(dot(x, y)),
        yy(dot(y, y)),
        determinant(xx * yy - xy * xy) {}

  // Coordinates of a direction; of a place once the origin is taken off.
  std::array<double, 2> along(const Point3& direction) const {
    const double a = dot(direction, x), b = dot(direction, y);
    return {(yy * a - xy * b) / determinant, (xx * b - xy * a) / determinant};
  }
  std::array<double, 2> at(const Point3& place) const { return along(place - origin); }

  Point3 origin, x, y;
  double xx, xy, yy, determinant;
};

// A cell index inside 0 to count - 1, or -1 for the value outside.
int inside(int index, int count, bool within_edge, Beyond beyond) {
  if (index >= 0 && index < count) return index;
  if (within_edge || beyond == Beyond::streak) return std::min(std::max(index, 0), count - 1);
  if (beyond == Beyond::constant) return -1;
  const int rest = index % count;
  return rest < 0 ? rest + count : rest;
}

// Whether a place along an axis is before the outer edge of the last cells.
bool within_edges(double place, int count) {
  return place >= -0.5 - 1e-9 && place <= count - 0.5 + 1e-9;
}

bool covers_point(const Grid& grid, const Point3& point) {
  const Locator locator(grid.place);
  if (!(locator.determinant > 0)) return false;
  const auto place = locator.at(point);
  return within_edges(place[0], grid.nx) && within_edges(place[1], grid.ny);
}

struct Blend {
  int low = 0, high = 0;
  float share = 0;  // of the high one
};

Blend blend_at(double place, int count, Beyond beyond) {
  // Far out only the border counts; what follows needs places that fit an int.
  const double limit = 1e9;
  place = std::min(std::max(place, -limit), limit);
  const bool within_edge = within_edges(place, count);
  Blend blend;
  const double below = std::floor(place);
  blend.share = float(place - below);
  if (!within_edge && beyond == Beyond::constant) return {-1, -1, 0};
  blend.low = inside(int(below), count, within_edge && beyond != Beyond::repeat, beyond);
  blend.high = inside(int(below) + 1, count, within_edge && beyond != Beyond::repeat, beyond);
  return blend;
}

}  // namespace

Point3 GridPlace::at(double x, double y) const {
  Point3 point;
  for (std::size_t k = 0; k < 3; ++k) point[k] = origin[k] + x * step_x[k] + y * step_y[k];
  return point;
}

std::array<double, 2> GridPlace::cell_at(const Point3& point) const {
  return Locator(*this).at(point);
}

Grid Grid::of_box(const Point3& middle, const Point3& half_x, const Point3& half_y, int nx,
                  int ny) {
  Grid grid;
  grid.nx = nx;
  grid.ny = ny;
  for (std::size_t k = 0; k < 3; ++k) {
    grid.place.step_x[k] = 2 * half_x[k] / nx;
    grid.place.step_y[k] = 2 * half_y[k] / ny;
    grid.place.origin[k] = middle[k] + half_x[k] * (1.0 / nx - 1) + half_y[k] * (1.0 / ny - 1);
  }
  return grid;
}

bool same_grid(const Grid& a, const Grid& b) {
  if (a.nx != b.nx || a.ny != b.ny) return false;
  const double close = 1e-3 * std::min(length(a.place.step_x), length(a.place.step_y));
  for (double x : {0.0, double(a.nx - 1)})
    for (double y : {0.0, double(a.ny - 1)})
      if (length(a.place.at(x, y) - b.place.at(x, y)) > close) return false;
  return length(a.place.step_x - b.place.step_x) <= close &&
         length(a.place.step_y - b.place.step_y) <= close;
}

bool covers_middle(const Grid& outer, const Grid& inner) {
  return covers_point(outer, inner.place.at(0.5 * (inner.nx - 1), 0.5 * (inner.ny - 1)));
}

bool covers(const Grid& outer, const Grid& inner) {
  for (double x : {0.0, double(inner.nx - 1)})
    for (double y : {0.0, double(inner.ny - 1)})
      if (!covers_point(outer, inner.place.at(x, y))) return false;
  return true;
}

Layer sample_layer(const Layer& values, const Grid& from, const Grid& at, const LayerBorder& border,
                   const std::string& name) {
  if (same_grid(from, at)) return values;
  const Locator locator(from.place);
  const auto step_x = locator.along(at.place.step_x), step_y = locator.along(at.place.step_y);
  const double area = std::abs(step_x[0] * step_y[1] - step_x[1] * step_y[0]);
  const double full =
      length(at.place.step_x) * length(at.place.step_y) / std::sqrt(locator.determinant);
  if (!(locator.determinant > 0) || !(area > 1e-3 * full))
    throw Error("The layer '" + name +
                "' stands across the plane of the height layer; turn it into the same plane.");

  const auto origin = locator.at(at.place.origin);
  const bool axes_apart = step_x[1] == 0 && step_y[0] == 0;
  Layer result(at.cells());
  const auto value_at = [&](const Blend& x, const Blend& y) {
    if (x.low < 0 || y.low < 0) return border.value;
    const auto value = [&](int i, int j) {
      return values[std::size_t(j) * std::size_t(from.nx) + std::size_t(i)];
    };
    const float below =
        value(x.low, y.low) + x.share * (value(x.high, y.low) - value(x.low, y.low));
    const float above =
        value(x.low, y.high) + x.share * (value(x.high, y.high) - value(x.low, y.high));
    return below + y.share * (above - below);
  };
  std::size_t cell = 0;
  for (int j = 0; j < at.ny; ++j) {
    const Blend row = blend_at(origin[1] + j * step_y[1], from.ny, border.beyond);
    for (int i = 0; i < at.nx; ++i, ++cell) {
      const Blend x = blend_at(origin[0] + i * step_x[0] + j * step_y[0], from.nx, border.beyond);
      const Blend y =
          axes_apart ? row
                     : blend_at(origin[1] + i * step_x[1] + j * step_y[1], from.ny, border.beyond);
      result[cell] = value_at(x, y);
    }
  }
  return result;
}

}  // namespace rill
