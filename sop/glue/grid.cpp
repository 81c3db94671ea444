// Geometry of grids. A layer is sampled along the normal of its own plane.

#include "grid.h"

#include <rill/error.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace rill::glue {
namespace {

Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const Vector& a) { return std::sqrt(dot(a, a)); }

// World position to cell coordinates, by least squares in the grid's plane.
struct Locator {
  explicit Locator(const Grid& grid)
      : origin(grid.origin), x(grid.step_x), y(grid.step_y), xx(dot(x, x)), xy(dot(x, y)),
        yy(dot(y, y)), determinant(xx * yy - xy * xy) {}

  // Coordinates of a direction; of a place once the origin is taken off.
  std::array<double, 2> along(const Vector& direction) const {
    const double a = dot(direction, x), b = dot(direction, y);
    return {(yy * a - xy * b) / determinant, (xx * b - xy * a) / determinant};
  }
  std::array<double, 2> at(const Vector& place) const { return along(place - origin); }

  Vector origin, x, y;
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

struct Blend {
  int low = 0, high = 0;
  float share = 0;  // of the high one
};

Blend blend_at(double place, int count, Beyond beyond) {
  // Far out only the border counts; what follows needs places that fit an int.
  const double limit = 1e9;
  place = std::min(std::max(place, -limit), limit);
  const bool within_edge = place >= -0.5 - 1e-9 && place <= count - 0.5 + 1e-9;
  Blend blend;
  const double below = std::floor(place);
  blend.share = float(place - below);
  if (!within_edge && beyond == Beyond::constant) return {-1, -1, 0};
  blend.low = inside(int(below), count, within_edge && beyond != Beyond::repeat, beyond);
  blend.high = inside(int(below) + 1, count, within_edge && beyond != Beyond::repeat, beyond);
  return blend;
}

}  // namespace

Vector Grid::position(double x, double y) const {
  Vector place;
  for (std::size_t k = 0; k < 3; ++k) place[k] = origin[k] + x * step_x[k] + y * step_y[k];
  return place;
}

double cell_size(const Grid& grid, const std::string& layer) {
  const double x = length(grid.step_x), y = length(grid.step_y);
  std::ostringstream sentence;
  if (!(x > 0 && y > 0 && std::isfinite(x) && std::isfinite(y))) {
    sentence << "The layer '" << layer << "' has no size in the world; check its transform.";
    throw Error(sentence.str());
  }
  if (std::abs(x - y) > 1e-4 * std::max(x, y)) {
    sentence << "The cells of '" << layer << "' are " << x << " by " << y
             << " m; they must be square: use a HeightField Resample with one grid spacing.";
    throw Error(sentence.str());
  }
  if (std::abs(dot(grid.step_x, grid.step_y)) > 1e-4 * x * y) {
    sentence << "The layer '" << layer
             << "' is sheared; its axes must stand upright on each other: remove the shear from its "
                "transform.";
    throw Error(sentence.str());
  }
  return cell_from_sides(x, y);
}

bool same_grid(const Grid& a, const Grid& b) {
  if (a.nx != b.nx || a.ny != b.ny) return false;
  const double close = 1e-3 * std::min(length(a.step_x), length(a.step_y));
  for (double x : {0.0, double(a.nx - 1)})
    for (double y : {0.0, double(a.ny - 1)})
      if (length(a.position(x, y) - b.position(x, y)) > close) return false;
  return length(a.step_x - b.step_x) <= close && length(a.step_y - b.step_y) <= close;
}

bool covers_middle(const Grid& outer, const Grid& inner) {
  const Locator locator(outer);
  if (!(locator.determinant > 0)) return false;
  const auto place = locator.at(inner.position(0.5 * (inner.nx - 1), 0.5 * (inner.ny - 1)));
  return place[0] >= -0.5 && place[0] <= outer.nx - 0.5 && place[1] >= -0.5 &&
         place[1] <= outer.ny - 0.5;
}

Layer sample(const Layer& values, const Grid& from, const Grid& at, Beyond beyond, float outside,
             const std::string& layer) {
  if (same_grid(from, at)) return values;
  const Locator locator(from);
  const auto step_x = locator.along(at.step_x), step_y = locator.along(at.step_y);
  const double area = std::abs(step_x[0] * step_y[1] - step_x[1] * step_y[0]);
  const double full = length(at.step_x) * length(at.step_y) / std::sqrt(locator.determinant);
  if (!(locator.determinant > 0) || !(area > 1e-3 * full))
    throw Error("The layer '" + layer +
                "' stands across the plane of the height layer; turn it into the same plane.");

  const auto origin = locator.at(at.origin);
  const bool axes_apart = step_x[1] == 0 && step_y[0] == 0;
  Layer result(at.cells());
  const auto value_at = [&](const Blend& x, const Blend& y) {
    if (x.low < 0 || y.low < 0) return outside;
    const auto value = [&](int i, int j) {
      return values[std::size_t(j) * std::size_t(from.nx) + std::size_t(i)];
    };
    const float below = value(x.low, y.low) + x.share * (value(x.high, y.low) - value(x.low, y.low));
    const float above =
        value(x.low, y.high) + x.share * (value(x.high, y.high) - value(x.low, y.high));
    return below + y.share * (above - below);
  };
  std::size_t cell = 0;
  for (int j = 0; j < at.ny; ++j) {
    const Blend row = blend_at(origin[1] + j * step_y[1], from.ny, beyond);
    for (int i = 0; i < at.nx; ++i, ++cell) {
      const Blend x = blend_at(origin[0] + i * step_x[0] + j * step_y[0], from.nx, beyond);
      const Blend y = axes_apart ? row
                                 : blend_at(origin[1] + i * step_x[1] + j * step_y[1], from.ny, beyond);
      result[cell] = value_at(x, y);
    }
  }
  return result;
}

}  // namespace rill::glue
