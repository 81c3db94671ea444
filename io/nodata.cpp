// What marks a cell without a value.

#include "io/nodata.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include <rill/error.h>

#include "io/geo_reference.h"
#include "io/numbers.h"

namespace rill {

constexpr float wall_freeboard = 1000;  // metres above the highest ground
// The solver takes the slope at the foot of a wall for vertical, a sine of 1 where hillsides have
// about 0.3, and would dig a moat there.
constexpr float erodability_at_the_foot = 0.3f;

void mark_nodata(TerrainFile& file, const std::string& text) {
  double number = 0;
  if (!parse_number(text, number)) return;
  file.nodata_value = float(number);
  const bool no_number = std::isnan(file.nodata_value);
  const Layer& height = file.terrain.layers.at(layer::height);
  std::vector<std::uint8_t> nodata(height.size());
  bool any = false;
  for (std::size_t i = 0; i < height.size(); ++i) {
    nodata[i] = no_number ? std::isnan(height[i]) : height[i] == file.nodata_value;
    any = any || nodata[i];
  }
  if (any) file.nodata = std::move(nodata);
}

std::string nodata_text(const TerrainFile& file) {
  if (file.place && !file.place->nodata_text.empty()) return file.place->nodata_text;
  return file.nodata.empty() ? "" : shortest(file.nodata_value);
}

namespace {

float highest_ground(const TerrainFile& file) {
  const Layer& height = file.terrain.layers.at(layer::height);
  float highest = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < height.size(); ++i)
    if (!file.nodata[i]) highest = std::max(highest, height[i]);
  if (!std::isfinite(highest)) throw Error("The terrain has no cell with a height.");
  return highest;
}

// The cells with a height that have one of the others as one of their eight neighbours.
std::vector<std::uint8_t> feet_of_walls(const TerrainFile& file) {
  const int nx = file.terrain.nx, ny = file.terrain.ny;
  const auto index = [&](int x, int y) {
    return std::size_t(y) * std::size_t(nx) + std::size_t(x);
  };
  std::vector<std::uint8_t> feet(file.nodata.size());
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x) {
      if (!file.nodata[index(x, y)]) continue;
      for (int j = std::max(y - 1, 0); j <= std::min(y + 1, ny - 1); ++j)
        for (int i = std::max(x - 1, 0); i <= std::min(x + 1, nx - 1); ++i)
          feet[index(i, j)] = !file.nodata[index(i, j)];
    }
  return feet;
}

}  // namespace

Walls::Walls(TerrainFile& file) {
  if (file.nodata.empty()) return;
  Layer& height = file.terrain.layers.at(layer::height);
  const float top = highest_ground(file) + wall_freeboard;
  const std::vector<std::uint8_t> feet = feet_of_walls(file);
  for (std::size_t i = 0; i < height.size(); ++i)
    if (file.nodata[i]) height[i] = top;

  for (const char* name : {layer::rain, layer::erodability}) {
    const bool was_there = file.terrain.has(name);
    Layer& values = file.terrain.layers[name];
    masks_.push_back({name, was_there, values});
    if (!was_there) values.assign(height.size(), 1.0f);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (file.nodata[i])
        values[i] = 0;
      else if (feet[i] && name == layer::erodability)
        values[i] *= erodability_at_the_foot;
    }
  }
}

void Walls::restore(TerrainFile& file) const {
  if (file.nodata.empty()) return;
  Layer& height = file.terrain.layers.at(layer::height);
  for (std::size_t i = 0; i < height.size(); ++i)
    if (file.nodata[i]) height[i] = file.nodata_value;
  for (const Mask& mask : masks_) {
    if (mask.was_there)
      file.terrain.layers[mask.name] = mask.values;
    else
      file.terrain.layers.erase(mask.name);
  }
}

}  // namespace rill
