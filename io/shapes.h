// Simple terrains for tests and teaching. Heights in metres from 0 to the relief; the shape spans
// the map, so it is the same at every resolution.
#pragma once

#include <string>
#include <vector>

#include <rill/layers.h>

namespace rill {

struct Shape {
  const char* name;
  const char* help;
  Layer (*make)(int nx, int ny, double relief);
};

const std::vector<Shape>& shapes();
const Shape* find_shape(const std::string& name);  // null when there is none

Layer cone_height(int nx, int ny, double relief);
Layer ramp_height(int nx, int ny, double relief);
Layer ridge_height(int nx, int ny, double relief);
Layer step_height(int nx, int ny, double relief);
Layer plateau_height(int nx, int ny, double relief);
Layer bowl_height(int nx, int ny, double relief);

}  // namespace rill
