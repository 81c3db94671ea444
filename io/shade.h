// Shaded relief of a terrain in colour: light from the north-west, tint by elevation, rock where it
// is steep, water over it by depth. North, large y, is at the top.
#pragma once

#include <rill/layers.h>

#include "io/picture.h"

namespace rill {

// What pictures that are to be compared must share.
struct ShadeStyle {
  double low = 0, high = 1;  // elevations of the first and the last tint, metres
  double exaggeration = 1;   // of slopes, so that a gentle terrain shows its shape
};

ShadeStyle shade_style(const Terrain& terrain);

// The terrain has a height layer; water and sediment are drawn when it has them.
Picture shaded_relief(const Terrain& terrain, const ShadeStyle& style);

// Two terrains in one style, a thin gap between the pictures.
Picture side_by_side(const Terrain& before, const Terrain& after);

}  // namespace rill
