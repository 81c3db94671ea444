// How much sun and how much sky each cell of a relief sees.
#pragma once

#include "io/relief.h"

namespace rill {

struct Sun {
  double azimuth = 315;  // where it stands, degrees from north over east
  double altitude = 40;  // above the horizon, degrees
  double shadow = 0.6;   // how dark cast shadows are, 0 to 1
};

struct Light {
  Layer sun;  // 1 on level ground in the open, 0 in the shade
  Layer sky;  // share of the sky that is not hidden by the terrain around, 0 to 1
};

// Heights count `exaggeration` times.
Light light_on(const Relief& relief, const Sun& sun, double exaggeration);

}  // namespace rill
