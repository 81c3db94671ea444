// Where the cells of a grid lie in the world: by position, layers of different grids meet.
#pragma once

#include <array>

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

// Values of a layer on another grid at the places of these cells: linear between four centres, the
// border's values outside.
Layer resample_by_place(const Layer& layer, int nx, int ny, const GridPlace& place, int to_nx,
                        int to_ny, const GridPlace& to_place);

}  // namespace rill
