// Where a file says that its cells lie, so that layers of two files meet by position.
#pragma once

#include <optional>

#include "io/terrain_file.h"

namespace rill {

// Whether both files say where they lie, in the same kind of coordinates.
bool places_compare(const TerrainFile& a, const TerrainFile& b);

// Of a Houdini file or one with a georeference along the axes; none else.
std::optional<GridPlace> place_of(const TerrainFile& file);

}  // namespace rill
