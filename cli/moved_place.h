// The georeference of a piece of a terrain, or of the same ground on another grid.
#pragma once

#include <memory>

#include "arguments.h"
#include "grid.h"
#include "io/geo_reference.h"

namespace rill {

// Whether pixel (0, 0) of the tags is the centre of the first pixel and not its corner.
bool counts_from_centres(const GeoReference& place);

// `box` is the piece of a terrain of `from` cells that now has `to` cells. Null stays null.
std::shared_ptr<const GeoReference> moved_place(const std::shared_ptr<const GeoReference>& place,
                                                GridSize from, const CellBox& box, GridSize to);

}  // namespace rill
