// Step by step: how far one step may lower or raise a cell, at any setting.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "cpu.h"
#include "safety.h"
#include "terrains.h"

namespace rill::test {
namespace {

// Reads layers around a cell; cells beyond a border that does not wrap are left out.
class Around {
 public:
  Around(const Terrain& terrain, int border) : terrain_(terrain), wrap_(border == border_wrap) {}

  template <class Visit>
  void visit(int x, int y, int reach, const Visit& visit_cell) const {
    for (int dy = -reach; dy <= reach; ++dy)
      for (int dx = -reach; dx <= reach; ++dx) {
        int to_x = x + dx, to_y = y + dy;
        if (wrap_) {
          to_x = (to_x % terrain_.nx + terrain_.nx) % terrain_.nx;
          to_y = (to_y % terrain_.ny + terrain_.ny) % terrain_.ny;
        }
        if (to_x >= 0 && to_y >= 0 && to_x < terrain_.nx && to_y < terrain_.ny)
          visit_cell(std::size_t(to_y) * std::size_t(terrain_.nx) + std::size_t(to_x), dx, dy);
      }
  }

 private:
  const Terrain& terrain_;
  bool wrap_;
};

struct Reach {
  double least, most;  // heights that a step may leave
};

double layer_at(const Terrain& terrain, const char* name, std::size_t i, double absent) {
  const auto found = terrain.layers.find(name);
  return found == terrain.layers.end() ? absent : double(found->second[i]);
}

// Scheme rill. Water: not below the lowest of 5 x 5 cells; up by the sediment that the cell and its
// neighbours held, which the water carries before it settles. Talus moves a cell at most 0.8806 of
// the way to its neighbours' extremes (0.12 * 3.17 + 0.15 * 3.33).
Reach reach_of_rill(const Terrain& before, const Trial& trial, int x, int y) {
  const Layer& height = before.layers.at(layer::height);
  const std::size_t at = std::size_t(y) * std::size_t(before.nx) + std::size_t(x);
  const double here = double(height[at]);
  double low_near = here, high_near = here, low_far = here, high_far = here, sediment = 0;
  const Around around(before, trial.params.border);
  around.visit(x, y, 2, [&](std::size_t i, int dx, int dy) {
    low_far = std::min(low_far, double(height[i]));
    high_far = std::max(high_far, double(height[i]));
    if (std::abs(dx) > 1 || std::abs(dy) > 1) return;
    low_near = std::min(low_near, double(height[i]));
    high_near = std::max(high_near, double(height[i]));
    sediment += layer_at(before, layer::sediment, i, 0);
  });
  const double size = std::max(std::abs(low_far), std::abs(high_far));
  const double tolerance = 1e-6 * (high_far - low_far) + 1.2e-7 * size + finest_height(trial);
  Reach reach = {here, here};
  if (runs_water(trial.node)) {
    reach.least = low_far;
    reach.most += 1.000001 * sediment;
  }
  if (runs_talus(trial.node)) {
    reach.least -= 0.8806 * (here - low_near);
    reach.most += 0.8806 * (high_near - here);
  }
  return {reach.least - tolerance, reach.most + tolerance};
}

// The paper. Water takes no deeper than it stands, which is at most what the cell and its four
// neighbours held; talus sheds half the largest drop and brings half of each drop from above.
Reach reach_of_jako(const Terrain& before, const Trial& trial, double rain_depth, int x, int y) {
  const Layer& height = before.layers.at(layer::height);
  const std::size_t at = std::size_t(y) * std::size_t(before.nx) + std::size_t(x);
  const double here = double(height[at]);
  double water = 0, largest_drop = 0, rises = 0, size = std::abs(here);
  Around(before, trial.params.border).visit(x, y, 1, [&](std::size_t i, int dx, int dy) {
    if (dx == 0 || dy == 0)
      water +=
          layer_at(before, layer::water, i, 0) + rain_depth * layer_at(before, layer::rain, i, 1);
    largest_drop = std::max(largest_drop, here - double(height[i]));
    rises += std::max(0.0, double(height[i]) - here);
    size = std::max(size, std::abs(double(height[i])));
  });
  Reach reach = {here, here};
  if (runs_water(trial.node)) {
    reach.least -= water;
    reach.most += layer_at(before, layer::sediment, at, 0);
  }
  if (runs_talus(trial.node)) {
    reach.least -= largest_drop / 2;
    reach.most += rises / 2;
  }
  const double tolerance = 1e-6 * (reach.most - reach.least) + 1.2e-7 * size + finest_height(trial);
  return {reach.least - tolerance, reach.most + tolerance};
}

void expect_every_step_within_reach(Trial trial, int steps) {
  CookOptions options;
  options.threads = 1;
  options.keep_low = true;
  trial.params.iterations = 1;
  trial.params.settle = 0;
  const double rain_depth = trial.params.rain * trial.params.world_scale *
                            time_step_used(trial.params, trial.node, trial.terrain.cell);
  Terrain before = trial.terrain;
  for (int step = 0; step < steps; ++step) {
    const Terrain after = cook_on_cpu(before, trial.node, trial.params, options).terrain;
    for (int y = 0; y < after.ny; ++y)
      for (int x = 0; x < after.nx; ++x) {
        const double height = double(after.layers.at(
            layer::height)[std::size_t(y) * std::size_t(after.nx) + std::size_t(x)]);
        const Reach reach = trial.params.scheme == scheme_rill
                                ? reach_of_rill(before, trial, x, y)
                                : reach_of_jako(before, trial, rain_depth, x, y);
        ASSERT_GE(height, reach.least)
            << "cell " << x << ", " << y << " in step " << step << ": " << describe(trial);
        ASSERT_LE(height, reach.most)
            << "cell " << x << ", " << y << " in step " << step << ": " << describe(trial);
      }
    before = after;
  }
}

TEST(SafetyOfSteps, RandomSetsStayWithinReach) {
  for (std::uint32_t i = 0; i < 1000; ++i) {
    expect_every_step_within_reach(random_trial(1000 + 10 * i), 8);
    if (HasFatalFailure()) return;
  }
}

// Ground in a deep fast stream that erodes as hard as it can: where the limits of a step bind.
Trial in_a_torrent(int scheme, Node node, double cell, double spike, double bank,
                   std::uint32_t seed) {
  Trial trial;
  trial.node = node;
  trial.params.scheme = scheme;
  trial.params.border = border_wrap;
  trial.params.rain = trial.params.evaporation = trial.params.drag = 0;
  trial.params.capacity = 100;
  trial.params.suspension = trial.params.deposition = trial.params.thermal = 50;
  trial.params.min_tilt = 1;
  trial.params.erosion_depth = 0.001;
  trial.params.hardness = 0;
  trial.params.bank = bank;
  trial.params.talus = trial.params.creep = 1e4;
  trial.params.talus_scale = trial.params.talus_bias = 0;
  trial.terrain = terrain(14, 12, cell, Layer(168));
  for (int y = 0; y < 12; ++y)
    for (int x = 0; x < 14; ++x) {
      const double kind = random_at(x, y, seed);
      trial.terrain.layers[layer::height][std::size_t(y * 14 + x)] =
          float(kind < 0.15  ? spike
                : kind > 0.9 ? spike * random_at(x, y, seed + 1)
                             : 0);
    }
  trial.terrain.layers[layer::water] = constant(14, 12, float(10 * cell));
  const bool jako = scheme == scheme_jako2011;
  trial.terrain.layers[jako ? layer::flux_r : layer::flux_x] =
      constant(14, 12, float(9 * cell * cell));
  return trial;
}

TEST(SafetyOfSteps, ATorrentOverSpikesStaysWithinReach) {
  std::uint32_t seed = 950;
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
      for (double cell : {0.01, 1.0, 16.0, 1000.0})
        for (double spike : {1e-3, 0.06, 0.2, 10.0})
          for (double bank : {0.0, 0.5, 1.0}) {
            expect_every_step_within_reach(
                in_a_torrent(scheme, node, cell, spike * cell, bank, ++seed), 6);
            if (HasFatalFailure()) return;
          }
}

// The limits are reached, so the tests above are not idle: a spike in a torrent loses half its
// height to the water in one step, and a flat one beside it nothing.
TEST(SafetyOfSteps, TheHalfDropBinds) {
  Trial trial = in_a_torrent(scheme_rill, Node::hydraulic, 16, 0, 0, 999);
  trial.params.iterations = 1;
  trial.terrain.layers[layer::height][6 * 14 + 7] = 1;
  const Layer after =
      cook_on_cpu(trial.terrain, trial.node, trial.params).terrain.layers.at(layer::height);
  EXPECT_FLOAT_EQ(after[6 * 14 + 7], 0.5f);
  EXPECT_EQ(after[0], 0);
}

}  // namespace
}  // namespace rill::test
