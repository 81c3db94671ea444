// What nothing may lower: cells with erodability 0 keep their height to the bit, and bedrock is
// never undercut, also where it starts above the terrain.

#include <rill/cook.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
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

enum Strength { usual, strong, wild };

Params settings(int scheme, int border, Strength strength) {
  Params params;
  params.scheme = scheme;
  params.border = border;
  params.iterations = 40;
  params.erosion_depth = 0.01;
  if (strength == usual) return params;
  params.rain = 1;
  params.capacity = 100;
  params.suspension = params.deposition = params.thermal = 50;
  params.erosion_depth = 0.001;
  params.hardness = 0;
  params.talus_bias = params.talus_scale = 0;
  params.talus = params.creep = 1e4;
  if (strength == strong) return params;
  params.bank = 0.99;
  params.min_tilt = 1;
  params.exponent = exponent_one;
  params.capacity_rule = capacity_collision;
  params.transport = transport_semi_lagrangian;
  params.drag = 0;
  params.evaporation = 0;
  return params;
}

// Smooth in the large with spikes in it.
Terrain spiky(int scheme, double cell, std::uint32_t seed) {
  Terrain terrain = test::everything(31, 22, cell, scheme, seed);
  for (int y = 0; y < 22; ++y)
    for (int x = 0; x < 31; ++x)
      terrain.layers[layer::height][std::size_t(y * 31 + x)] +=
          float(20 * cell * (test::random_at(x, y, seed) - 0.5));
  terrain.layers.erase(layer::bedrock);
  terrain.layers.erase(layer::erodability);
  return terrain;
}

template <class Check>
void for_every_setting(const Check& check) {
  std::uint32_t seed = 50;
  for (int scheme : all_schemes)
    for (Node node : all_nodes)
      for (int border : all_borders)
        for (Strength strength : {usual, strong, wild})
          for (double cell : {0.1, 2.0, 300.0}) {
            SCOPED_TRACE(std::string(scheme_name(scheme)) + " " + node_name(node) + " border " +
                         std::to_string(border) + " strength " + std::to_string(strength) +
                         " cell " + std::to_string(cell));
            ++seed;
            check(spiky(scheme, cell, seed), node, settings(scheme, border, strength), seed);
          }
}

TEST(Locks, NoErodabilityKeepsTheHeightToTheBit) {
  for_every_setting([](Terrain terrain, Node node, const Params& params, std::uint32_t seed) {
    Layer erodability(terrain.cells());
    for (std::size_t i = 0; i < terrain.cells(); ++i)
      erodability[i] = test::random_at(int(i), 1, seed) < 0.4 ? 0.0f : 1.0f;
    terrain.layers[layer::erodability] = erodability;
    const Layer before = terrain.layers[layer::height];
    const Layer after =
        cook_on_cpu(std::move(terrain), node, params).terrain.layers.at(layer::height);
    int moved = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (erodability[i] == 0) {
        ASSERT_EQ(std::memcmp(&before[i], &after[i], sizeof(float)), 0)
            << "cell " << i << ": " << before[i] << " became " << after[i];
      }
      moved += before[i] != after[i];
    }
    EXPECT_GT(moved, 20);
  });
}

TEST(Locks, AWholeLockedTerrainStays) {
  for_every_setting([](Terrain terrain, Node node, const Params& params, std::uint32_t) {
    terrain.layers[layer::erodability] = test::constant(terrain.nx, terrain.ny, 0);
    const Layer before = terrain.layers[layer::height];
    const CookResult result = cook_on_cpu(std::move(terrain), node, params);
    const Layer& after = result.terrain.layers.at(layer::height);
    EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size() * sizeof(float)), 0);
    EXPECT_EQ(result.budget.eroded, 0);
    EXPECT_EQ(result.budget.deposited, 0);
    EXPECT_EQ(result.budget.talus_moved, 0);
  });
}

TEST(Locks, BedrockIsNeverUndercut) {
  for_every_setting([](Terrain terrain, Node node, const Params& params, std::uint32_t seed) {
    const Layer before = terrain.layers[layer::height];
    Layer bedrock(before.size());
    // Deep, shallow, exactly at the surface, and above it.
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double kind = test::random_at(int(i), 2, seed);
      const double depth = terrain.cell * test::random_at(int(i), 3, seed);
      bedrock[i] = kind < 0.3   ? before[i] - float(depth)
                   : kind < 0.5 ? before[i] - float(1e-4 * depth)
                   : kind < 0.6 ? before[i]
                   : kind < 0.8 ? before[i] + float(depth)
                                : -1e20f;
    }
    terrain.layers[layer::bedrock] = bedrock;
    const Layer after =
        cook_on_cpu(std::move(terrain), node, params).terrain.layers.at(layer::height);
    int lowered = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_GE(after[i], std::min(before[i], bedrock[i])) << "cell " << i << " from " << before[i];
      lowered += after[i] < before[i];
    }
    EXPECT_GT(lowered, 20);
  });
}

// Around height 0 floats are fine enough to show the least undercut, and so is this bedrock: from
// hardly below the surface to a cell below.
TEST(Locks, BedrockIsNotUndercutByRounding) {
  for_every_setting([](Terrain terrain, Node node, const Params& params, std::uint32_t seed) {
    Layer& height = terrain.layers[layer::height];
    for (float& value : height) value *= 1e-2f;
    const Layer before = height;
    Layer bedrock = before;
    for (std::size_t i = 0; i < bedrock.size(); ++i)
      bedrock[i] -= float(terrain.cell * std::pow(10, -12 * test::random_at(int(i), 4, seed)));
    terrain.layers[layer::bedrock] = bedrock;
    const Layer after =
        cook_on_cpu(std::move(terrain), node, params).terrain.layers.at(layer::height);
    for (std::size_t i = 0; i < before.size(); ++i)
      ASSERT_GE(after[i], std::min(before[i], bedrock[i]))
          << "cell " << i << " from " << before[i] << ", too low by " << bedrock[i] - after[i];
  });
}

TEST(Locks, UnderBedrockEverywhereNothingFalls) {
  for_every_setting([](Terrain terrain, Node node, const Params& params, std::uint32_t) {
    const Layer before = terrain.layers[layer::height];
    terrain.layers[layer::bedrock] = before;
    for (float& floor : terrain.layers[layer::bedrock]) floor += float(terrain.cell);
    const CookResult result = cook_on_cpu(std::move(terrain), node, params);
    const Layer& after = result.terrain.layers.at(layer::height);
    for (std::size_t i = 0; i < before.size(); ++i) ASSERT_GE(after[i], before[i]) << "cell " << i;
    EXPECT_EQ(result.budget.eroded, 0);
    EXPECT_EQ(result.budget.talus_moved, 0);
  });
}

// All of the soil from the banks: without a bedrock layer another mask must not stop the erosion.
TEST(Locks, OtherMasksAreNoBedrock) {
  for (float bank : {0.99f, 1.0f}) {
    Params params = settings(scheme_rill, border_closed, usual);
    params.bank = double(bank);
    const Terrain bare = test::terrain(31, 22, 2, test::fractal(31, 22, 60, 61, 16));
    Terrain masked = bare;
    masked.layers[layer::erodability] = test::constant(31, 22, 1);
    const double eroded = cook_on_cpu(bare, Node::hydraulic, params).budget.eroded;
    EXPECT_GT(eroded, 0);
    EXPECT_EQ(cook_on_cpu(masked, Node::hydraulic, params).budget.eroded, eroded)
        << "bank " << bank;
  }
}

// A bit of erodability is enough to erode, and half of it erodes less than all.
TEST(Locks, ErodabilityScales) {
  for (int scheme : all_schemes)
    for (Node node : all_nodes) {
      const auto moved = [&](float erodability) {
        Terrain terrain = test::terrain(31, 22, 2, test::fractal(31, 22, 60, 60, 16));
        terrain.layers[layer::erodability] = test::constant(31, 22, erodability);
        Params params = settings(scheme, border_closed, usual);
        return cook_on_cpu(terrain, node, params).budget.soil_moved();
      };
      EXPECT_EQ(moved(0), 0);
      EXPECT_GT(moved(0.001f), 0);
      EXPECT_GT(moved(0.5f), moved(0.001f));
      EXPECT_GT(moved(1), moved(0.5f));
    }
}

}  // namespace
}  // namespace rill
