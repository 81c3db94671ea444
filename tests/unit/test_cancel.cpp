// Progress and cancelling: counts rise, a cancelled cook hands its input back bit for bit, and
// cooks do not disturb each other or what they were given.

#include <rill/cook.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "cpu.h"
#include "errors.h"
#include "terrains.h"

namespace rill {
namespace {

using test::cook_on_cpu;

constexpr Node all_nodes[] = {Node::hydraulic, Node::thermal, Node::combined};

Params short_cook(int scheme) {
  Params params;
  params.scheme = scheme;
  params.iterations = 6;
  params.output_erosion = params.output_velocity = params.output_flow = params.output_debris = 1;
  params.settle = 1;
  return params;
}

TEST(Cancel, AtEveryStepTheInputComesBackUntouched) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : all_nodes) {
      Terrain terrain = test::everything(17, 12, 2, scheme, 21);
      terrain.layers[layer::hardness][5] = 1.5f;  // clamped, but not in what comes back
      terrain.layers["another"] = {1, 2, 3};
      const Params params = short_cook(scheme);
      for (int stop = 0; stop < params.iterations; ++stop) {
        CookOptions options;
        options.keep_low = true;
        options.progress = [&](int done, int) { return done < stop; };
        const CookResult result = cook_on_cpu(terrain, node, params, options);
        EXPECT_TRUE(result.cancelled);
        EXPECT_EQ(test::difference_in_bits(result.terrain, terrain), "");
        EXPECT_EQ(result.terrain.nx, terrain.nx);
        EXPECT_EQ(result.terrain.ny, terrain.ny);
        EXPECT_EQ(result.terrain.cell, terrain.cell);
        EXPECT_EQ(result.steps, 0);
        EXPECT_EQ(result.budget.soil_moved(), 0);
      }
    }
}

TEST(Cancel, AfterTheLastStepIsTooLate) {
  const Terrain terrain = test::everything(9, 9, 2, scheme_rill, 22);
  const Params params = short_cook(scheme_rill);
  CookOptions options;
  options.progress = [](int done, int steps) { return done < steps; };
  const CookResult result = cook_on_cpu(terrain, Node::combined, params, options);
  EXPECT_FALSE(result.cancelled);
  EXPECT_EQ(result.steps, params.iterations);
  EXPECT_EQ(test::difference_in_bits(result.terrain,
                                     cook_on_cpu(terrain, Node::combined, params).terrain),
            "");
}

TEST(Cancel, ProgressCountsUpToTheLastStep) {
  for (int iterations : {0, 1, 5}) {
    Params params = short_cook(scheme_rill);
    params.iterations = iterations;
    std::vector<int> counts;
    CookOptions options;
    options.progress = [&](int done, int steps) {
      EXPECT_EQ(steps, iterations);
      counts.push_back(done);
      return true;
    };
    cook_on_cpu(test::everything(9, 9, 2, scheme_rill, 23), Node::combined, params, options);
    ASSERT_EQ(counts.size(), std::size_t(iterations) + 1);
    for (int i = 0; i <= iterations; ++i) EXPECT_EQ(counts[std::size_t(i)], i);
  }
}

TEST(Cancel, WatchingChangesNothing) {
  for (int scheme : {scheme_rill, scheme_jako2011}) {
    const Terrain terrain = test::everything(33, 20, 2, scheme, 24);
    CookOptions options;
    options.progress = [](int, int) { return true; };
    EXPECT_EQ(test::difference_in_bits(
                  cook_on_cpu(terrain, Node::combined, short_cook(scheme), options).terrain,
                  cook_on_cpu(terrain, Node::combined, short_cook(scheme)).terrain),
              "");
  }
}

TEST(Cancel, AThrowInProgressPassesThrough) {
  CookOptions options;
  options.progress = [](int done, int) -> bool {
    if (done == 2) throw std::domain_error("stop");
    return true;
  };
  EXPECT_THROW(cook_on_cpu(test::everything(9, 9, 2, scheme_rill, 25), Node::combined,
                           short_cook(scheme_rill), options),
               std::domain_error);
}

// Takes constants, and leaves them as they were even when it refuses.
TEST(Cook, WhatItIsGivenStaysAsItWas) {
  for (Node node : all_nodes) {
    const Terrain terrain = test::everything(13, 8, 2, scheme_rill, 29);
    const Terrain copy = terrain;
    const Params params = short_cook(scheme_rill);
    const CookOptions options;
    const CookResult result = cook_on_cpu(terrain, node, params, options);
    EXPECT_EQ(test::difference_in_bits(terrain, copy), "");
    EXPECT_NE(test::difference_in_bits(result.terrain, copy), "");
    Params refused = params;
    refused.time_step = node == Node::thermal ? -1 : 900;
    EXPECT_NE(test::refusal([&] { cook_on_cpu(terrain, node, refused, options); }), "");
    EXPECT_EQ(test::difference_in_bits(terrain, copy), "");
  }
}

TEST(Cook, SaysWhatRan) {
  CookOptions options;
  options.threads = 3;
  const CookResult result = cook_on_cpu(test::everything(9, 9, 2, scheme_rill, 30), Node::combined,
                                        short_cook(scheme_rill), options);
  EXPECT_EQ(result.device, "tbb " + available_lanes().back() + ", 3 threads");
  EXPECT_EQ(result.steps, 6);
  EXPECT_EQ(result.time_step, 0.04);
  EXPECT_GE(result.prepare_seconds, 0);
  EXPECT_GT(result.steps_seconds, 0);
  EXPECT_GE(result.finish_seconds, 0);
  // At least the nine floats of state.
  EXPECT_GE(result.solver_bytes, 9 * 81 * sizeof(float));
}

}  // namespace
}  // namespace rill
