// The budget's sums: the same bits from every lane set and thread count, as the grid is cut the
// same way; and for any cut the same up to the rounding of doubles.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "cases.h"
#include "cpu.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr std::size_t budget_numbers = sizeof(Budget) / sizeof(double);

std::string difference_in_bits(const Budget& a, const Budget& b) {
  double left[budget_numbers], right[budget_numbers];
  std::memcpy(left, &a, sizeof a);
  std::memcpy(right, &b, sizeof b);
  for (std::size_t i = 0; i < budget_numbers; ++i)
    if (std::memcmp(&left[i], &right[i], sizeof(double)) != 0)
      return "number " + std::to_string(i) + ": " + std::to_string(left[i]) + " and " +
             std::to_string(right[i]);
  return "";
}

template <class Check>
void for_every_node_and_border(const Check& check) {
  for (int scheme : {scheme_rill, scheme_jako2011}) {
    const Terrain terrain = everything(530, 150, 2, scheme, 301);
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
      for (int border : {border_open, border_closed, border_wrap}) {
        Params params = lively(scheme, 5);
        params.border = border;
        SCOPED_TRACE(std::string(scheme_name(scheme)) + " " + node_name(node) + " border " +
                     std::to_string(border));
        check(terrain, node, params);
      }
  }
}

TEST(BudgetAgrees, SameBitsFromEveryLaneSetAndThreadCount) {
  for_every_node_and_border([](const Terrain& terrain, Node node, const Params& params) {
    CookOptions options;
    options.lanes = "one";
    options.threads = 1;
    const Budget expected = cook_on_cpu(terrain, node, params, options).budget;
    EXPECT_GT(expected.soil_moved(), 0);
    EXPECT_EQ(expected.rained > 0, runs_water(node));
    EXPECT_EQ(expected.talus_moved > 0, runs_talus(node));
    EXPECT_EQ(expected.water_left > 0, runs_water(node) && params.border == border_open);
    EXPECT_EQ(expected.sediment_left > 0, runs_water(node) && params.border == border_open);
    for (const std::string& lanes : available_lanes())
      for (int threads : {1, 2, 3, 8}) {
        if (lanes != "one" && lanes != available_lanes().back() && threads != 2) continue;
        options.lanes = lanes;
        options.threads = threads;
        EXPECT_EQ(difference_in_bits(cook_on_cpu(terrain, node, params, options).budget, expected),
                  "")
            << lanes << ", " << threads << " threads";
      }
    options.fused = false;
    EXPECT_EQ(difference_in_bits(cook_on_cpu(terrain, node, params, options).budget, expected), "");
  });
}

TEST(BudgetAgrees, AnyCutGivesTheSameSums) {
  for_every_node_and_border([](const Terrain& terrain, Node node, const Params& params) {
    CookOptions options;
    const Budget expected = cook_on_cpu(terrain, node, params, options).budget;
    options.band_rows = 7;
    options.panel_columns = 33;
    const Budget cut = cook_on_cpu(terrain, node, params, options).budget;
    double left[budget_numbers], right[budget_numbers];
    std::memcpy(left, &cut, sizeof cut);
    std::memcpy(right, &expected, sizeof expected);
    for (std::size_t i = 0; i < budget_numbers; ++i)
      EXPECT_NEAR(left[i], right[i], 1e-12 * std::abs(right[i])) << "number " << i;
  });
}

}  // namespace
}  // namespace rill::test
