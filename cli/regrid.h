// A terrain file cut out or on another grid, with all that goes with it: cell, place, cells without a
// value.
#pragma once

#include "grid.h"
#include "io/terrain_file.h"

namespace rill {

void crop_terrain(TerrainFile& file, const CellBox& box);

// Clockwise, by quarters of a circle. Vectors turn with their cells; a georeference is left out.
void turn_terrain(TerrainFile& file, int quarters);

// Notes tell what could not come along. Refuses cells that would be longer than wide.
void resample_terrain(TerrainFile& file, GridSize to);

}  // namespace rill
