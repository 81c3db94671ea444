// Shaded relief of a terrain in colour: light from the sun and from the sky, tint by elevation,
// rock where it is steep, deposits, mud and water over it. North, large y, is at the top.
#pragma once

#include <rill/layers.h>

#include "io/light.h"
#include "io/picture.h"
#include "io/relief.h"

namespace rill {

// What pictures that are to be compared must share.
struct ShadeStyle {
  double low = 0, high = 1;  // elevations of the first and the last tint, metres
  double exaggeration = 1;   // of slopes, so that a gentle terrain shows its shape
  Sun sun;
};

ShadeStyle shade_style(const Relief& relief);
ShadeStyle shade_style(const Terrain& terrain);
// Tints for both, exaggeration half way between.
ShadeStyle common_style(const ShadeStyle& first, const ShadeStyle& second);

// One pixel for each cell.
Picture shaded_relief(const Relief& relief, const ShadeStyle& style);
Picture shaded_relief(const Terrain& terrain, const ShadeStyle& style);

// Two terrains in one style, a thin gap between the pictures.
Picture side_by_side(const Terrain& before, const Terrain& after);

}  // namespace rill
