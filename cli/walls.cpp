// A wall is a cell far above the highest, without rain, that nothing erodes.

#include "walls.h"

#include <algorithm>

#include <rill/error.h>

namespace rill {
namespace {

constexpr const char* locking_masks[] = {layer::rain, layer::erodability};

// Above the highest cell by the relief, and by more than any lake is deep.
float wall_height(const TerrainFile& file) {
  const Layer& height = file.terrain.layers.at(layer::height);
  bool any = false;
  float low = 0, high = 0;
  for (std::size_t i = 0; i < height.size(); ++i) {
    if (file.nodata[i]) continue;
    low = any ? std::min(low, height[i]) : height[i];
    high = any ? std::max(high, height[i]) : height[i];
    any = true;
  }
  if (!any) throw Error("The terrain has no cell with a height; nothing can be cooked.");
  return high + (high - low) + 100.0f;
}

void set_where_missing(const TerrainFile& file, float value, Layer& layer) {
  for (std::size_t i = 0; i < layer.size(); ++i)
    if (file.nodata[i]) layer[i] = value;
}

}  // namespace

Walls::Walls(TerrainFile& file) {
  if (file.nodata.empty()) return;
  Terrain& terrain = file.terrain;
  const float top = wall_height(file);
  for (auto& [name, values] : terrain.layers) {
    const LayerInfo* info = find_layer(name);
    if (info && info->role == LayerRole::state && name != layer::hardness)
      set_where_missing(file, name == layer::height ? top : 0.0f, values);
  }
  for (const char* name : locking_masks) {
    masks_before_[name] = terrain.has(name) ? terrain.layers[name] : Layer();
    if (!terrain.has(name)) terrain.layers[name].assign(terrain.cells(), 1.0f);
    set_where_missing(file, 0.0f, terrain.layers[name]);
  }
}

void Walls::take_down(TerrainFile& file) const {
  if (file.nodata.empty()) return;
  Terrain& terrain = file.terrain;
  set_where_missing(file, file.nodata_value, terrain.layers.at(layer::height));
  for (const auto& [name, before] : masks_before_) {
    if (before.empty())
      terrain.layers.erase(name);
    else
      terrain.layers[name] = before;
  }
}

}  // namespace rill
