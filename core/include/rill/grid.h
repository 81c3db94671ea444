// Where a layer's cells lie in the world, and sampling one layer at the cells of another: by
// position, layers of different grids meet. Works for any plane and rotation.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include <rill/layers.h>

namespace rill {

using Point3 = std::array<double, 3>;

// Cell (x, y) has its centre at origin + x * step_x + y * step_y.
struct GridPlace {
  Point3 origin{0, 0, 0}, step_x{1, 0, 0}, step_y{0, 1, 0};

  Point3 at(double x, double y) const;
  // The cell, in parts of cells, whose place is nearest to a point of the world: the foot of the
  // perpendicular.
  std::array<double, 2> cell_at(const Point3& point) const;
};

struct Grid {
  int nx = 0, ny = 0;
  GridPlace place = {};
  // Of a box that is cut into so many cells, from its middle to the middle of its sides.
  static Grid of_box(const Point3& middle, const Point3& half_x, const Point3& half_y, int nx,
                     int ny);
  std::size_t cells() const { return std::size_t(nx) * std::size_t(ny); }
};

// The same cells in the same places, to a thousandth of a cell.
bool same_grid(const Grid& a, const Grid& b);

// Is the middle of one grid inside the other? Are the centres of all its cells?
bool covers_middle(const Grid& outer, const Grid& inner);
bool covers(const Grid& outer, const Grid& inner);

// What a layer is beyond its own grid, as Houdini's volumes have it: a value, itself again, or its
// border cells going on.
enum class Beyond { constant, repeat, streak };
struct LayerBorder {
  Beyond beyond = Beyond::streak;
  float value = 0;  // with `constant`
};

// Bilinear, at the cells of another grid. Up to the outer edge of its border cells a layer goes on
// flat; beyond that its border decides. Throws where the two grids stand across each other.
Layer sample_layer(const Layer& values, const Grid& from, const Grid& at, const LayerBorder& border,
                   const std::string& name);

}  // namespace rill
