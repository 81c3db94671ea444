// Cells that a file has no height for.
#pragma once

#include <string>

#include "io/terrain_file.h"

namespace rill {

// Marks the cells whose height is what this text says, and keeps the value. A text that is no
// number marks nothing.
void mark_nodata(TerrainFile& file, const std::string& text);

// The value of cells without one, as the file wrote it; empty when it did not say.
std::string nodata_text(const TerrainFile& file);

}  // namespace rill
