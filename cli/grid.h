// Layers on other grids: cut out, averaged, interpolated. Cells are squares that tile the terrain, so
// a grid of other size covers the same ground.
#pragma once

#include <rill/layers.h>

#include "arguments.h"

namespace rill {

struct CellBox {
  int x = 0, y = 0, nx = 0, ny = 0;  // from cell (x, y) on
};

Layer cropped(const Layer& layer, GridSize from, const CellBox& box);

// Where in `from` the first cell's centre of `to` lies, and how far apart they are, in cells of
// `from`. By default both cover the same rectangle.
struct GridMap {
  double x0, y0, dx, dy;
};
GridMap same_ground(GridSize from, GridSize to);

// Between the four nearest cells; beyond the border its value goes on.
Layer bilinear(const Layer& layer, GridSize from, GridSize to, const GridMap& map);

// Along each side on its own: the mean over the area of a new cell where there are fewer, cubic
// (Catmull-Rom) between the nearest cells where there are more.
Layer resampled(const Layer& layer, GridSize from, GridSize to);
const char* resample_method(GridSize from, GridSize to);  // in words

}  // namespace rill
