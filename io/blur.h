// A Gaussian blur of a layer.
#pragma once

#include <rill/layers.h>

namespace rill {

// `deviation` in cells; 0 leaves the layer as it is. Beyond the border the layer counts as
// continued by its border cells.
void gaussian_blur(Layer& layer, int nx, int ny, double deviation);

}  // namespace rill
