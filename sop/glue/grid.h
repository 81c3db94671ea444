// Where a layer's cells lie in the world, and sampling one layer at the cells of another. Works for
// any plane and rotation: a grid is the centre of its first cell and the two steps to the next.
#pragma once

#include <array>
#include <string>

#include <rill/layers.h>

namespace rill::glue {

using Vector = std::array<double, 3>;

struct Grid {
  int nx = 0, ny = 0;
  Vector origin = {};  // centre of cell (0, 0)
  Vector step_x = {}, step_y = {};

  Vector position(double x, double y) const;
  std::size_t cells() const { return std::size_t(nx) * std::size_t(ny); }
};

// The side of a cell. Throws unless cells are square and the steps stand upright on each other.
double cell_size(const Grid& grid, const std::string& layer);

// The same cells in the same places, to a thousandth of a cell.
bool same_grid(const Grid& a, const Grid& b);

// Is the middle of one grid inside the other?
bool covers_middle(const Grid& outer, const Grid& inner);

// What a layer is beyond its own grid, as Houdini's volumes have it.
enum class Beyond { constant, repeat, streak };

// Bilinear, at the cells of another grid. Up to the outer edge of its border cells a layer goes on
// flat; beyond that its border decides. Throws where the two grids stand across each other.
Layer sample(const Layer& values, const Grid& from, const Grid& at, Beyond beyond, float outside,
             const std::string& layer);

}  // namespace rill::glue
