// The cell of a height field from the place of its grid.
#pragma once

#include <string>

#include <rill/grid.h>

namespace rill::glue {

// The side of a cell. Throws unless cells are square and the steps stand upright on each other.
double cell_size(const GridPlace& place, const std::string& layer);

}  // namespace rill::glue
