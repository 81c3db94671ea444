// Water and soil are neither made nor lost: over 500 steps both budgets close to 1e-6 of what
// moved, in every node, with every border, and the sums agree with the layers that come out.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "measure.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr double tolerance = 1e-6;
constexpr int nx = 120, ny = 88;
constexpr double cell = 4;

// Worst share that does not add up, over many cooks.
struct Shares {
  double water = 0, soil = 0;
};

double sum_of_layer(const Terrain& terrain, const char* name) {
  const auto found = terrain.layers.find(name);
  if (found == terrain.layers.end()) return 0;
  return sum_of(Heights(found->second.begin(), found->second.end()));
}

double share(double residual, double moved) { return moved > 0 ? std::abs(residual) / moved : 0; }

// Cooks, checks both budgets from the layers themselves, and returns the terrain to go on from.
Terrain expect_closed(const std::string& name, const Terrain& before, Node node,
                      const Params& params, Shares& worst) {
  const CookResult result = cook_quietly(before, node, params);
  const Budget& budget = result.budget;
  const double area = before.cell * before.cell;
  const double water_change =
      (sum_of_layer(result.terrain, layer::water) - sum_of_layer(before, layer::water)) * area;
  const double soil_change =
      (sum_of(exact_height(result.terrain)) - sum_of(exact_height(before)) +
       sum_of_layer(result.terrain, layer::sediment) - sum_of_layer(before, layer::sediment)) *
      area;
  const double water_in = budget.rained + budget.eroded - budget.deposited;
  const double water_out = budget.evaporated + budget.water_left;
  const double water = share(water_change - (water_in - water_out), budget.water_moved());
  const double soil = share(soil_change + budget.sediment_left, budget.soil_moved());
  EXPECT_LE(water, tolerance) << name;
  EXPECT_LE(share(budget.water_residual(), budget.water_moved()), tolerance) << name;
  worst.water = std::max(worst.water, water);
  const bool keeps_soil = params.scheme == scheme_rill ||
                          params.transport == transport_conservative || !runs_water(node);
  if (keeps_soil) {
    EXPECT_LE(soil, tolerance) << name;
    EXPECT_LE(share(budget.soil_residual(), budget.soil_moved()), tolerance) << name;
    worst.soil = std::max(worst.soil, soil);
  }
  EXPECT_GT(budget.water_moved() + budget.soil_moved(), 0) << name;
  return result.terrain;
}

void report(const Shares& worst) {
  expect_at_most("water that does not add up, share of what moved", worst.water, tolerance);
  expect_at_most("soil that does not add up, share of what moved", worst.soil, tolerance);
}

Terrain plain() { return terrain(nx, ny, cell, fractal(nx, ny, 200, 11)); }

// Level water over the terrain's lower half.
Terrain flooded(double level, double relief) {
  Terrain result = terrain(nx, ny, cell, fractal(nx, ny, relief, 12));
  Layer water = result.layers.at(layer::height);
  for (float& value : water) value = float(std::max(0.0, level - double(value)));
  result.layers[layer::water] = water;
  return result;
}

template <typename Function>
void for_each_cook(int scheme, Function function) {
  for (int border : all_borders)
    for (Node node : all_nodes) {
      Params params = default_params(scheme);
      params.iterations = 500;
      params.border = border;
      const std::string name =
          std::string(scheme_name(scheme)) + " " + node_name(node) + " " + border_name(border);
      function(name, node, params);
    }
}

class EachScheme : public testing::TestWithParam<int> {};

TEST_P(EachScheme, BudgetClosesOnBareTerrain) {
  Shares worst;
  for_each_cook(GetParam(), [&](const std::string& name, Node node, const Params& params) {
    expect_closed(name, plain(), node, params, worst);
    Params strong = params;
    strong.capacity *= 10;
    strong.suspension *= 10;
    strong.rain *= 5;
    expect_closed(name + ", strong", plain(), node, strong, worst);
  });
  report(worst);
}

TEST_P(EachScheme, BudgetClosesWithMasksAndState) {
  Shares worst;
  for_each_cook(GetParam(), [&](const std::string& name, Node node, const Params& params) {
    expect_closed(name + ", every layer", everything(nx, ny, cell, GetParam(), 13), node, params,
                  worst);
  });
  report(worst);
}

TEST_P(EachScheme, BudgetClosesInDeepLakes) {
  Shares worst;
  for_each_cook(GetParam(), [&](const std::string& name, Node node, const Params& params) {
    if (!runs_water(node)) return;
    expect_closed(name + ", lake of 30 m", flooded(35, 60), node, params, worst);
    expect_closed(name + ", lake of 300 m", flooded(350, 600), node, params, worst);
  });
  report(worst);
}

TEST_P(EachScheme, BudgetClosesWhenCarriedOn) {
  Shares worst;
  for_each_cook(GetParam(), [&](const std::string& name, Node node, Params params) {
    params.iterations = 250;
    const Terrain half = expect_closed(name + ", first half", plain(), node, params, worst);
    expect_closed(name + ", second half", half, node, params, worst);
    Terrain through_layers = half;
    through_layers.layers.erase(layer::height_low);
    expect_closed(name + ", second half through layers", through_layers, node, params, worst);
  });
  report(worst);
}

TEST_P(EachScheme, BudgetClosesWhenSettled) {
  Shares worst;
  for_each_cook(GetParam(), [&](const std::string& name, Node node, Params params) {
    if (!runs_water(node)) return;
    params.settle = 1;
    const CookResult result = cook_quietly(plain(), node, params);
    const double soil =
        share(sum_of(exact_height(result.terrain)) * cell * cell -
                  sum_of(exact_height(plain())) * cell * cell + result.budget.sediment_left,
              result.budget.soil_moved());
    EXPECT_LE(soil, tolerance) << name;
    EXPECT_EQ(sum_of_layer(result.terrain, layer::sediment), 0) << name;
    worst.soil = std::max(worst.soil, soil);
  });
  report(worst);
}

INSTANTIATE_TEST_SUITE_P(Budget, EachScheme, testing::ValuesIn(all_schemes),
                         [](const auto& scheme) { return scheme_name(scheme.param); });

TEST(Budget, SemiLagrangianTransportKeepsTheWater) {
  Shares worst;
  for_each_cook(scheme_jako2011, [&](const std::string& name, Node node, Params params) {
    params.transport = transport_semi_lagrangian;
    expect_closed(name + ", semi-lagrangian", plain(), node, params, worst);
    expect_closed(name + ", semi-lagrangian, every layer",
                  everything(nx, ny, cell, scheme_jako2011, 14), node, params, worst);
  });
  expect_at_most("water that does not add up, share of what moved", worst.water, tolerance);
}

}  // namespace
}  // namespace rill::test
