// What erosion must never do: go below bedrock, move a locked cell, or dig a cell below its
// surroundings, at any setting.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "backend.h"
#include "cook_case.h"
#include "measure.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr int side = 40;

// A value between 0 and 1 for the k-th draw of a setting.
double draw(int setting, int k) { return random_at(setting, k, 77); }

// Both ends of a hard range now and then, else even by magnitude where it spans several.
double within_hard_range(const ParameterInfo& parameter, int setting, int k) {
  const double kind = draw(setting, 2 * k), where = draw(setting, 2 * k + 1);
  if (kind < 0.1) return parameter.hard_min;
  if (kind < 0.2) return parameter.hard_max;
  if (parameter.hard_max <= 2)
    return parameter.hard_min + where * (parameter.hard_max - parameter.hard_min);
  const double least = std::max(parameter.hard_min, 1e-3);
  return least * std::pow(parameter.hard_max / least, where);
}

// Every parameter anywhere in its hard range, the time step anywhere up to its limit.
Params random_params(int setting, double cell) {
  Params params;
  int k = 0;
  for (const ParameterInfo& parameter : parameter_table()) {
    ++k;
    const std::string name = parameter.name;
    if (name == "scheme" || name == "iterations" || name == "time_step" || name == "settle")
      continue;
    if (parameter.kind == ParameterKind::choice || parameter.kind == ParameterKind::toggle)
      params.*parameter.integer =
          int(draw(setting, 2 * k) * (parameter.hard_max + 1 - parameter.hard_min));
    else if (parameter.number)
      params.*parameter.number = within_hard_range(parameter, setting, k);
  }
  const double limit = time_step_limit(params, cell);
  params.time_step = std::min(1000.0, limit * (0.01 + 0.98 * draw(setting, 1)));
  return params;
}

// Fractal, spikes or steps, slopes up to 1e6, some with masks and a flood.
Terrain random_terrain(int setting, double cell) {
  const std::uint32_t seed = std::uint32_t(setting) + 500;
  Terrain result = everything(side, side, cell, scheme_rill, seed);
  if (draw(setting, 901) < 0.5)
    result = terrain(side, side, cell, fractal(side, side, 60, seed, 16));
  const double magnitude = std::pow(10.0, -1 + 6 * draw(setting, 902));
  Layer& height = result.layers.at(layer::height);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      float& value = height[std::size_t(y * side + x)];
      value = float(double(value) * magnitude / 60);
      if (draw(setting, 903) < 0.3 && random_at(x, y, seed) < 0.05) value += float(magnitude);
      if (draw(setting, 904) < 0.2) value = std::round(value);
    }
  return result;
}

double random_cell(int setting) { return std::pow(10.0, -1 + 3 * draw(setting, 900)); }

// A height is rounded to this once a step: the solver's fine quantum, or, beyond 2^24 of the coarse
// ones, what the float of the low part can hold.
double finest_height(const Heights& heights, double cell, double world_scale) {
  return std::max(height_quantum(cell, world_scale) * std::exp2(-23),
                  largest_magnitude(heights) * std::exp2(-24 - 23));
}

// Lowest of the 5 x 5 cells around each cell.
Heights lowest_around(const Heights& height, bool wrap) {
  Heights lowest = height;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      for (int v = y - 2; v <= y + 2; ++v)
        for (int u = x - 2; u <= x + 2; ++u) {
          const bool inside = u >= 0 && u < side && v >= 0 && v < side;
          if (!inside && !wrap) continue;
          const int column = (u + side) % side, row = (v + side) % side;
          double& least = lowest[std::size_t(y * side + x)];
          least = std::min(least, height[std::size_t(row * side + column)]);
        }
  return lowest;
}

// A cook without output layers that can be looked at after each step, inside the solver.
class StepByStep {
 public:
  StepByStep(Terrain terrain, Node node, const Params& params) : terrain_(std::move(terrain)) {
    std::vector<std::string> notes;
    state_ = take_state(terrain_, node, params, notes);
    schedule_ = make_schedule(params, node, terrain_.cell, state_.masks);
    options_.threads = 1;
  }

  void step() {
    const auto backend = make_tbb_backend(state_, totals_, schedule_, options_);
    backend->run_step(false);
    backend->finish();
  }

  Heights heights() const { return heights_of(state_); }

 private:
  Terrain terrain_;
  State state_;
  Totals totals_;
  Schedule schedule_;
  CookOptions options_;
};

TEST(Minimum, WaterDigsNoCellBelowItsSurroundings) {
  double deepest = 0, eroded = 0;
  for (int setting = 0; setting < 350; ++setting) {
    const double cell = random_cell(setting);
    Params params = random_params(setting, cell);
    choose_outputs(params, no_outputs);
    StepByStep cook(random_terrain(setting, cell), Node::hydraulic, params);
    for (int step = 0; step < 25; ++step) {
      const Heights before = cook.heights();
      const double finest = finest_height(before, cell, params.world_scale);
      cook.step();
      const Heights after = cook.heights();
      const Heights lowest = lowest_around(before, params.border == border_wrap);
      for (std::size_t i = 0; i < after.size(); ++i) {
        deepest = std::max(deepest, (lowest[i] - after[i]) / finest);
        eroded = std::max(eroded, (before[i] - after[i]) / cell);
        ASSERT_GE(after[i], lowest[i] - finest)
            << "setting " << setting << ", step " << step << ", cell " << i << " was " << before[i];
      }
    }
  }
  note("largest fall in one step, cells", eroded);
  EXPECT_GT(eroded, 0.05);
  expect_at_most("deepest below the lowest of 5 x 5, finest heights", deepest, 1);
}

TEST(Minimum, WaterDigsNothingBelowTheTerrainsMinimum) {
  double deepest = 0;
  for (int setting = 1000; setting < 1350; ++setting) {
    const double cell = random_cell(setting);
    Params params = random_params(setting, cell);
    params.iterations = 200;
    const Terrain before = random_terrain(setting, cell);
    const Heights start = exact_height(before, params.world_scale);
    const Heights end =
        exact_height(cook_quietly(before, Node::hydraulic, params).terrain, params.world_scale);
    const double finest = finest_height(start, cell, params.world_scale);
    const double lowest = *std::min_element(start.begin(), start.end());
    const double lowest_after = *std::min_element(end.begin(), end.end());
    EXPECT_GE(lowest_after, lowest - finest) << "setting " << setting;
    deepest = std::max(deepest, (lowest - lowest_after) / finest);
  }
  expect_at_most("deepest below the old minimum, finest heights", deepest, 1);
}

// Rain, capacity and rates that eat through a few metres of soil.
Params hungry(int scheme, int border) {
  Params params = default_params(scheme);
  params.border = border;
  params.iterations = 300;
  params.capacity = 50;
  params.suspension = 10;
  params.hardness = 0;
  params.erosion_depth = 0.1;
  params.talus = 10;
  params.thermal = 5;
  return params;
}

template <typename Function>
void for_each_node(Function function) {
  for (int scheme : all_schemes)
    for (int border : all_borders)
      for (Node node : all_nodes)
        function(
            std::string(scheme_name(scheme)) + " " + node_name(node) + " " + border_name(border),
            scheme, border, node);
}

TEST(Bedrock, NoCellEndsBelowIt) {
  double deepest = 0;
  std::size_t reached = 0;
  for_each_node([&](const std::string& name, int scheme, int border, Node node) {
    const Terrain before = everything(64, 64, 2, scheme, 41);
    const Terrain after = cook_quietly(before, node, hungry(scheme, border)).terrain;
    const Layer& bedrock = before.layers.at(layer::bedrock);
    const Heights start = exact_height(before), end = exact_height(after);
    for (std::size_t i = 0; i < end.size(); ++i) {
      // Where the input is below its bedrock already, it must not sink further.
      const double floor = std::min(double(bedrock[i]), start[i]);
      deepest = std::max(deepest, floor - end[i]);
      reached += start[i] > floor + 0.5 && end[i] < floor + 0.01;
      EXPECT_GE(end[i], floor) << name << ", cell " << i;
      EXPECT_GE(after.layers.at(layer::height)[i], float(floor)) << name << ", cell " << i;
    }
  });
  note("cells eroded down to bedrock", double(reached));
  EXPECT_GT(reached, 100u);
  expect_at_most("deepest below bedrock, m", deepest, 0);
}

TEST(Locked, CellsKeepTheirHeightToTheBit) {
  std::size_t locked = 0, moved = 0;
  for_each_node([&](const std::string& name, int scheme, int border, Node node) {
    Terrain before = everything(64, 64, 2, scheme, 43);
    Layer& free = before.layers.at(layer::erodability);
    for (int y = 0; y < 64; ++y)
      for (int x = 0; x < 64; ++x)
        if ((x / 5 + y / 7) % 3 == 0) free[std::size_t(y * 64 + x)] = 0;
    const Terrain after = cook_quietly(before, node, hungry(scheme, border)).terrain;
    const Heights start = exact_height(before), end = exact_height(after);
    for (std::size_t i = 0; i < end.size(); ++i) {
      if (free[i] > 0) {
        moved += start[i] != end[i];
        continue;
      }
      ++locked;
      ASSERT_EQ(end[i], start[i]) << name << ", cell " << i;
      ASSERT_EQ(after.layers.at(layer::height)[i], before.layers.at(layer::height)[i]) << name;
    }
  });
  note("locked cells, all to the bit", double(locked));
  EXPECT_GT(locked, 1000u);
  EXPECT_GT(moved, 1000u);
}

}  // namespace
}  // namespace rill::test
