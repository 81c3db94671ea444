// Sizes of height maps that game engines import without resampling them.
#pragma once

#include <string>

#include "arguments.h"

namespace rill {

// "unreal" or "unity"; throws for another engine.
bool is_landscape_size(const std::string& engine, GridSize size);
GridSize nearest_landscape_size(const std::string& engine, GridSize size);

}  // namespace rill
