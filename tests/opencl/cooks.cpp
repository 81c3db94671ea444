// Terrains and parameters of the cooks, and the comparisons.

#include "cooks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <map>
#include <sstream>
#include <tuple>

#include "driver.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr double height_tolerance = 1e-3;  // metres, MODEL.md, on devices without correct rounding
constexpr double budget_share = 1e-12;

const Terrain& terrain_of_size(int nx, int ny, int scheme) {
  static std::map<std::tuple<int, int, int>, Terrain> made;
  const auto key = std::make_tuple(nx, ny, scheme);
  const auto found = made.find(key);
  if (found != made.end()) return found->second;
  Terrain terrain = rough_everything(nx, ny, scheme, std::uint32_t(nx * 7 + ny));
  return made[key] = std::move(terrain);
}

}  // namespace

Terrain rough_terrain(int nx, int ny, int scheme, MaskChoice masks, bool carried_on) {
  Terrain terrain = terrain_of_size(nx, ny, scheme);
  choose_masks(terrain, masks);
  if (!carried_on) drop_state(terrain);
  return terrain;
}

CookCase full_case(int scheme, int nx, int ny, int iterations) {
  CookCase result;
  result.name = std::string(scheme_name(scheme)) + " with everything";
  result.terrain = rough_terrain(nx, ny, scheme, all_masks, true);
  result.params = lively(scheme, iterations);
  choose_outputs(result.params, all_outputs);
  result.params.border = border_wrap;
  result.params.transport = transport_semi_lagrangian;
  result.params.capacity_rule = capacity_collision;
  return result;
}

CookCase bare_case(int scheme, int nx, int ny, int iterations) {
  CookCase result;
  result.name = std::string(scheme_name(scheme)) + " with the height alone";
  result.terrain = rough_terrain(nx, ny, scheme, no_masks, false);
  result.params = lively(scheme, iterations);
  return result;
}

CookResult cook_on(const std::string& device, const CookCase& one,
                   const std::string& opencl_steps) {
  CookOptions options;
  options.opencl_steps = opencl_steps;
  options.device = device;
  options.keep_low = true;
  return cook(one.terrain, one.node, one.params, options);
}

const DeviceInfo& quickest_device() {
  static const DeviceInfo quickest = [] {
    const CookCase one = bare_case(scheme_rill, 9, 7, 2);
    DeviceInfo best;
    double least = INFINITY;
    for (const DeviceInfo& device : usable_devices()) {
      cook_on(choice_of(device), one);  // builds, or warms up
      const auto start = std::chrono::steady_clock::now();
      cook_on(choice_of(device), one);
      const auto end = std::chrono::steady_clock::now();
      const double seconds = std::chrono::duration<double>(end - start).count();
      if (seconds < least) best = device;
      least = std::min(least, seconds);
    }
    return best;
  }();
  return quickest;
}

std::string difference_in_budgets(const Budget& a, const Budget& b, double share) {
  for (const BudgetPart& one : budget_parts) {
    const double x = a.*one.value, y = b.*one.value;
    if (std::abs(x - y) <= share * std::max(std::abs(x), std::abs(y))) continue;
    std::ostringstream text;
    text.precision(17);
    text << one.name << ": " << x << " and " << y;
    return text.str();
  }
  return "";
}

double largest_difference_in_height(const Terrain& a, const Terrain& b) {
  const Layer& x = a.layers.at(layer::height);
  const Layer& y = b.layers.at(layer::height);
  double largest = x.size() == y.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    const double difference = std::abs(double(x[i]) - double(y[i]));
    largest = difference <= largest ? largest : difference;  // a NaN counts as large
  }
  return largest;
}

std::string trouble(const CookResult& result) {
  if (!result.fallback.empty()) return result.fallback;
  if (result.device.rfind("opencl ", 0) != 0) return "it ran on " + result.device;
  return "";
}

void expect_agreement(const DeviceInfo& device, const CookCase& one) {
  const CookResult expected = cook_on("tbb", one);
  ASSERT_EQ(expected.device.rfind("tbb ", 0), 0u) << expected.device;
  for (const char* steps : {"stages", "tiles", "sweep"}) {
    const CookResult result = cook_on(choice_of(device), one, steps);
    const std::string where = one.name + " in " + steps + " on " + device.name;
    ASSERT_EQ(trouble(result), "") << where;
    if (promises_same_bits(device)) {
      ASSERT_EQ(difference_in_bits(result.terrain, expected.terrain), "") << where;
      if (device.doubles) {
        ASSERT_EQ(difference_in_budgets(result.budget, expected.budget, budget_share), "") << where;
      }
      continue;
    }
    const double difference = largest_difference_in_height(result.terrain, expected.terrain);
    std::cout << device.name << " does not round divide and square root correctly: " << where
              << " differs by " << difference << " m of height after " << one.params.iterations
              << " steps" << std::endl;
    ASSERT_LE(difference, height_tolerance) << where;
  }
}

}  // namespace rill::test
