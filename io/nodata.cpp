// Marks by value, because that is how files mark; walls by the layers that the solver has anyway.

#include "io/nodata.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include <rill/error.h>
#include <rill/params.h>

#include "io/geo_reference.h"
#include "io/numbers.h"

namespace rill {

// Scheme jako2011 takes the slope at the foot of a wall for vertical, a sine of 1 where hillsides
// have about 0.3, and would dig a moat there.
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

// Above the highest ground by the relief, and by more than any lake is deep.
float wall_top(const TerrainFile& file) {
  const Layer& height = file.terrain.layers.at(layer::height);
  float low = std::numeric_limits<float>::infinity(), high = -low;
  for (std::size_t i = 0; i < height.size(); ++i) {
    if (file.nodata[i]) continue;
    low = std::min(low, height[i]);
    high = std::max(high, height[i]);
  }
  if (!(low <= high)) throw Error("The terrain has no cell with a height; nothing can be cooked.");
  return high + (high - low) + 100.0f;
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

NodataWalls::NodataWalls(TerrainFile& file, int scheme) {
  if (file.nodata.empty()) return;
  const float top = wall_top(file);
  const bool slow_at_the_foot = scheme == scheme_jako2011;
  const std::vector<std::uint8_t> feet = feet_of_walls(file);
  for (auto& [name, values] : file.terrain.layers) {
    const LayerInfo* const info = find_layer(name);
    if (!info || info->role != LayerRole::state || name == layer::hardness) continue;
    const float inside = name == layer::height ? top : 0.0f;  // no water, nothing that flows
    for (std::size_t i = 0; i < values.size(); ++i)
      if (file.nodata[i]) values[i] = inside;
  }

  for (const char* name : {layer::rain, layer::erodability}) {
    const bool was_there = file.terrain.has(name);
    const bool is_erodability = std::string(name) == layer::erodability;
    Layer& values = file.terrain.layers[name];
    masks_.push_back({name, was_there, values});
    if (!was_there) values.assign(file.terrain.cells(), 1.0f);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (file.nodata[i])
        values[i] = 0;
      else if (slow_at_the_foot && feet[i] && is_erodability)
        values[i] *= erodability_at_the_foot;
    }
  }
}

void NodataWalls::take_down(TerrainFile& file) const {
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
