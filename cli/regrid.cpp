// Layer by layer; what belongs to the old grid only is left behind, with a note.

#include "regrid.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

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

bool is_flux(const std::string& name) { return name.compare(0, 5, "flux.") == 0; }

// Flow over the edges of a grid, and the low part of heights, mean nothing on another one.
bool belongs_to_grid(const std::string& name) {
  return name == layer::height_low || is_flux(name);
}

void drop_layers(TerrainFile& file, bool (*drops)(const std::string&)) {
  std::string dropped;
  for (auto entry = file.terrain.layers.begin(); entry != file.terrain.layers.end();) {
    if (drops(entry->first)) {
      dropped += (dropped.empty() ? "" : ", ") + entry->first;
      entry = file.terrain.layers.erase(entry);
    } else {
      ++entry;
    }
  }
  if (!dropped.empty())
    file.notes.push_back("These layers belong to the old grid and were left out: " + dropped + ".");
}

// New cell (x, y) is the old one at (nx - 1 - y, x).
template <typename Values>
Values turned(const Values& values, GridSize from) {
  Values result;
  result.reserve(values.size());
  for (int y = 0; y < from.nx; ++y)
    for (int x = 0; x < from.ny; ++x)
      result.push_back(values[std::size_t(x) * std::size_t(from.nx) + std::size_t(from.nx - 1 - y)]);
  return result;
}

// What pointed east points south now, north points east.
void turn_vectors(Terrain& terrain) {
  for (const std::string name : {"velocity", "flowdir"}) {
    const auto x = terrain.layers.find(name + ".x"), y = terrain.layers.find(name + ".y");
    if (x == terrain.layers.end() || y == terrain.layers.end()) continue;
    std::swap(x->second, y->second);
    for (float& value : y->second) value = -value;
  }
}

void turn_quarter(TerrainFile& file) {
  Terrain& terrain = file.terrain;
  const GridSize from = {terrain.nx, terrain.ny};
  for (auto& [name, values] : terrain.layers) values = turned(values, from);
  turn_vectors(terrain);
  if (!file.nodata.empty()) file.nodata = turned(file.nodata, from);
  std::swap(terrain.nx, terrain.ny);
  if (!file.scene_place) return;
  const GridPlace old = *file.scene_place;  // the ground stays where it is
  file.scene_place = GridPlace{old.at(from.nx - 1, 0), old.step_y,
                               {-old.step_x[0], -old.step_x[1], -old.step_x[2]}};
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

void turn_terrain(TerrainFile& file, int quarters) {
  if (quarters == 0) return;
  leave_houdini(file);
  drop_layers(file, is_flux);
  if (file.place) {
    file.place.reset();
    file.notes.push_back("The georeference belongs to the map as it lay and was left out.");
  }
  for (int i = 0; i < quarters; ++i) turn_quarter(file);
}

void resample_terrain(TerrainFile& file, GridSize to) {
  Terrain& terrain = file.terrain;
  const GridSize from = {terrain.nx, terrain.ny};
  if (to.nx == from.nx && to.ny == from.ny) return;
  const double cell = terrain.cell > 0 ? resampled_cell(terrain, to) : 0;
  leave_houdini(file);
  drop_layers(file, belongs_to_grid);
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
