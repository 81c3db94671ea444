// The georeference of a piece of a terrain, or of the same ground on another grid.
#pragma once

#include <memory>

#include "arguments.h"
#include "grid.h"
#include "io/geo_reference.h"

namespace rill {

// `box` is the piece of a terrain of `from` cells that now has `to` cells. Null stays null.
std::shared_ptr<const GeoReference> moved_place(const std::shared_ptr<const GeoReference>& place,
                                                GridSize from, const CellBox& box, GridSize to);

}  // namespace rill
