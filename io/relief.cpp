// Whatever a file may hold becomes something that can be drawn.

#include "io/relief.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include <rill/error.h>

namespace rill {
namespace {

// 0 for what is missing, negative or not a number.
Layer depth_layer(const Terrain& terrain, const char* name) {
  const auto found = terrain.layers.find(name);
  if (found == terrain.layers.end()) return Layer(terrain.cells(), 0.0f);
  Layer layer = found->second;
  for (float& value : layer)
    if (!(value > 0) || !std::isfinite(value)) value = 0;
  return layer;
}

}  // namespace

const std::vector<std::string>& relief_layers() {
  static const std::vector<std::string> names = {layer::height, layer::water, layer::sediment,
                                                 layer::deposition, layer::erosion, layer::debris};
  return names;
}

Relief make_relief(const Terrain& terrain) {
  const auto height = terrain.layers.find(layer::height);
  if (height == terrain.layers.end())
    throw Error("There is no height layer to draw; give a terrain that has one.");
  Relief relief;
  relief.nx = terrain.nx;
  relief.ny = terrain.ny;
  relief.cell = terrain.cell;
  relief.ground = height->second;
  relief.water = depth_layer(terrain, layer::water);
  relief.mud = depth_layer(terrain, layer::sediment);
  relief.deposit = depth_layer(terrain, layer::deposition);
  relief.debris = depth_layer(terrain, layer::debris);
  const Layer erosion = depth_layer(terrain, layer::erosion);

  relief.hole.assign(relief.ground.size(), 0);
  float lowest = std::numeric_limits<float>::max();
  for (const float value : relief.ground)
    if (std::isfinite(value)) lowest = std::min(lowest, value);
  for (std::size_t i = 0; i < relief.ground.size(); ++i) {
    if (!std::isfinite(relief.ground[i])) {
      relief.hole[i] = 1;
      relief.ground[i] = lowest == std::numeric_limits<float>::max() ? 0.0f : lowest;
      relief.water[i] = relief.mud[i] = relief.deposit[i] = relief.debris[i] = 0;
      continue;
    }
    relief.ground[i] += relief.mud[i];
    relief.water[i] = std::max(0.0f, relief.water[i] - relief.mud[i]);
    relief.deposit[i] = std::max(0.0f, relief.deposit[i] - erosion[i]);
  }
  relief.surface = relief.ground;
  for (std::size_t i = 0; i < relief.surface.size(); ++i) relief.surface[i] += relief.water[i];
  return relief;
}

Slope slope_at(const Relief& relief, const Layer& elevation, int x, int y) {
  const int left = std::max(x - 1, 0), right = std::min(x + 1, relief.nx - 1);
  const int bottom = std::max(y - 1, 0), top = std::min(y + 1, relief.ny - 1);
  const auto at = [&](int i, int j) { return double(elevation[relief.index(i, j)]); };
  return {(at(right, y) - at(left, y)) / (std::max(right - left, 1) * relief.cell),
          (at(x, top) - at(x, bottom)) / (std::max(top - bottom, 1) * relief.cell)};
}

}  // namespace rill
