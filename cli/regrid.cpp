// Layer by layer; what belongs to the old grid only is left behind, with a note.

#include "regrid.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <rill/error.h>

#include "moved_place.h"

namespace rill {
namespace {

constexpr double most_unequal = 0.01;  // sides of a cell, before it counts as not square

void leave_houdini(TerrainFile& file) {
  if (!file.houdini) return;
  file.houdini.reset();
  file.height_fields.reset();
  file.notes.push_back("What else the Houdini file held belongs to the old grid and was left out.");
}

double resampled_cell(const Terrain& terrain, GridSize to) {
  const double width = terrain.cell * terrain.nx / to.nx;
  const double height = terrain.cell * terrain.ny / to.ny;
  if (std::abs(width - height) > most_unequal * std::max(width, height)) {
    const int rows = std::max(1, int(std::lround(double(to.nx) * terrain.ny / terrain.nx)));
    throw Error("With " + std::to_string(to.nx) + " x " + std::to_string(to.ny) +
                " cells they would not be square; use " + std::to_string(to.nx) + "x" +
                std::to_string(rows) + ", or cut the terrain by --crop first.");
  }
  return std::sqrt(width * height);
}

// In a scene cells stay exactly square; around the border a part of a cell may be lost or won.
GridPlace around_the_same_middle(const GridPlace& place, GridSize from, GridSize to) {
  const Point3 middle = place.at(0.5 * (from.nx - 1), 0.5 * (from.ny - 1));
  const double longer =
      std::sqrt(double(from.nx) / to.nx * (double(from.ny) / to.ny));  // than the old steps
  GridPlace moved = place;
  for (std::size_t i = 0; i < 3; ++i) {
    moved.step_x[i] *= longer;
    moved.step_y[i] *= longer;
    moved.origin[i] = middle[i] - 0.5 * (to.nx - 1) * moved.step_x[i] -
                      0.5 * (to.ny - 1) * moved.step_y[i];
  }
  return moved;
}

// Flow over the edges of a grid, and the low part of heights, mean nothing on another one.
bool belongs_to_grid(const std::string& name) {
  return name == layer::height_low || name.compare(0, 5, "flux.") == 0;
}

void drop_grid_layers(TerrainFile& file) {
  std::string dropped;
  for (auto entry = file.terrain.layers.begin(); entry != file.terrain.layers.end();) {
    if (belongs_to_grid(entry->first)) {
      dropped += (dropped.empty() ? "" : ", ") + entry->first;
      entry = file.terrain.layers.erase(entry);
    } else {
      ++entry;
    }
  }
  if (!dropped.empty())
    file.notes.push_back("These layers belong to the old grid and were left out: " + dropped + ".");
}

// A new cell has no value when one of the cells that it is made of has none.
void resample_nodata(TerrainFile& file, GridSize from, GridSize to) {
  if (file.nodata.empty()) return;
  const Layer missing(file.nodata.begin(), file.nodata.end());
  const Layer share = resampled(missing, from, to);
  file.nodata.assign(share.size(), 0);
  Layer& height = file.terrain.layers.at(layer::height);
  for (std::size_t i = 0; i < share.size(); ++i) {
    if (std::abs(share[i]) < 1e-6f) continue;
    file.nodata[i] = 1;
    height[i] = file.nodata_value;
  }
}

}  // namespace

void crop_terrain(TerrainFile& file, const CellBox& box) {
  Terrain& terrain = file.terrain;
  const GridSize from = {terrain.nx, terrain.ny};
  if (box.nx == from.nx && box.ny == from.ny) return;
  leave_houdini(file);
  for (auto& [name, values] : terrain.layers) values = cropped(values, from, box);
  if (!file.nodata.empty()) {
    const Layer missing(file.nodata.begin(), file.nodata.end());
    const Layer piece = cropped(missing, from, box);
    file.nodata.assign(piece.begin(), piece.end());
  }
  file.place = moved_place(file.place, from, box, {box.nx, box.ny});
  if (file.scene_place) file.scene_place->origin = file.scene_place->at(box.x, box.y);
  terrain.nx = box.nx;
  terrain.ny = box.ny;
}

void resample_terrain(TerrainFile& file, GridSize to) {
  Terrain& terrain = file.terrain;
  const GridSize from = {terrain.nx, terrain.ny};
  if (to.nx == from.nx && to.ny == from.ny) return;
  const double cell = terrain.cell > 0 ? resampled_cell(terrain, to) : 0;
  leave_houdini(file);
  drop_grid_layers(file);
  for (auto& [name, values] : terrain.layers) values = resampled(values, from, to);
  resample_nodata(file, from, to);
  file.place = moved_place(file.place, from, {0, 0, from.nx, from.ny}, to);
  if (file.scene_place) file.scene_place = around_the_same_middle(*file.scene_place, from, to);
  terrain.nx = to.nx;
  terrain.ny = to.ny;
  terrain.cell = cell;
  file.notes.push_back("Resampled from " + std::to_string(from.nx) + " x " +
                       std::to_string(from.ny) + " to " + std::to_string(to.nx) + " x " +
                       std::to_string(to.ny) + " cells (" + resample_method(from, to) + ").");
}

}  // namespace rill
