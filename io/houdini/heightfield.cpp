#include "io/houdini/heightfield.h"

#include <algorithm>
#include <cmath>

#include <rill/error.h>

namespace rill {
namespace {

using houdini::Volume;

double length(const Point3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

std::string brief(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

Grid grid_of(const Volume& volume) {
  const auto half_side = [&](std::size_t axis) {
    const double* row = volume.transform.data() + 3 * axis;
    return Point3{row[0], row[1], row[2]};
  };
  return Grid::of_box(volume.position, half_side(0), half_side(1), int(volume.size[0]),
                      int(volume.size[1]));
}

bool same_grid(const Volume& a, const Volume& b) {
  if (a.size != b.size) return false;
  double scale = 0;
  for (const double number : a.transform) scale = std::max(scale, std::fabs(number));
  const double tolerance = 1e-6 * scale;
  for (std::size_t i = 0; i < 9; ++i)
    if (std::fabs(a.transform[i] - b.transform[i]) > tolerance) return false;
  for (std::size_t i = 0; i < 3; ++i)
    if (std::fabs(a.position[i] - b.position[i]) > tolerance) return false;
  return true;
}

HeightField field_of(const Volume& volume) {
  const std::string name = "Layer '" + volume.name + "'";
  if (volume.size[2] != 1 || volume.size[0] < 1 || volume.size[1] < 1)
    throw Error(name + " is " + std::to_string(volume.size[0]) + " x " +
                std::to_string(volume.size[1]) + " x " + std::to_string(volume.size[2]) +
                " voxels; a height field has one voxel of depth.");
  for (const double number : volume.transform)
    if (!std::isfinite(number)) throw Error(name + " has a transform that is not finite.");
  for (const double number : volume.position)
    if (!std::isfinite(number)) throw Error(name + " has a position that is not finite.");
  if (std::fabs(volume.taper_x - 1) > 1e-6 || std::fabs(volume.taper_y - 1) > 1e-6)
    throw Error(name + " is tapered; rill needs a rectangular height field.");
  HeightField field;
  const Grid grid = grid_of(volume);
  field.nx = grid.nx;
  field.ny = grid.ny;
  field.place = grid.place;
  const Point3 &x = field.place.step_x, &y = field.place.step_y;
  const double side_x = length(x), side_y = length(y);
  for (const double side : {side_x, side_y})
    if (!(side > 0) || !std::isfinite(side))
      throw Error(name + " has no size in the world; check its transform.");
  if (std::fabs(side_x - side_y) > 1e-5 * std::max(side_x, side_y))
    throw Error(name + " has cells of " + brief(side_x) + " x " + brief(side_y) +
                " m; rill needs square cells: use a HeightField Resample node.");
  const double across = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  if (std::fabs(across) > 1e-5 * side_x * side_y)
    throw Error(name + " has slanted cells; rill needs a rectangular height field.");
  field.cell = cell_from_sides(side_x, side_y);
  return field;
}

[[noreturn]] void no_height(const HoudiniDocument& document, const std::string& height) {
  std::string found;
  for (const Volume& volume : document.volumes) {
    if (volume.name.empty() || found.find("'" + volume.name + "'") != std::string::npos) continue;
    if (found.size() > 200) {
      found += " ...";
      break;
    }
    found += (found.empty() ? " '" : ", '") + volume.name + "'";
  }
  if (!found.empty())
    throw Error("The Houdini file has no layer '" + height + "'; its volumes are" + found +
                ": name the one to use as the height layer.");
  if (document.has_vdb)
    throw Error("The Houdini file holds VDBs and no height field; convert them with a Convert VDB "
                "node to volumes, or save the height field itself.");
  throw Error("The Houdini file holds no height field; save a height field's layers.");
}

}  // namespace

std::string LayerNames::of_file(const std::string& name) const {
  const auto found = in_file.find(name);
  return found == in_file.end() ? name : found->second;
}

std::string LayerNames::of_rill(const std::string& file_name) const {
  for (const auto& [name, renamed] : in_file)
    if (renamed == file_name) return name;
  return file_name;
}

std::vector<HeightField> height_fields(const HoudiniDocument& document, const LayerNames& names) {
  const std::string height = names.of_file(layer::height);
  std::vector<HeightField> fields;
  std::vector<const Volume*> grids;
  for (std::size_t v = 0; v < document.volumes.size(); ++v) {
    const Volume& volume = document.volumes[v];
    if (volume.name != height) continue;
    fields.push_back(field_of(volume));
    fields.back().layers[layer::height] = v;
    grids.push_back(&volume);
  }
  if (fields.empty()) no_height(document, height);
  for (std::size_t v = 0; v < document.volumes.size(); ++v) {
    const Volume& volume = document.volumes[v];
    if (volume.name == height || volume.name.empty()) continue;
    // Where height fields lie upon each other, each takes the next layer of a name.
    const std::string name = names.of_rill(volume.name);
    if (name == layer::height) continue;
    for (std::size_t f = 0; f < fields.size(); ++f)
      if (same_grid(*grids[f], volume) && fields[f].layers.emplace(name, v).second) break;
  }
  return fields;
}

Terrain field_terrain(const HoudiniDocument& document, const HeightField& field) {
  Terrain terrain{field.nx, field.ny, field.cell, {}};
  for (const auto& [name, volume] : field.layers)
    terrain.layers[name] = volume_layer(document, document.volumes.at(volume));
  return terrain;
}

Terrain take_terrain(HoudiniDocument& document, const HeightField& field) {
  Terrain terrain{field.nx, field.ny, field.cell, {}};
  for (const auto& [name, volume] : field.layers)
    terrain.layers[name] = take_volume_layer(document, document.volumes.at(volume));
  return terrain;
}

}  // namespace rill
