// Cells that a file has no height for.
#pragma once

#include <string>
#include <vector>

#include "io/terrain_file.h"

namespace rill {

// Marks the cells whose height is what this text says, and keeps the value. A text that is no
// number marks nothing.
void mark_nodata(TerrainFile& file, const std::string& text);

// The value of cells without one, as the file wrote it; empty when it did not say.
std::string nodata_text(const TerrainFile& file);

// Walls for a cook where a file has no height: above all ground and water, with nothing to erode
// and no rain, so that no water enters them. To scheme rill they are a closed border. Scheme
// jako2011 takes them for a slope, so there the ground beside them erodes more slowly. Afterwards
// the cells get their value back, and the masks are what they were.
class NodataWalls {
 public:
  // Changes file.terrain where file.nodata marks a cell.
  NodataWalls(TerrainFile& file, int scheme);
  void take_down(TerrainFile& file) const;  // file.terrain is the result of the cook by now

 private:
  struct Mask {
    const char* name;
    bool was_there;
    Layer values;
  };
  std::vector<Mask> masks_;
};

}  // namespace rill
