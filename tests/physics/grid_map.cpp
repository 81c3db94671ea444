#include "grid_map.h"

#include <utility>

namespace rill::test {
namespace {

struct Offset {
  int x, y;
};

Offset turned(const GridMap& map, Offset o) {
  return {map.xx * o.x + map.xy * o.y, map.yx * o.x + map.yy * o.y};
}

// Where cells of the old grid lie in the new one.
struct Placement {
  const GridMap& map;
  int nx, ny;          // old grid
  int new_nx, new_ny;  // new grid

  std::size_t from(int x, int y) const { return std::size_t(y) * std::size_t(nx) + std::size_t(x); }
  std::size_t to(int x, int y) const {
    const Offset place = turned(map, {x, y});
    const int column = ((place.x + map.shift_x) % new_nx + new_nx) % new_nx;
    const int row = ((place.y + map.shift_y) % new_ny + new_ny) % new_ny;
    return std::size_t(row) * std::size_t(new_nx) + std::size_t(column);
  }
};

Layer moved_scalar(const Layer& layer, const Placement& place) {
  Layer result(layer.size());
  for (int y = 0; y < place.ny; ++y)
    for (int x = 0; x < place.nx; ++x) result[place.to(x, y)] = layer[place.from(x, y)];
  return result;
}

void move_vector(const char* name_x, const char* name_y, const Terrain& from, Terrain& to,
                 const Placement& place) {
  if (!from.has(name_x)) return;
  const Layer x = moved_scalar(from.layers.at(name_x), place);
  const Layer y = moved_scalar(from.layers.at(name_y), place);
  Layer new_x(x.size()), new_y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    new_x[i] = float(place.map.xx) * x[i] + float(place.map.xy) * y[i];
    new_y[i] = float(place.map.yx) * x[i] + float(place.map.yy) * y[i];
  }
  to.layers[name_x] = new_x;
  to.layers[name_y] = new_y;
}

// Scheme rill: a signed flow belongs to the cell that has the edge as one of its own four. Moved,
// the edge may point the other way: then it belongs to the cell at its far end, with its sign
// changed.
void move_edges(const Terrain& from, Terrain& to, const Placement& place) {
  const std::pair<const char*, Offset> edges[4] = {{layer::flux_x, {1, 0}},
                                                   {layer::flux_y, {0, 1}},
                                                   {layer::flux_p, {1, 1}},
                                                   {layer::flux_n, {1, -1}}};
  if (!from.has(layer::flux_x)) return;
  for (const auto& edge : edges) to.layers[edge.first].assign(from.cells(), 0.0f);
  for (const auto& [name, offset] : edges) {
    const Offset direction = turned(place.map, offset);
    for (const auto& [new_name, new_offset] : edges) {
      const bool along = new_offset.x == direction.x && new_offset.y == direction.y;
      const bool against = new_offset.x == -direction.x && new_offset.y == -direction.y;
      if (!along && !against) continue;
      for (int y = 0; y < place.ny; ++y)
        for (int x = 0; x < place.nx; ++x) {
          const float flow = from.layers.at(name)[place.from(x, y)];
          const std::size_t owner = along ? place.to(x, y) : place.to(x + offset.x, y + offset.y);
          if (flow != 0) to.layers[new_name][owner] = along ? flow : -flow;
        }
    }
  }
}

// Scheme jako2011: outflows stay with their cell and change their side.
void move_pipes(const Terrain& from, Terrain& to, const Placement& place) {
  const std::pair<const char*, Offset> pipes[4] = {{layer::flux_l, {-1, 0}},
                                                   {layer::flux_r, {1, 0}},
                                                   {layer::flux_t, {0, 1}},
                                                   {layer::flux_b, {0, -1}}};
  if (!from.has(layer::flux_l)) return;
  for (const auto& [name, offset] : pipes)
    for (const auto& [new_name, new_offset] : pipes) {
      const Offset direction = turned(place.map, offset);
      if (new_offset.x == direction.x && new_offset.y == direction.y)
        to.layers[new_name] = moved_scalar(from.layers.at(name), place);
    }
}

}  // namespace

Terrain moved(const Terrain& terrain, const GridMap& map) {
  const bool turns = map.xx == 0;
  const int new_nx = turns ? terrain.ny : terrain.nx, new_ny = turns ? terrain.nx : terrain.ny;
  const Placement place = {map, terrain.nx, terrain.ny, new_nx, new_ny};
  Terrain result;
  result.nx = new_nx;
  result.ny = new_ny;
  result.cell = terrain.cell;
  for (const auto& [name, layer] : terrain.layers)
    if (name.find("flux") != 0 && name.find("velocity") != 0 && name.find("flowdir") != 0)
      result.layers[name] = moved_scalar(layer, place);
  move_vector(layer::velocity_x, layer::velocity_y, terrain, result, place);
  move_vector(layer::flowdir_x, layer::flowdir_y, terrain, result, place);
  move_edges(terrain, result, place);
  move_pipes(terrain, result, place);
  return result;
}

}  // namespace rill::test
