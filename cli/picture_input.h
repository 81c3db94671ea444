// Terrains from files, as pictures need them.
#pragma once

#include <string>
#include <vector>

#include <rill/layers.h>

#include "io/terrain_file.h"

namespace rill {

struct PictureInput {
  std::string size, cell, range;          // as on the command line, empty when not given
  std::string water_file, sediment_file;  // layers from files of their own
  int width = 0;                          // pixels wanted; 0 = one for each cell
  std::vector<std::string> more_layers;   // to read beside those that relief needs
};

// Cells without a value become holes, NaN in the height layer.
Terrain read_for_picture(const std::string& path, const PictureInput& input);

}  // namespace rill
