// Reads, checks what a picture needs, and brings the terrain to the picture's width at once, so
// that many frames or panels of a large terrain fit into memory.

#include "picture_input.h"

#include <algorithm>
#include <limits>

#include <rill/error.h>

#include "arguments.h"
#include "io/relief.h"
#include "io/resample.h"

namespace rill {
namespace {

constexpr int standard_most = 2048;  // pixels: more than a screen shows

ReadOptions read_options(const PictureInput& input) {
  ReadOptions options;
  if (!input.size.empty()) {
    const GridSize size = parse_size(input.size);
    options.nx = size.nx;
    options.ny = size.ny;
  }
  if (!input.range.empty()) options.range = parse_range("--range", input.range);
  return options;
}

void read_extra(Terrain& terrain, const std::string& file, const char* name) {
  if (file.empty()) return;
  terrain.layers[name] = read_layer(file, name, terrain.nx, terrain.ny);
}

}  // namespace

Terrain read_for_picture(const std::string& path, const PictureInput& input) {
  TerrainFile file = read_terrain(path, read_options(input));
  Terrain& terrain = file.terrain;
  if (!input.cell.empty()) terrain.cell = parse_length("--cell", input.cell);
  if (!(terrain.cell > 0))
    throw Error("The file '" + path + "' does not say how large a cell is; add --cell METRES.");
  read_extra(terrain, input.water_file, layer::water);
  read_extra(terrain, input.sediment_file, layer::sediment);
  if (!file.nodata.empty()) {
    Layer& height = terrain.layers[layer::height];
    for (std::size_t i = 0; i < height.size(); ++i)
      if (file.nodata[i]) height[i] = std::numeric_limits<float>::quiet_NaN();
  }
  std::vector<std::string> names = relief_layers();
  for (const std::string& name : input.more_layers) {
    if (!terrain.has(name)) {
      std::string there;
      for (const auto& [known, values] : terrain.layers)
        there += (there.empty() ? "" : ", ") + known;
      throw Error("'" + path + "' has no layer '" + name + "'; it has " + there + ".");
    }
    names.push_back(name);
  }
  return resampled(terrain, input.width > 0 ? input.width : std::min(terrain.nx, standard_most),
                   names);
}

}  // namespace rill
