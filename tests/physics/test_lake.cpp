// Water at rest: a level lake over a rough bed stays level, a disturbed one calms down with the
// default drag, and without drag it stays bounded at every time step up to the limit.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "measure.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr int side = 64;

Params still_water(int scheme) {
  Params params;
  params.scheme = scheme;
  params.border = border_closed;
  params.rain = params.evaporation = 0;
  params.suspension = params.deposition = 0;
  params.talus = params.creep = params.thermal = 0;
  return params;
}

// Water up to a level over a rough bed of 60 m relief.
Terrain lake(double cell, double level, double datum) {
  Terrain result = terrain(side, side, cell, fractal(side, side, 60, 21, 16));
  Layer& height = result.layers.at(layer::height);
  for (float& value : height) value = float(double(value) + datum);
  Layer water = height;
  for (float& value : water) value = float(std::max(0.0, datum + level - double(value)));
  result.layers[layer::water] = water;
  return result;
}

// How far the surface is from the level wherever there is water, or was.
Heights off_level(const Terrain& terrain, double level) {
  const Layer& water = terrain.layers.at(layer::water);
  Heights surface = exact_height(terrain);
  for (std::size_t i = 0; i < surface.size(); ++i)
    surface[i] = water[i] > 0 || surface[i] < level ? surface[i] + double(water[i]) - level : 0;
  return surface;
}

class Lake : public testing::TestWithParam<int> {};

TEST_P(Lake, AtRestStaysLevel) {
  struct Case {
    const char* name;
    double cell, level, datum;
  };
  for (const Case& c : {Case{"bed under water", 4, 80, 0},
                        {"with islands", 4, 35, 0},
                        {"with islands, cells of 0.5 m", 0.5, 35, 0},
                        {"with islands, 4096 m up", 4, 35, 4096}})
    for (Node node : {Node::hydraulic, Node::combined}) {
      Params params = still_water(GetParam());
      params.iterations = 1000;
      const Terrain before = lake(c.cell, c.level, c.datum);
      const Terrain after = cook_quietly(before, node, params).terrain;
      expect_at_most(std::string(c.name) + ", " + node_name(node) + ": off level, m",
                     largest_magnitude(off_level(after, c.datum + c.level)), 1e-4);
      EXPECT_EQ(exact_height(after), exact_height(before));
    }
}

// A hump of 1 m in the middle and 0.1 m of noise, so that long and short waves are there.
Terrain disturbed_lake(double cell) {
  Terrain result = lake(cell, 100, 0);
  Layer& water = result.layers.at(layer::water);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const double distance = std::hypot(x - 0.4 * side, y - 0.6 * side) / (0.1 * side);
      const double hump = std::exp(-distance * distance);
      water[std::size_t(y * side + x)] += float(hump + 0.2 * (random_at(x, y, 22) - 0.5));
    }
  return result;
}

double mean_level(const Terrain& terrain) {
  const Layer& water = terrain.layers.at(layer::water);
  return (sum_of(exact_height(terrain)) + sum_of(Heights(water.begin(), water.end()))) /
         double(terrain.cells());
}

constexpr double shares_of_limit[] = {0.1, 0.3, 0.6, 0.9, 0.99, 0.999};

std::string at_share(double share) {
  return ", dt " + std::to_string(share).substr(0, 5) + " of the limit";
}

// In 300 of the longest steps (and at least 20 s) the waves on cells of 1 m die away. Long waves on
// large cells creep back to level instead, so there the water only has to be much calmer.
TEST_P(Lake, DisturbedCalmsDownWithTheDefaultDrag) {
  for (double cell : {1.0, 4.0, 30.0})
    for (double share : shares_of_limit) {
      Params params = still_water(GetParam());
      params.time_step = share * time_step_limit(params, cell);
      params.iterations = std::max({1000, int(300 / share), int(20 / params.time_step)});
      const Terrain before = disturbed_lake(cell);
      const Terrain after = cook_quietly(before, Node::hydraulic, params).terrain;
      const double level = mean_level(before);
      expect_at_most(
          "waves after / before, cells of " + std::to_string(int(cell)) + " m" + at_share(share),
          root_mean_square(off_level(after, level)) / root_mean_square(off_level(before, level)),
          cell > 1 ? 0.5 : 1e-2);
    }
}

// A wave that the step resolves poorly may swing 1/sqrt(1 - share^2) times as high as it started,
// for ever; an unstable one grows from step to step.
TEST_P(Lake, DisturbedStaysBoundedWithoutDrag) {
  for (double share : shares_of_limit) {
    Params params = still_water(GetParam());
    params.drag = 0;
    params.time_step = share * time_step_limit(params, 1);
    params.iterations = 50;
    Terrain water = disturbed_lake(1);
    const double level = mean_level(water);
    const double start = root_mean_square(off_level(water, level));
    double early = 0, late = 0;
    for (int part = 0; part < 80; ++part) {
      water = cook_quietly(water, Node::hydraulic, params).terrain;
      const double swing = root_mean_square(off_level(water, level)) / start;
      double& highest = part < 40 ? early : late;
      highest = std::max(highest, swing);
    }
    expect_at_most("highest swing in 4000 steps / start" + at_share(share), std::max(early, late),
                   1.1 / std::sqrt(1 - share * share));
    expect_at_most("steps 2001-4000 / steps 1-2000" + at_share(share), late / early, 1.25);
  }
}

INSTANTIATE_TEST_SUITE_P(Water, Lake, testing::ValuesIn(all_schemes),
                         [](const auto& scheme) { return scheme_name(scheme.param); });

}  // namespace
}  // namespace rill::test
