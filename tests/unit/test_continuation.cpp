// Going on from a result: n steps then m steps are n + m steps, to the bit where the low part of
// the height is kept, within the spacing of floats where it is not. And settling.

#include <rill/cook.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cpu.h"
#include "state.h"
#include "terrains.h"

namespace rill {
namespace {

using test::cook_on_cpu;

constexpr Node all_nodes[] = {Node::hydraulic, Node::thermal, Node::combined};
constexpr int all_schemes[] = {scheme_rill, scheme_jako2011};
constexpr int all_borders[] = {border_open, border_closed, border_wrap};

CookOptions kept() {
  CookOptions options;
  options.keep_low = true;
  options.threads = 1;
  return options;
}

Terrain in_parts(Terrain terrain, Node node, Params params, std::vector<int> parts,
                 const CookOptions& options) {
  for (int steps : parts) {
    params.iterations = steps;
    terrain = cook_on_cpu(std::move(terrain), node, params, options).terrain;
  }
  return terrain;
}

Params rough_settings(int scheme, int border) {
  Params params;
  params.scheme = scheme;
  params.border = border;
  params.rain = 0.2;
  params.erosion_depth = 0.1;
  params.suspension = 2;
  return params;
}

TEST(Continuation, InPartsIsTheSameBitsWithTheLowPart) {
  for (int scheme : all_schemes)
    for (Node node : all_nodes)
      for (int border : all_borders)
        for (bool masks : {false, true}) {
          SCOPED_TRACE(std::string(scheme_name(scheme)) + " " + node_name(node) + " border " +
                       std::to_string(border) + (masks ? " masks" : ""));
          Terrain start = test::everything(29, 23, 2, scheme, 31);
          if (!masks)
            for (const char* mask : {layer::rain, layer::erodability, layer::bedrock})
              start.layers.erase(mask);
          const Params params = rough_settings(scheme, border);
          const Terrain whole = in_parts(start, node, params, {17}, kept());
          EXPECT_EQ(test::difference_in_bits(in_parts(start, node, params, {10, 7}, kept()), whole),
                    "");
          EXPECT_EQ(
              test::difference_in_bits(in_parts(start, node, params, {1, 0, 15, 1}, kept()), whole),
              "");
          EXPECT_NE(test::difference_in_bits(in_parts(start, node, params, {16}, kept()), whole),
                    "");
        }
}

// Heights far beyond what one float of the cell's size can hold.
TEST(Continuation, InPartsIsTheSameBitsOnExtremeHeights) {
  for (int scheme : all_schemes)
    for (double cell : {0.01, 1.0, 1000.0})
      for (float offset : {0.0f, 700.0f, -1e5f}) {
        SCOPED_TRACE(std::string(scheme_name(scheme)) + " cell " + std::to_string(cell) +
                     " offset " + std::to_string(offset));
        Terrain start = test::terrain(24, 20, cell, test::fractal(24, 20, 20, 32, 12));
        for (float& height : start.layers[layer::height]) height += offset;
        const Params params = rough_settings(scheme, border_open);
        EXPECT_EQ(
            test::difference_in_bits(in_parts(start, Node::combined, params, {8, 3, 9}, kept()),
                                     in_parts(start, Node::combined, params, {20}, kept())),
            "");
      }
}

TEST(Continuation, LayersAloneKeepItWithinAFloatsSpacing) {
  for (int scheme : all_schemes)
    for (Node node : all_nodes) {
      const Terrain start = test::everything(29, 23, 2, scheme, 33);
      CookOptions options;
      options.threads = 1;
      Params params;
      params.scheme = scheme;
      const Terrain whole = in_parts(start, node, params, {12}, options);
      const Terrain parts = in_parts(start, node, params, {6, 6}, options);
      EXPECT_FALSE(whole.has(layer::height_low));
      const Layer& a = whole.layers.at(layer::height);
      const Layer& b = parts.layers.at(layer::height);
      double largest = 0, highest = 0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::abs(double(a[i]) - double(b[i])));
        highest = std::max(highest, std::abs(double(a[i])));
      }
      EXPECT_LE(largest, std::nextafter(float(highest), 1e30f) - float(highest));
    }
}

TEST(Continuation, TheLowPartIsThereWhenAskedForOnly) {
  for (Node node : all_nodes) {
    Params params;
    params.iterations = 3;
    Terrain terrain = test::everything(9, 8, 2, scheme_rill, 34);
    EXPECT_FALSE(cook_on_cpu(terrain, node, params).terrain.has(layer::height_low));
    terrain = cook_on_cpu(terrain, node, params, kept()).terrain;
    ASSERT_TRUE(terrain.has(layer::height_low));
    EXPECT_EQ(terrain.layers[layer::height_low].size(), terrain.cells());
    EXPECT_FALSE(cook_on_cpu(terrain, node, params).terrain.has(layer::height_low));
  }
}

// Whatever two floats a step can leave, a checkpoint gives back: the high one a multiple of the
// coarse quantum, the low one up to half of it, both ends included. (Up to 2^23 quanta, 8 km with
// cells of a metre or more; beyond, their float sum does not tell which side of a tie they were on.)
TEST(Continuation, BothPartsOfAHeightSurviveACheckpoint) {
  const double quantum = height_quantum(1, 1);
  const double high_parts[] = {0, 1, -3, 1000, -1001, 65535, 8388607, -8388607};
  const double low_parts[] = {0, 1e-9, -1e-9, 0.3, -0.3, 0.4999999, -0.4999999, 0.5, -0.5};
  State state;
  state.ny = 1;
  state.height_quantum = quantum;
  for (double high : high_parts)
    for (double low : low_parts) {
      state.fields[field_height].push_back(float(high * quantum));
      state.fields[field_low].push_back(float(low * quantum));
    }
  state.nx = int(state.fields[field_height].size());
  const State before = state;
  Totals totals;
  Terrain terrain = test::terrain(state.nx, 1, 1, {});
  give_layers(state, totals, 0, Node::thermal, Params(), true, terrain);
  terrain.layers.erase(layer::hardness);
  std::vector<std::string> notes;
  const State after = take_state(terrain, Node::thermal, Params(), notes);
  for (std::size_t i = 0; i < before.cells(); ++i) {
    EXPECT_EQ(after.fields[field_height][i] / quantum, before.fields[field_height][i] / quantum)
        << "low part " << before.fields[field_low][i] / quantum;
    // Half a quantum is a tie that may have to be broken.
    const bool tie = std::abs(before.fields[field_low][i]) == float(0.5 * quantum);
    EXPECT_NEAR(after.fields[field_low][i], before.fields[field_low][i], tie ? 1e-7 * quantum : 0);
  }
}

TEST(Settle, LaysTheSedimentDown) {
  for (int scheme : all_schemes)
    for (Node node : {Node::hydraulic, Node::combined}) {
      Params params = rough_settings(scheme, border_open);
      params.iterations = 5;
      const Terrain start = test::everything(21, 18, 2, scheme, 35);
      const Terrain loose = cook_on_cpu(start, node, params, kept()).terrain;
      params.settle = 1;
      const Terrain settled = cook_on_cpu(start, node, params, kept()).terrain;
      int raised = 0, shallow = 0;
      for (std::size_t i = 0; i < loose.cells(); ++i) {
        const float sediment = loose.layers.at(layer::sediment)[i];
        const float water = loose.layers.at(layer::water)[i];
        const double exact = double(loose.layers.at(layer::height)[i]) + double(sediment);
        const float height = settled.layers.at(layer::height)[i];
        raised += sediment > 0;
        shallow += sediment > water;
        EXPECT_EQ(settled.layers.at(layer::sediment)[i], 0);
        // The low part adds up to half a float's spacing of its own.
        EXPECT_NEAR(height, exact, std::nextafter(std::abs(height), 1e30f) - std::abs(height));
        EXPECT_GE(height, loose.layers.at(layer::height)[i]);
        EXPECT_EQ(settled.layers.at(layer::water)[i], std::max(0.0f, water - sediment));
        EXPECT_EQ(settled.layers.at(layer::hardness)[i], loose.layers.at(layer::hardness)[i]);
      }
      EXPECT_GT(raised, 100);
      EXPECT_LT(shallow, raised);
    }
}

TEST(Settle, ThermalHasNothingToLayDown) {
  const Terrain start = test::everything(9, 8, 2, scheme_rill, 36);
  Params params;
  params.iterations = 2;
  const Terrain loose = cook_on_cpu(start, Node::thermal, params).terrain;
  params.settle = 1;
  EXPECT_EQ(test::difference_in_bits(cook_on_cpu(start, Node::thermal, params).terrain, loose), "");
}

TEST(Settle, ASettledTerrainGoesOnToTheBit) {
  Params params = rough_settings(scheme_rill, border_open);
  params.settle = 1;
  const Terrain start = test::everything(21, 18, 2, scheme_rill, 37);
  const Terrain settled = in_parts(start, Node::combined, params, {5}, kept());
  EXPECT_EQ(
      test::difference_in_bits(in_parts(settled, Node::combined, params, {0}, kept()), settled),
      "");
}

}  // namespace
}  // namespace rill
