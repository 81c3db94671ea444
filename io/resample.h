// Layers at another resolution, for pictures.
#pragma once

#include <string>
#include <vector>

#include <rill/layers.h>

namespace rill {

// The named layers, those that are there, on `width` columns and as many rows as keep the cells
// square (at least one). Fewer cells are means, more are interpolated smoothly; cells that are not
// finite are left out of means and stay holes.
Terrain resampled(const Terrain& terrain, int width, const std::vector<std::string>& names);

}  // namespace rill
