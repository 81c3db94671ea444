// Tests of the reference implementation itself: that it keeps the laws the model promises, for
// both schemes, every node and every border.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "reference.h"

namespace {

using namespace reference;

constexpr Scheme schemes[] = {Scheme::rill, Scheme::jako2011};
constexpr Node nodes[] = {Node::hydraulic, Node::thermal, Node::combined};
constexpr Border borders[] = {Border::open, Border::closed, Border::wrap};

std::string describe(const Settings& s) {
  return "scheme " + std::to_string(static_cast<int>(s.scheme)) + " node " +
         std::to_string(static_cast<int>(s.node)) + " border " +
         std::to_string(static_cast<int>(s.border)) + " grid " + std::to_string(s.nx) + "x" +
         std::to_string(s.ny);
}

Settings make_settings(Scheme scheme, Node node, Border border, int nx, int ny) {
  Settings s = scheme == Scheme::rill ? Settings{} : jako2011_settings();
  s.transport = Transport::conservative;
  s.node = node;
  s.border = border;
  s.nx = nx;
  s.ny = ny;
  s.cell = 4.0;
  s.dt = 0.02 * s.cell;
  if (scheme == Scheme::jako2011) s.erosion_depth = 0.05;  // so that few steps erode visibly
  return s;
}

std::size_t at(const Settings& s, int x, int y) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(s.nx) +
         static_cast<std::size_t>(x);
}

std::vector<double> fill(const Settings& s, const std::function<double(int, int)>& value) {
  std::vector<double> layer;
  for (int y = 0; y < s.ny; ++y) {
    for (int x = 0; x < s.nx; ++x) layer.push_back(value(x, y));
  }
  return layer;
}

// Waves of unrelated lengths plus scatter: rough, without any symmetry.
double rough(int x, int y) {
  const double scatter = std::sin(12.9898 * x + 78.233 * y) * 43758.5453;
  return 14.0 * std::sin(0.31 * x + 0.17 * y) + 9.0 * std::cos(0.23 * y - 0.41 * x + 1.0) +
         4.0 * std::sin(0.9 * x) * std::cos(1.1 * y) + 2.0 * (scatter - std::floor(scatter));
}

double sum(const std::vector<double>& layer) {
  double total = 0.0;
  for (const double value : layer) total += value;
  return total;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0.0 : HUGE_VAL;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
  }
  return largest;
}

bool all_finite(const Fields& f) {
  for (const auto* layer : {&f.height, &f.water, &f.sediment, &f.flux[0], &f.flux[1], &f.flux[2],
                            &f.flux[3], &f.hardness, &f.velocity_x, &f.velocity_y, &f.erosion,
                            &f.deposition, &f.debris, &f.flow, &f.flowdir_x, &f.flowdir_y}) {
    for (const double value : *layer) {
      if (!std::isfinite(value)) return false;
    }
  }
  return true;
}

void expect_budget_closes(const Settings& s, Fields& f, int steps) {
  const double area = s.cell * s.cell;
  const double water_before = sum(f.water) * area;
  const double solid_before = (sum(f.height) + sum(f.sediment)) * area;
  const Budget b = run(f, s, steps);
  const double water_change = sum(f.water) * area - water_before;
  const double solid_change = (sum(f.height) + sum(f.sediment)) * area - solid_before;
  const double water_expected =
      b.rained - b.evaporated - b.water_left + b.eroded - b.deposited;
  EXPECT_NEAR(water_change, water_expected, 1e-9 * (1.0 + b.rained)) << describe(s);
  EXPECT_NEAR(solid_change, -b.sediment_left, 1e-9 * (1.0 + b.eroded + b.talus_moved))
      << describe(s);
  EXPECT_NEAR(sum(f.erosion) * area, b.eroded, 1e-9 * (1.0 + b.eroded)) << describe(s);
  EXPECT_NEAR(sum(f.deposition) * area, b.deposited, 1e-9 * (1.0 + b.eroded)) << describe(s);
  EXPECT_NEAR(sum(f.debris) * area, b.talus_moved, 1e-9 * (1.0 + b.talus_moved)) << describe(s);
  EXPECT_TRUE(all_finite(f)) << describe(s);
}

void for_each_case(const std::function<void(Scheme, Node, Border)>& test) {
  for (const Scheme scheme : schemes) {
    for (const Node node : nodes) {
      for (const Border border : borders) test(scheme, node, border);
    }
  }
}

TEST(Reference, BudgetCloses) {
  for_each_case([](Scheme scheme, Node node, Border border) {
    for (const bool with_bedrock : {false, true}) {
      const Settings s = make_settings(scheme, node, border, 37, 29);
      Fields f;
      f.height = fill(s, rough);
      f.rain = fill(s, [](int x, int y) { return 0.5 + 0.1 * ((x + y) % 7); });
      f.erodability = fill(s, [](int x, int y) { return ((x * y) % 5) * 0.25; });
      if (with_bedrock) f.bedrock = fill(s, [](int x, int y) { return rough(x, y) - 0.01; });
      expect_budget_closes(s, f, 60);
      EXPECT_EQ(sum(f.erosion) > 0.0, node != Node::thermal) << describe(s);
      EXPECT_EQ(sum(f.debris) > 0.0, node != Node::hydraulic) << describe(s);
    }
  });
}

TEST(Reference, TinyGridsAreLegal) {
  const int sizes[][2] = {{1, 1}, {1, 5}, {5, 1}, {2, 2}, {2, 1}, {2, 5}};
  for_each_case([&](Scheme scheme, Node node, Border border) {
    for (const auto& size : sizes) {
      const Settings s = make_settings(scheme, node, border, size[0], size[1]);
      Fields f;
      f.height = fill(s, rough);
      expect_budget_closes(s, f, 40);
    }
  });
}

TEST(Reference, TransposedInputTransposesOutput) {
  for_each_case([](Scheme scheme, Node node, Border border) {
    const Settings s = make_settings(scheme, node, border, 23, 17);
    const Settings t = make_settings(scheme, node, border, 17, 23);
    Fields f, g;
    f.height = fill(s, rough);
    g.height = fill(t, [](int x, int y) { return rough(y, x); });
    run(f, s, 60);
    run(g, t, 60);
    const auto transposed = [&](const std::vector<double>& layer) {
      return fill(s, [&](int x, int y) { return layer[at(t, y, x)]; });
    };
    EXPECT_LT(largest_difference(f.height, transposed(g.height)), 1e-9) << describe(s);
    EXPECT_LT(largest_difference(f.water, transposed(g.water)), 1e-9) << describe(s);
    EXPECT_LT(largest_difference(f.velocity_x, transposed(g.velocity_y)), 1e-6) << describe(s);
  });
}

TEST(Reference, MirroredInputMirrorsOutput) {
  for_each_case([](Scheme scheme, Node node, Border border) {
    for (const auto capacity_rule : {CapacityRule::slope, CapacityRule::collision}) {
      Settings s = make_settings(scheme, node, border, 23, 17);
      s.capacity_rule = capacity_rule;
      Fields f, g;
      f.height = fill(s, rough);
      g.height = fill(s, [&](int x, int y) { return rough(s.nx - 1 - x, y); });
      run(f, s, 60);
      run(g, s, 60);
      const auto mirrored = [&](const std::vector<double>& layer) {
        return fill(s, [&](int x, int y) { return layer[at(s, s.nx - 1 - x, y)]; });
      };
      EXPECT_LT(largest_difference(f.height, mirrored(g.height)), 1e-9) << describe(s);
      EXPECT_LT(largest_difference(f.sediment, mirrored(g.sediment)), 1e-9) << describe(s);
      EXPECT_LT(largest_difference(f.flow, mirrored(g.flow)), 1e-9) << describe(s);
    }
  });
}

TEST(Reference, ShiftedTorusShiftsOutput) {
  for (const Scheme scheme : schemes) {
    for (const Transport transport : {Transport::conservative, Transport::semi_lagrangian}) {
      Settings s = make_settings(scheme, Node::combined, Border::wrap, 23, 17);
      s.transport = transport;
      Fields f, g;
      f.height = fill(s, rough);
      g.height = fill(s, [&](int x, int y) { return rough((x + 9) % s.nx, (y + 5) % s.ny); });
      run(f, s, 60);
      run(g, s, 60);
      const auto shifted = [&](const std::vector<double>& layer) {
        return fill(s, [&](int x, int y) {
          return layer[at(s, (x + 9) % s.nx, (y + 5) % s.ny)];
        });
      };
      EXPECT_LT(largest_difference(shifted(f.height), g.height), 1e-9) << describe(s);
      EXPECT_LT(largest_difference(shifted(f.sediment), g.sediment), 1e-9) << describe(s);
    }
  }
}

TEST(Reference, FluxGivenAcrossTheBorderIsIgnored) {
  for (const Border border : {Border::open, Border::closed}) {
    const Settings s = make_settings(Scheme::rill, Node::hydraulic, border, 12, 10);
    Fields f;
    f.height = fill(s, rough);
    f.water = fill(s, [](int, int) { return 0.1; });
    Fields g = f;
    g.flux[0] = g.flux[3] = fill(s, [&](int x, int) { return x == s.nx - 1 ? 5.0 : 0.0; });
    g.flux[1] = fill(s, [&](int, int y) { return y == s.ny - 1 ? -5.0 : 0.0; });
    g.flux[2] = fill(s, [&](int, int y) { return y == s.ny - 1 ? 5.0 : 0.0; });
    run(f, s, 20);
    run(g, s, 20);
    EXPECT_EQ(f.height, g.height);
    EXPECT_EQ(f.flux, g.flux);
  }
}

TEST(Reference, SemiLagrangianTransportKeepsTheWaterBudget) {
  for (const Border border : borders) {
    Settings s = make_settings(Scheme::jako2011, Node::combined, border, 23, 17);
    s.transport = Transport::semi_lagrangian;
    s.depth_rule = DepthRule::band;
    Fields f;
    f.height = fill(s, rough);
    const Budget b = run(f, s, 80);
    const double left = b.rained - b.evaporated - b.water_left + b.eroded - b.deposited;
    EXPECT_NEAR(sum(f.water) * s.cell * s.cell, left, 1e-9 * b.rained) << describe(s);
    EXPECT_TRUE(all_finite(f)) << describe(s);
  }
}

TEST(Reference, LakeAtRestStaysLevel) {
  for (const Scheme scheme : schemes) {
    Settings s = make_settings(scheme, Node::hydraulic, Border::closed, 24, 24);
    s.rain = s.evaporation = 0.0;
    Fields f;
    f.height = fill(s, rough);
    f.water = fill(s, [](int x, int y) { return 40.0 - rough(x, y); });
    run(f, s, 1000);
    for (std::size_t i = 0; i < f.height.size(); ++i) {
      EXPECT_NEAR(f.height[i] + f.water[i], 40.0, 1e-9) << describe(s);
    }
  }
}

TEST(Reference, LockedCellsKeepTheirHeight) {
  for_each_case([](Scheme scheme, Node node, Border border) {
    const Settings s = make_settings(scheme, node, border, 24, 24);
    Fields f;
    f.height = fill(s, rough);
    f.erodability = fill(s, [](int x, int y) { return (x / 3 + y / 4) % 2 == 0 ? 0.0 : 1.0; });
    const std::vector<double> before = f.height;
    run(f, s, 80);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (f.erodability[i] > 0.0) continue;
      EXPECT_EQ(f.height[i], before[i]) << describe(s);
    }
    EXPECT_GT(largest_difference(f.height, before), 1e-3) << describe(s);
  });
}

TEST(Reference, BedrockIsRespected) {
  for_each_case([](Scheme scheme, Node node, Border border) {
    Settings s = make_settings(scheme, node, border, 24, 24);
    s.capacity = 20.0;
    s.suspension = 5.0;
    Fields f;
    f.height = fill(s, rough);
    f.bedrock = fill(s, [](int x, int y) { return rough(x, y) - 0.002 * ((x + 2 * y) % 5); });
    run(f, s, 120);
    double lowest = HUGE_VAL;
    for (std::size_t i = 0; i < f.height.size(); ++i) {
      lowest = std::min(lowest, f.height[i] - f.bedrock[i]);
    }
    EXPECT_GE(lowest, -1e-12) << describe(s);
  });
}

TEST(Reference, RillWaterDigsNoCellBelowItsSurroundings) {
  Settings s = make_settings(Scheme::rill, Node::hydraulic, Border::closed, 24, 24);
  s.capacity = 100.0;
  s.suspension = 50.0;
  s.bank = 1.0;
  s.hardness = 0.0;
  Fields f;
  f.height = fill(s, rough);
  for (int step = 0; step < 60; ++step) {
    const std::vector<double> before = f.height;
    run(f, s, 1);
    for (int y = 0; y < s.ny; ++y) {
      for (int x = 0; x < s.nx; ++x) {
        double lowest = before[at(s, x, y)];
        for (int v = std::max(0, y - 2); v <= std::min(s.ny - 1, y + 2); ++v) {
          for (int u = std::max(0, x - 2); u <= std::min(s.nx - 1, x + 2); ++u) {
            lowest = std::min(lowest, before[at(s, u, v)]);
          }
        }
        ASSERT_GE(f.height[at(s, x, y)], lowest - 1e-12) << step << ": " << x << ", " << y;
      }
    }
  }
}

// A cone of slope 1.2 where the limit is 0.8 * 0.25 + 0.3 = 0.5, left to slump for long.
Fields slumped_cone(Settings& s) {
  s.cell = s.dt = s.talus = 1.0;
  s.creep = 0.0;
  s.hardness = 0.25;
  s.talus_bias = 0.3;
  const double middle = 0.5 * (s.nx - 1);
  Fields f;
  f.height = fill(s, [&](int x, int y) {
    return std::max(0.0, 0.6 * middle - 1.2 * std::hypot(x - middle, y - middle));
  });
  const double before = sum(f.height);
  run(f, s, 4000);
  EXPECT_NEAR(sum(f.height), before, 1e-9 * before);
  return f;
}

TEST(Reference, RillConeSlumpsRoundToItsLimit) {
  Settings s = make_settings(Scheme::rill, Node::thermal, Border::closed, 65, 65);
  const Fields f = slumped_cone(s);
  const auto height = [&](int x, int y) { return f.height[at(s, 32 + x, 32 + y)]; };
  const double along_axis = (height(5, 0) - height(15, 0)) / 10.0;
  const double along_diagonal = (height(4, 4) - height(11, 11)) / std::hypot(7.0, 7.0);
  EXPECT_NEAR(along_axis, 0.5, 0.02 * 0.5);
  EXPECT_NEAR(along_diagonal, along_axis, 0.01 * along_axis);
}

TEST(Reference, JakoConeEndsUnderItsLimit) {
  Settings s = make_settings(Scheme::jako2011, Node::thermal, Border::closed, 41, 41);
  const Fields f = slumped_cone(s);
  for (int y = 0; y < s.ny; ++y) {
    for (int x = 1; x < s.nx; ++x) {
      EXPECT_LE(std::abs(f.height[at(s, x, y)] - f.height[at(s, x - 1, y)]), 0.5 * 1.01);
    }
  }
}

TEST(Reference, RunsContinueExactlyAndScaleWithTheWorld) {
  for (const Scheme scheme : schemes) {
    Settings s = make_settings(scheme, Node::combined, Border::open, 24, 24);
    Fields once, twice, large;
    once.height = twice.height = fill(s, rough);
    large.height = fill(s, [](int x, int y) { return 4.0 * rough(x, y); });
    run(once, s, 50);
    run(twice, s, 20);
    run(twice, s, 30);
    EXPECT_EQ(once.height, twice.height);
    EXPECT_EQ(once.sediment, twice.sediment);
    s.cell *= 4.0;
    s.world_scale = 4.0;
    run(large, s, 50);
    for (double& value : large.height) value /= 4.0;
    EXPECT_EQ(once.height, large.height);
    EXPECT_EQ(once.hardness, large.hardness);
  }
}

}  // namespace
