// Ground that ends at a wall, at cells that are high, locked and dry, erodes like ground that ends at
// a closed border: the wall is no slope that water runs down and no reason to slide along it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "measure.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr double cell = 4;
constexpr float wall_height = 5000;

using IsWall = std::function<bool(int x, int y)>;

void lock(Terrain& ground, const IsWall& is_wall) {
  const auto layer_or_ones = [&](const char* name) -> Layer& {
    if (!ground.has(name)) ground.layers[name] = constant(ground.nx, ground.ny, 1);
    return ground.layers[name];
  };
  Layer& rain = layer_or_ones(layer::rain);
  Layer& erodability = layer_or_ones(layer::erodability);
  for (int y = 0; y < ground.ny; ++y)
    for (int x = 0; x < ground.nx; ++x) {
      if (!is_wall(x, y)) continue;
      const std::size_t i = std::size_t(y * ground.nx + x);
      ground.layers.at(layer::height)[i] = wall_height;
      rain[i] = erodability[i] = 0;
      for (const char* name : {layer::water, layer::sediment, layer::flux_x, layer::flux_y,
                               layer::flux_p, layer::flux_n})
        if (ground.has(name)) ground.layers[name][i] = 0;
    }
}

Terrain part_of(const Terrain& whole, int x0, int y0, int nx, int ny) {
  Terrain part = whole;
  part.nx = nx;
  part.ny = ny;
  for (auto& [name, values] : part.layers) {
    const Layer& all = whole.layers.at(name);
    values.clear();
    for (int y = y0; y < y0 + ny; ++y)
      for (int x = x0; x < x0 + nx; ++x) values.push_back(all[std::size_t(y * whole.nx + x)]);
  }
  return part;
}

// A limited flow is −0 where it would have come out of a wall, and 0 where there is no edge.
Terrain without_signs_of_zero(Terrain terrain) {
  for (auto& [name, values] : terrain.layers)
    for (float& value : values) value += 0.0f;
  return terrain;
}

// Every layer that the input may have, walls three cells thick on one side, on two, or all around.
TEST(Walls, AreAClosedBorderToTheBit) {
  constexpr int nx = 61, ny = 47, thick = 3;
  const struct {
    int west, east, south, north;
  } sides[] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {1, 1, 1, 1}};
  Params params;
  params.border = border_closed;
  params.iterations = 150;
  params = with_every_output(params);
  double least_change = 1e30;
  for (const Node node : all_nodes)
    for (const auto& side : sides) {
      const int x0 = side.west * thick, x1 = nx - side.east * thick;
      const int y0 = side.south * thick, y1 = ny - side.north * thick;
      Terrain walled = everything(nx, ny, cell, scheme_rill, 17);
      // Flow that the input has over an edge between ground and wall is none of the cut's.
      for (const char* name : {layer::flux_x, layer::flux_y, layer::flux_p, layer::flux_n})
        walled.layers.erase(name);
      const Terrain cut = part_of(walled, x0, y0, x1 - x0, y1 - y0);
      lock(walled, [&](int x, int y) { return x < x0 || x >= x1 || y < y0 || y >= y1; });
      const Terrain behind = cook_quietly(walled, node, params).terrain;
      const Terrain expected = cook_quietly(cut, node, params).terrain;
      EXPECT_EQ(difference_in_bits(
                    without_signs_of_zero(part_of(behind, x0, y0, x1 - x0, y1 - y0)),
                    without_signs_of_zero(expected)),
                "")
          << node_name(node) << ", walls " << side.west << side.east << side.south << side.north;
      least_change = std::min(
          least_change, root_mean_square(difference(exact_height(expected), exact_height(cut))));
    }
  expect_at_least("least RMS change of a cook, m", least_change, 0.01);
}

// How much deeper the feet of a wall get than the ground three to six cells away from it, on a slope
// along the wall. The wall is straight, or a stair at 45 degrees, which no border can be.
double depth_at_the_foot(Node node, bool stair) {
  constexpr int side = 96;
  const auto distance = [&](int x, int y) { return stair ? (2 * side - 40 - x - y) / 2 : 80 - x; };
  Layer height = fractal(side, side, 3, 23, 12);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      height[std::size_t(y * side + x)] += float(0.3 * cell * (stair ? (x - y) * 0.7071 : -y));
  Terrain ground = terrain(side, side, cell, height);
  lock(ground, [&](int x, int y) { return distance(x, y) <= 0; });
  Params params;
  params.iterations = 300;
  const Heights change =
      difference(exact_height(cook_quietly(ground, node, params).terrain), exact_height(ground));
  double feet = 0, away = 0;
  int feet_cells = 0, away_cells = 0;
  for (int y = 20; y < side - 20; ++y)
    for (int x = 20; x < side; ++x) {
      const int d = distance(x, y);
      const double fall = -change[std::size_t(y * side + x)];
      if (d == 1) feet += fall, ++feet_cells;
      if (d >= 3 && d <= 6) away += fall, ++away_cells;
    }
  return (feet / feet_cells) / (away / away_cells);
}

TEST(Walls, DigNoMoat) {
  for (const Node node : {Node::hydraulic, Node::combined})
    for (const bool stair : {false, true})
      expect_at_most(std::string(node_name(node)) + (stair ? ", stair" : ", straight"),
                     depth_at_the_foot(node, stair), 1.15);
}

}  // namespace
}  // namespace rill::test
