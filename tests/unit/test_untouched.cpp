// What a cook must leave alone: layers it does not work on, zeros with a sign, flow over edges that
// are not there.

#include <rill/cook.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "cpu.h"
#include "terrains.h"

namespace rill {
namespace {

using test::cook_on_cpu;

constexpr Node all_nodes[] = {Node::hydraulic, Node::thermal, Node::combined};
constexpr int all_schemes[] = {scheme_rill, scheme_jako2011};
constexpr int all_borders[] = {border_open, border_closed, border_wrap};

Params steps(int scheme, int iterations) {
  Params params;
  params.scheme = scheme;
  params.iterations = iterations;
  return params;
}

testing::AssertionResult same_bits(const Layer& a, const Layer& b) {
  if (a.size() != b.size()) return testing::AssertionFailure() << a.size() << " and " << b.size();
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::memcmp(&a[i], &b[i], sizeof(float)) != 0)
      return testing::AssertionFailure() << "cell " << i << ": " << a[i] << " and " << b[i];
  return testing::AssertionSuccess();
}

// Values that no calculation would survive.
Layer odd_values(std::size_t count) {
  Layer layer(count, -0.0f);
  layer[0] = std::numeric_limits<float>::quiet_NaN();
  layer[1] = -std::numeric_limits<float>::infinity();
  layer[2] = std::numeric_limits<float>::denorm_min();
  return layer;
}

TEST(Untouched, ThermalLeavesTheWater) {
  for (int scheme : all_schemes) {
    Terrain terrain = test::everything(9, 8, 2, scheme, 5);
    for (std::size_t i = 0; i < terrain.cells(); i += 3) terrain.layers[layer::height][i] += 5;
    for (const char* name :
         {layer::water, layer::sediment, layer::rain, layer::flux_x, layer::flux_y, layer::flux_p,
          layer::flux_n, layer::flux_l, layer::flux_r, layer::flux_t, layer::flux_b,
          layer::velocity_x, layer::flow})
      terrain.layers[name] = odd_values(72);
    const CookResult result = cook_on_cpu(terrain, Node::thermal, steps(scheme, 3));
    EXPECT_FALSE(same_bits(result.terrain.layers.at(layer::height), terrain.layers[layer::height]));
    for (const auto& [name, values] : terrain.layers)
      if (name != layer::height) {
        EXPECT_TRUE(same_bits(result.terrain.layers.at(name), values)) << name;
      }
    EXPECT_EQ(result.terrain.layers.size(), terrain.layers.size());
  }
}

TEST(Untouched, ASchemeLeavesTheOthersFluxAndUnknownLayers) {
  for (int scheme : all_schemes)
    for (Node node : all_nodes) {
      Terrain terrain = test::everything(9, 8, 2, scheme, 5);
      const bool jako = scheme == scheme_jako2011;
      const std::vector<const char*> others = {jako ? layer::flux_x : layer::flux_l,
                                               jako ? layer::flux_y : layer::flux_r,
                                               jako ? layer::flux_p : layer::flux_t,
                                               jako ? layer::flux_n : layer::flux_b,
                                               "mask",
                                               "erosion",
                                               "flowdir.x",
                                               "Height",
                                               "some.other.layer"};
      for (const char* name : others) terrain.layers[name] = odd_values(72);
      terrain.layers["of another size"] = odd_values(3);
      const CookResult result = cook_on_cpu(terrain, node, steps(scheme, 3));
      for (const char* name : others)
        EXPECT_TRUE(same_bits(result.terrain.layers.at(name), terrain.layers[name])) << name;
      EXPECT_TRUE(same_bits(result.terrain.layers.at("of another size"), odd_values(3)));
      for (const char* mask : {layer::rain, layer::erodability, layer::bedrock})
        EXPECT_TRUE(same_bits(result.terrain.layers.at(mask), terrain.layers[mask])) << mask;
      EXPECT_EQ(result.terrain.nx, 9);
      EXPECT_EQ(result.terrain.ny, 8);
      EXPECT_EQ(result.terrain.cell, 2);
    }
}

TEST(Untouched, NoStepsReturnTheInput) {
  for (int scheme : all_schemes)
    for (Node node : all_nodes)
      for (double cell : {0.01, 2.0, 1000.0}) {
        Terrain terrain = test::everything(9, 8, cell, scheme, 5);
        terrain.layers[layer::height][3] = -0.0f;
        terrain.layers[layer::height][4] = 1e-40f;
        terrain.layers[layer::height][5] = 9999999.0f;
        Params params = steps(scheme, 0);
        params.border = border_wrap;  // other borders drop the flow over missing edges
        const CookResult result = cook_on_cpu(terrain, node, params);
        EXPECT_EQ(test::difference_in_bits(result.terrain, terrain), "");
        EXPECT_EQ(result.steps, 0);
        EXPECT_EQ(result.budget.water_moved(), 0);
        EXPECT_EQ(result.budget.soil_moved(), 0);
      }
}

TEST(Untouched, AbsentLayersStartAtTheirDefaults) {
  Params params = steps(scheme_rill, 0);
  params.hardness = 0.375;
  const Terrain result =
      cook_on_cpu(test::terrain(3, 2, 1, Layer(6, 1.0f)), Node::combined, params).terrain;
  const std::vector<std::string> expected = {"flux.n",   "flux.p", "flux.x",   "flux.y",
                                             "hardness", "height", "sediment", "water"};
  std::vector<std::string> names;
  for (const auto& [name, values] : result.layers) {
    names.push_back(name);
    const float value = name == "height" ? 1.0f : name == "hardness" ? 0.375f : 0.0f;
    EXPECT_TRUE(same_bits(values, Layer(6, value))) << name;
  }
  EXPECT_EQ(names, expected);
}

TEST(Untouched, ZerosKeepTheirSignWhereNothingMoves) {
  for (int scheme : all_schemes)
    for (Node node : all_nodes)
      for (int border : all_borders) {
        Params params = steps(scheme, 4);
        params.border = border;
        params.rain = 0;
        const Terrain flat = test::terrain(6, 5, 2, Layer(30, -0.0f));
        EXPECT_TRUE(same_bits(cook_on_cpu(flat, node, params).terrain.layers.at(layer::height),
                              flat.layers.at(layer::height)))
            << scheme_name(scheme) << " " << node_name(node) << " border " << border;
        Terrain locked = test::everything(6, 5, 2, scheme, 9);
        locked.layers[layer::height][14] = -0.0f;
        locked.layers[layer::erodability][14] = 0;
        EXPECT_TRUE(
            std::signbit(cook_on_cpu(locked, node, params).terrain.layers.at(layer::height)[14]));
      }
}

TEST(Untouched, ZerosKeepTheirSignThroughACheckpoint) {
  CookOptions options;
  options.keep_low = true;
  const Terrain flat = test::terrain(3, 3, 2, Layer(9, -0.0f));
  const Terrain once = cook_on_cpu(flat, Node::thermal, steps(scheme_rill, 2), options).terrain;
  const Terrain twice = cook_on_cpu(once, Node::thermal, steps(scheme_rill, 2), options).terrain;
  EXPECT_EQ(test::difference_in_bits(twice, once), "");
}

struct Edge {
  const char* name;
  int dx, dy;
};
const Edge edges_of[2][4] = {
    {{layer::flux_x, 1, 0}, {layer::flux_y, 0, 1}, {layer::flux_p, 1, 1}, {layer::flux_n, 1, -1}},
    {{layer::flux_l, -1, 0}, {layer::flux_r, 1, 0}, {layer::flux_t, 0, 1}, {layer::flux_b, 0, -1}}};

// Sets the flow over edges that leave the grid, or that lead back to their own cell.
Terrain with_flow_out(Terrain terrain, const Edge& edge, float value) {
  for (int y = 0; y < terrain.ny; ++y)
    for (int x = 0; x < terrain.nx; ++x) {
      const int to_x = x + edge.dx, to_y = y + edge.dy;
      if (to_x < 0 || to_y < 0 || to_x >= terrain.nx || to_y >= terrain.ny)
        terrain.layers[edge.name][std::size_t(y) * std::size_t(terrain.nx) + std::size_t(x)] =
            value;
    }
  return terrain;
}

// Whether it makes a difference, on ground flat enough for that flow to go on.
bool flow_out_counts(Terrain terrain, int scheme, int border, const Edge& edge) {
  for (float& height : terrain.layers[layer::height]) height *= 0.01f;
  Params params = steps(scheme, 3);
  params.border = border;
  const auto cooked = [&](float value) {
    return cook_on_cpu(with_flow_out(terrain, edge, value), Node::hydraulic, params).terrain;
  };
  return !test::difference_in_bits(cooked(7), cooked(0)).empty();
}

TEST(Untouched, FlowOverMissingEdgesIsIgnored) {
  for (int scheme : all_schemes)
    for (const Edge& edge : edges_of[scheme]) {
      const Terrain terrain = test::everything(7, 6, 2, scheme, 11);
      SCOPED_TRACE(edge.name);
      // The paper's pipes cross an open border, and a torus has no border.
      EXPECT_EQ(flow_out_counts(terrain, scheme, border_open, edge), scheme == scheme_jako2011);
      EXPECT_FALSE(flow_out_counts(terrain, scheme, border_closed, edge));
      EXPECT_TRUE(flow_out_counts(terrain, scheme, border_wrap, edge));
    }
}

TEST(Untouched, FlowOntoTheCellItselfIsIgnored) {
  for (int scheme : all_schemes)
    for (const Edge& edge : edges_of[scheme]) {
      SCOPED_TRACE(edge.name);
      const bool along_x_only = edge.dy == 0, along_y_only = edge.dx == 0;
      const Terrain column = test::everything(1, 6, 2, scheme, 12);
      const Terrain row = test::everything(6, 1, 2, scheme, 13);
      const Terrain single = test::everything(1, 1, 2, scheme, 14);
      EXPECT_EQ(flow_out_counts(column, scheme, border_wrap, edge), !along_x_only);
      EXPECT_EQ(flow_out_counts(row, scheme, border_wrap, edge), !along_y_only);
      EXPECT_FALSE(flow_out_counts(single, scheme, border_wrap, edge));
    }
}

}  // namespace
}  // namespace rill
