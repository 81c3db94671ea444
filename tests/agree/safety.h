// Settings and terrains that nobody should choose, and what must hold for them all the same.
#pragma once

#include <rill/cook.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

namespace rill::test {

enum class Ground { flat, spiky, extreme };

struct Trial {
  Terrain terrain;
  Node node = Node::combined;
  Params params;
  bool wet = false;  // starts with water, flow and sediment; the budgets then have no scale
};

Terrain rough_ground(Ground ground, int nx, int ny, double cell, std::uint32_t seed);

// Everything by chance over the hard ranges, evenly over decades where a range spans some.
Trial random_trial(std::uint32_t seed);

std::string describe(const Trial& trial);

// Every layer finite; no negative water or sediment; hardness from 0 to 1.
testing::AssertionResult in_bounds(const Terrain& terrain);
// What is left over is less than 1e-6 of what moved.
testing::AssertionResult water_adds_up(const Budget& budget);
testing::AssertionResult soil_adds_up(const Budget& budget, const Trial& trial);

struct HeightRange {
  double least, most;
};
HeightRange height_range(const Terrain& terrain);

// The smallest change of height that a step can make.
double finest_height(const Trial& trial);

}  // namespace rill::test
