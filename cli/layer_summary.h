// A layer in numbers.
#pragma once

#include <cstddef>

#include "io/terrain_file.h"

namespace rill {

struct LayerSummary {
  double min = 0, max = 0, mean = 0;  // of the cells that have a finite value
  std::size_t cells = 0;              // so many
  std::size_t not_finite = 0;         // NaN and infinity, where the file should have a value
};

// Cells that the file has no value for are left out.
LayerSummary summarise(const TerrainFile& file, const Layer& layer);

}  // namespace rill
