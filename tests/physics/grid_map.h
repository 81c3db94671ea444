// A terrain moved as a whole: mirrored, transposed or shifted, vectors and flux with it.
#pragma once

#include <rill/cook.h>

#include <string>
#include <vector>

namespace rill::test {

// Cell (x, y) goes to (xx x + xy y + shift_x, yx x + yy y + shift_y), wrapped onto the grid.
struct GridMap {
  const char* name;
  int xx, xy, yx, yy;
  int shift_x, shift_y;
};

const GridMap mirror_x = {"mirror x", -1, 0, 0, 1, -1, 0};
const GridMap mirror_y = {"mirror y", 1, 0, 0, -1, 0, -1};
const GridMap transpose = {"transpose", 0, 1, 1, 0, 0, 0};
const GridMap quarter_turn = {"quarter turn", 0, -1, 1, 0, -1, 0};
const GridMap translation = {"translation", 1, 0, 0, 1, 17, 29};  // for wrapped borders

Terrain moved(const Terrain& terrain, const GridMap& map);

}  // namespace rill::test
