// An oblique view of a terrain: a block cut out of the land, seen in perspective from the south.
#pragma once

#include <rill/layers.h>

#include "io/picture.h"
#include "io/shade.h"

namespace rill {

struct ObliqueOptions {
  int width = 1280, height = 720;  // pixels
  double heading = 25;             // where the camera looks, degrees from north over east
  double tilt = 35;                // how far it looks down, degrees
  double exaggeration = 0;         // of heights; 0 = so that the relief reads well
};

// A low sun at the viewer's left casts the shadows. Tints come from `style`, and so does the lowest
// height that is shown: deeper pits are cut off by the block's base.
Picture oblique_view(const Relief& relief, const ShadeStyle& style, const ObliqueOptions& options);

// Of heights when the options leave it open.
double oblique_exaggeration(const Relief& relief, const ShadeStyle& style);

}  // namespace rill
