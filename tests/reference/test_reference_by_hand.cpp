// Tests of the reference implementation itself: single steps on a handful of cells, small enough
// to work out by hand from the model's formulas.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "reference.h"

namespace {

using namespace reference;

const double root_2 = std::sqrt(2.0);
const double wa = 2.0 - root_2;
const double wd = (root_2 - 1.0) / 2.0;

// Unit cells, no rain and no evaporation, so that only what a test is about moves.
Settings quiet(Scheme scheme, Node node, Border border, int nx, int ny) {
  Settings s = scheme == Scheme::rill ? Settings{} : jako2011_settings();
  s.transport = Transport::conservative;
  s.node = node;
  s.border = border;
  s.nx = nx;
  s.ny = ny;
  s.rain = s.evaporation = 0.0;
  return s;
}

TEST(ReferenceByHand, RillMovesWaterAndSediment) {
  Settings s = quiet(Scheme::rill, Node::hydraulic, Border::closed, 2, 1);
  s.exponent = 1.0;
  Fields f;
  f.height = {0.001, 0.0};
  f.water = {0.5, 0.5};
  run(f, s, 1);
  const double flow = 0.02 * 9.81 * 20.0 * wa * 0.001;
  EXPECT_NEAR(f.flux[0][0], flow, 1e-15);
  EXPECT_NEAR(f.flow[1], 0.5 * flow, 1e-15);
  EXPECT_EQ(f.flowdir_x[1], 1.0);
  const double eroded = 0.02 * 0.2 * 0.5 * 1.3 * 0.05 * 0.5 * flow;
  EXPECT_NEAR(f.erosion[0], eroded, 1e-18);
  EXPECT_EQ(f.erosion[1], 0.0);
  EXPECT_NEAR(f.water[0], 0.5 - 0.02 * flow + eroded, 1e-15);
  // What was eroded in this step stays for now; what was suspended before goes with the water.
  EXPECT_NEAR(f.sediment[0], eroded, 1e-18);
  EXPECT_EQ(f.sediment[1], 0.0);
  EXPECT_NEAR(f.velocity_x[0], 0.5 * flow / (0.5 - 0.01 * flow), 1e-12);

  Fields g;
  g.height = {0.001, 0.0};
  g.water = {0.5, 0.5};
  g.sediment = {0.1, 0.0};
  s.suspension = s.deposition = 0.0;
  run(g, s, 1);
  EXPECT_NEAR(g.sediment[1], 0.02 * flow * 0.1 / 0.5, 1e-16);
  EXPECT_NEAR(g.sediment[0] + g.sediment[1], 0.1, 1e-16);
}

TEST(ReferenceByHand, RillDriesOnlyTheWaterAboveTheMud) {
  Settings s = quiet(Scheme::rill, Node::hydraulic, Border::closed, 1, 1);
  s.evaporation = 10.0;
  s.deposition = 0.0;
  Fields f;
  f.height = {0.0};
  f.water = {0.5};
  f.sediment = {0.4};
  const Budget budget = run(f, s, 1);
  EXPECT_NEAR(f.water[0], 0.5 - 0.2 * 0.1, 1e-16);
  EXPECT_NEAR(budget.evaporated, 0.2 * 0.1, 1e-16);
  EXPECT_EQ(f.sediment[0], 0.4);
}

TEST(ReferenceByHand, RillCapacityFollowsItsExponent) {
  for (const double exponent : {0.5, 0.75, 1.0}) {
    Settings s = quiet(Scheme::rill, Node::hydraulic, Border::closed, 2, 1);
    s.exponent = exponent;
    Fields f;
    f.height = {0.8, 0.0};
    f.water = {10.0, 9.8};
    run(f, s, 1);
    const double discharge = 0.5 * 0.02 * 9.81 * 20.0 * wa;
    const double capacity = 1.3 * (1.0 / root_2) * std::pow(discharge, exponent);
    EXPECT_NEAR(f.erosion[0], 0.02 * 0.2 * 0.5 * capacity, 1e-13) << exponent;
  }
  Settings s = quiet(Scheme::rill, Node::hydraulic, Border::closed, 1, 1);
  s.exponent = 0.6;
  Fields f;
  f.height = {0.0};
  EXPECT_THROW(run(f, s, 1), std::invalid_argument);
}

TEST(ReferenceByHand, RillLimiterHoldsPartOfAThinFilmBack) {
  Settings s = quiet(Scheme::rill, Node::hydraulic, Border::closed, 2, 1);
  Fields f;
  f.height = {1.0, 0.0};
  f.water = {0.001, 0.0};
  run(f, s, 1);
  EXPECT_NEAR(f.flux[0][0], 0.001 / (0.02 * std::sqrt(1.0 + wa * wa)), 1e-12);

  // Around a peak the flows cancel as vectors, so everything may leave.
  s.nx = s.ny = 3;
  f = Fields{};
  f.height.assign(9, 0.0);
  f.water.assign(9, 0.0);
  f.height[4] = 1.0;
  f.water[4] = 0.001;
  run(f, s, 1);
  EXPECT_NEAR(f.water[4], 0.0, 1e-12);
  EXPECT_NEAR(f.water[5] / f.water[8], wa / wd, 1e-2);
}

TEST(ReferenceByHand, RillSpeedIsLimitedAsAVector) {
  Settings s = quiet(Scheme::rill, Node::hydraulic, Border::closed, 3, 3);
  s.max_speed = 0.25;
  Fields f;
  f.height = {0.0, 1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 5.0, 6.0};
  f.water.assign(9, 0.1);
  run(f, s, 3);
  EXPECT_NEAR(std::hypot(f.velocity_x[4], f.velocity_y[4]), 0.25, 1e-12);
  EXPECT_LT(f.velocity_y[4], f.velocity_x[4]);
  EXPECT_LT(f.velocity_x[4], 0.0);
}

TEST(ReferenceByHand, RillTakesFromHigherBanks) {
  Settings s = quiet(Scheme::rill, Node::hydraulic, Border::closed, 3, 1);
  s.capacity = 100.0;  // so that every cell wants more than the bound l/16
  s.suspension = 50.0;
  Fields f;
  f.height = {2.0, 1.0, 0.0};
  f.water = {10.0, 10.0, 10.0};
  Fields g = f;
  run(f, s, 1);
  EXPECT_NEAR(f.erosion[0], (1.0 + 0.5 / 6.0) / 16.0, 1e-15);
  EXPECT_NEAR(f.erosion[1], (1.0 - 0.5 / 6.0) / 16.0, 1e-15);
  EXPECT_EQ(f.erosion[2], 0.0);

  // Bedrock 5 cm under the bank: it gives 4 * 0.05 of what it gave, and erodes by 3/8 of those.
  g.bedrock = {1.95, 0.0, -1.0};
  run(g, s, 1);
  EXPECT_NEAR(g.erosion[0], 0.375 * 0.05 + 0.5 * 0.2 / 6.0 / 16.0, 1e-14);
  EXPECT_NEAR(g.erosion[1], (1.0 - 0.5 * 0.2 / 6.0) / 16.0, 1e-14);
}

TEST(ReferenceByHand, RillBanksStandOnTheDiagonalsToo) {
  Settings s = quiet(Scheme::rill, Node::hydraulic, Border::closed, 2, 2);
  s.capacity = 100.0;
  s.suspension = 50.0;
  Fields f;
  f.height = {2.0, 1.5, 0.0, 1.0};
  f.water = {10.0, 10.0, 10.0, 10.0};
  run(f, s, 1);
  EXPECT_NEAR(f.erosion[0], (1.0 + 0.5 * (1.0 / 6.0 + 1.0 / 12.0)) / 16.0, 1e-15);
  EXPECT_NEAR(f.erosion[1], 1.0 / 16.0, 1e-15);  // gives as a bank what its own bank gives
  EXPECT_EQ(f.erosion[2], 0.0);
  EXPECT_NEAR(f.erosion[3], (1.0 - 0.5 * (1.0 / 6.0 + 1.0 / 12.0)) / 16.0, 1e-15);
}

TEST(ReferenceByHand, RillTalusOfAPlaneSeesTheSameSlopeOnEveryEdge) {
  Settings s = quiet(Scheme::rill, Node::thermal, Border::closed, 2, 2);
  Fields f;
  f.height = {0.0, 1.5, 0.8, 2.3};
  f.hardness = {0.1, 0.2, 0.3, 0.4};
  Fields g = f;
  run(f, s, 1);
  const auto crossing = [](double drop, double donor_hardness, bool diagonal) {
    const double limit = 0.8 * donor_hardness + 0.3;
    const double excess = 1.0 - limit * limit / (1.5 * 1.5 + 0.8 * 0.8);
    const double sliding = (diagonal ? wd : wa) * 0.02 * 0.25 * (1.0 - donor_hardness) * excess;
    const double creeping = (diagonal ? 1.0 / 6.0 : 2.0 / 3.0) * 0.02 * 0.15;
    return drop * (sliding + creeping);
  };
  const double from_1_to_0 = crossing(1.5, 0.2, false);
  const double from_2_to_0 = crossing(0.8, 0.3, false);
  const double from_3_to_0 = crossing(2.3, 0.4, true);
  const double from_1_to_2 = crossing(0.7, 0.2, true);
  const double from_3_to_1 = crossing(0.8, 0.4, false);
  const double from_3_to_2 = crossing(1.5, 0.4, false);
  EXPECT_NEAR(f.height[0], from_1_to_0 + from_2_to_0 + from_3_to_0, 1e-14);
  EXPECT_NEAR(f.height[1], 1.5 - from_1_to_0 - from_1_to_2 + from_3_to_1, 1e-14);
  EXPECT_NEAR(f.height[2], 0.8 - from_2_to_0 + from_1_to_2 + from_3_to_2, 1e-14);
  EXPECT_NEAR(f.height[3], 2.3 - from_3_to_0 - from_3_to_1 - from_3_to_2, 1e-14);
  EXPECT_NEAR(f.debris[2], from_1_to_2 + from_3_to_2, 1e-14);

  // A millimetre above bedrock: half of it may go, in unchanged proportions.
  g.bedrock = {-1.0, -1.0, -1.0, 2.299};
  run(g, s, 1);
  const double share = 0.0005 / (from_3_to_0 + from_3_to_1 + from_3_to_2);
  EXPECT_NEAR(g.height[3], 2.2995, 1e-14);
  EXPECT_NEAR(g.height[0], from_1_to_0 + from_2_to_0 + share * from_3_to_0, 1e-14);

  // Inside a plane, where slopes across axis edges are central, as much comes as goes.
  s.nx = s.ny = 3;
  f = Fields{};
  f.height = {0.0, 1.5, 3.0, 0.8, 2.3, 3.8, 1.6, 3.1, 4.6};
  run(f, s, 1);
  EXPECT_NEAR(f.debris[4],
              crossing(1.5, 0.5, false) + crossing(0.8, 0.5, false) + crossing(2.3, 0.5, true) +
                  crossing(0.7, 0.5, true),
              1e-14);
  EXPECT_NEAR(f.height[4], 2.3, 1e-14);
}

// The middle cell falls by 1 to the last one. The first one is locked; it is above the water, or
// below it with the water level with that of the middle.
TEST(ReferenceByHand, RillWaterEndsAtLockedGroundAboveIt) {
  Settings s = quiet(Scheme::rill, Node::hydraulic, Border::closed, 3, 1);
  s.exponent = 1.0;
  const double discharge = 0.5 * 0.02 * 9.81 * 20.0 * wa;
  const auto eroded = [&](double tangent) {
    const double sine = tangent / std::sqrt(1.0 + tangent * tangent);
    return 0.02 * 0.2 * 0.5 * 1.3 * sine * discharge;
  };
  for (const bool above : {true, false}) {
    Fields f;
    f.height = {above ? 20.0 : 5.0, 0.8, 0.0};
    f.water = {above ? 0.0 : 5.8, 10.0, 9.8};
    f.erodability = {0.0, 1.0, 1.0};
    run(f, s, 1);
    EXPECT_NEAR(f.erosion[1], eroded(above ? 1.0 : 0.5), 1e-13);
    EXPECT_EQ(f.height[0], above ? 20.0 : 5.0);
    EXPECT_EQ(f.flux[0][0], 0.0);
  }
}

TEST(ReferenceByHand, RillTalusDoesNotSeeLockedGroundAcross) {
  Settings s = quiet(Scheme::rill, Node::thermal, Border::closed, 2, 2);
  s.creep = 0.0;
  const auto crossing = [](double drop, double slope_squared, double weight) {
    const double limit = 0.8 * 0.5 + 0.3;
    return drop * weight * 0.02 * 0.25 * 0.5 * (1.0 - limit * limit / slope_squared);
  };
  // A row beside a locked one: only the slope along the edge counts.
  Fields f;
  f.height = {0.0, 1.5, 50.0, 60.0};
  f.erodability = {1.0, 1.0, 0.0, 0.0};
  run(f, s, 1);
  EXPECT_NEAR(f.height[0], crossing(1.5, 1.5 * 1.5, wa), 1e-15);

  // One locked corner: across the diagonal the slope goes from its middle to the free corner.
  f = Fields{};
  f.height = {0.0, 50.0, 0.8, 2.3};
  f.erodability = {1.0, 0.0, 1.0, 1.0};
  run(f, s, 1);
  const double across = (0.5 * 2.3 - 0.8) * root_2;
  const double from_3 = crossing(2.3, 0.5 * 2.3 * 2.3 + across * across, wd);
  EXPECT_NEAR(f.height[0], from_3 + crossing(0.8, 0.8 * 0.8, wa), 1e-15);
  EXPECT_NEAR(f.height[3], 2.3 - from_3 - crossing(1.5, 1.5 * 1.5, wa), 1e-14);
}

TEST(ReferenceByHand, DepositSoftens) {
  for (const Scheme scheme : {Scheme::rill, Scheme::jako2011}) {
    Settings s = quiet(scheme, Node::combined, Border::closed, 1, 1);
    Fields f;
    f.height = {7.0};
    f.water = {1.0};
    f.sediment = {0.1};
    f.erodability = {0.5};
    run(f, s, 1);
    const double laid = 0.02 * s.deposition * 0.5 * 0.1;
    EXPECT_NEAR(f.height[0], 7.0 + laid, 1e-14);
    EXPECT_NEAR(f.sediment[0], 0.1 - laid, 1e-15);
    EXPECT_NEAR(f.water[0], 1.0 - laid, 1e-15);
    EXPECT_NEAR(f.hardness[0], 0.5 - 0.02 * 5.0 * s.suspension * 0.1, 1e-15);
    // Softer than the minimum already: stays as it is.
    f.hardness = {0.04};
    run(f, s, 1);
    EXPECT_EQ(f.hardness[0], 0.04);
  }
}

TEST(ReferenceByHand, JakoTalusAndOpenPipes) {
  Settings s = quiet(Scheme::jako2011, Node::combined, Border::open, 2, 1);
  s.cell = 2.0;
  s.dt = 0.04;
  s.suspension = 0.0;
  Fields f;
  f.height = {2.5, 0.0};
  f.water = {0.0, 0.001};
  Fields g = f;
  run(f, s, 1);
  // The slope 1.25 is above the limit 0.8 * 0.5 + 0.1; half the drop is on offer.
  EXPECT_NEAR(f.debris[1], 0.04 * 0.15 * 0.5 * 0.5 * 2.5, 1e-15);
  EXPECT_EQ(f.flux[0][1], 0.0);  // uphill
  for (const std::size_t pipe : {1, 2, 3}) {
    EXPECT_NEAR(f.flux[pipe][1], 0.04 * 20.0 * 9.81 * 0.001, 1e-15);
  }
  s.dt = 1.0;  // far too long, so the limiter must share the film out
  run(g, s, 1);
  EXPECT_NEAR(g.flux[1][1], 0.001 * 4.0 / 3.0, 1e-15);
  EXPECT_NEAR(g.water[1], 0.0, 1e-15);
}

TEST(ReferenceByHand, JakoCapacityRules) {
  struct Case {
    DepthRule depth_rule;
    double erosion_depth;
    double ramp;  // of a depth of 0.5
  };
  for (const Case& c : {Case{DepthRule::ramp, 0.4, 1.0}, Case{DepthRule::ramp, 0.8, 0.625},
                        Case{DepthRule::band, 0.4, 0.75}, Case{DepthRule::band, 0.8, 0.625},
                        Case{DepthRule::band, 0.25, 0.0}}) {
    Settings s = quiet(Scheme::jako2011, Node::hydraulic, Border::closed, 4, 1);
    s.depth_rule = c.depth_rule;
    s.erosion_depth = c.erosion_depth;
    Fields start;
    start.height = {4.0, 3.0, 3.0, 6.0};
    start.water = {0.0, 1.0, 0.5, 0.0};

    Fields f = start;
    run(f, s, 1);
    EXPECT_GT(f.velocity_x[2], 0.0);
    const double rate = 0.02 * 0.5 * 0.5 * 1.0 * c.ramp;
    const double sin_alpha = 1.5 / std::sqrt(1.0 + 1.5 * 1.5);
    EXPECT_NEAR(f.erosion[2], rate * sin_alpha * f.velocity_x[2], 1e-15);

    // From a slope of −1/2 upstream into one of 3/2 here.
    s.capacity_rule = CapacityRule::collision;
    Fields g = start;
    run(g, s, 1);
    const double into_bed = (1.5 + 0.5) / (std::sqrt(1.0 + 2.25) * std::sqrt(1.0 + 0.25));
    EXPECT_NEAR(g.erosion[2], rate * into_bed * g.velocity_x[2], 1e-15);
  }
}

TEST(ReferenceByHand, JakoSemiLagrangianLooksUpstream) {
  for (const Border border : {Border::closed, Border::wrap}) {
    Settings s = quiet(Scheme::jako2011, Node::hydraulic, border, 4, 1);
    s.transport = Transport::semi_lagrangian;
    s.suspension = s.deposition = 0.0;
    const std::vector<double> load = {0.4, 0.1, 0.3, 0.2};
    Fields f;
    f.height = {0.0, 0.0, 0.0, 0.0};
    f.water = {1.1, 1.05, 1.0, 1.02};
    f.sediment = load;
    run(f, s, 1);
    const double step_1 = f.velocity_x[1] * 0.02;
    const double step_3 = f.velocity_x[3] * 0.02;
    ASSERT_GT(step_1, 0.0);
    EXPECT_NEAR(f.sediment[1], load[1] + step_1 * (load[0] - load[1]), 1e-15);
    // Cell 3 flows left: what it looks for lies beyond the border.
    ASSERT_LT(step_3, 0.0);
    const double beyond = border == Border::wrap ? load[0] : load[3];
    EXPECT_NEAR(f.sediment[3], load[3] - step_3 * (beyond - load[3]), 1e-15);
  }
}

TEST(ReferenceByHand, SettleLaysTheLoadDown) {
  Fields f;
  f.height = {1.0, 1.0};
  f.water = {0.5, 0.1};
  f.sediment = {0.25, 0.25};
  settle(f);
  EXPECT_EQ(f.height, (std::vector<double>{1.25, 1.25}));
  EXPECT_EQ(f.water, (std::vector<double>{0.25, 0.0}));
  EXPECT_EQ(f.sediment, (std::vector<double>{0.0, 0.0}));
}

TEST(ReferenceByHand, LargestTimeStep) {
  Settings s;
  s.cell = 2.0;
  EXPECT_NEAR(largest_time_step(s) / s.cell, 0.066, 1e-4);
  s.world_scale = 2.0;
  EXPECT_NEAR(largest_time_step(s) / s.cell, 0.033, 1e-4);
  s = jako2011_settings();
  EXPECT_NEAR(largest_time_step(s), 0.0357, 1e-4);
}

}  // namespace
