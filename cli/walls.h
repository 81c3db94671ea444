// Cells that a file has no height for, as walls: higher than any water, dry, and locked. The solver
// knows nothing of them.
#pragma once

#include <map>
#include <string>

#include "io/terrain_file.h"

namespace rill {

class Walls {
 public:
  explicit Walls(TerrainFile& file);        // builds them; does nothing where every cell has a value
  void take_down(TerrainFile& file) const;  // gives such cells and the masks back as they were

 private:
  std::map<std::string, Layer> masks_before_;  // rain and erodability, empty where there were none
};

}  // namespace rill
