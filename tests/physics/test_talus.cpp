// Talus alone: a cone steeper than its limit slides until it rests. Scheme rill ends round and at
// its limit; scheme jako2011, an eight-sided pyramid, at least nowhere steeper than its limit.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "measure.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr int side = 97;
constexpr double radius = 28;  // of the foot, in cells
constexpr double pi = 3.14159265358979323846;
constexpr double limit = 0.7;  // 0.8 * hardness 0.5 + 0.3

Terrain cone(double middle_x, double middle_y) {
  Layer height(side * side);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const double distance = std::hypot(x - middle_x, y - middle_y);
      height[std::size_t(y * side + x)] = float(std::max(0.0, 2 * limit * (radius - distance)));
    }
  return terrain(side, side, 1, height);
}

// As fast as the model allows, without creep, which never rests.
Params sliding(int scheme) {
  Params params = default_params(scheme);
  params.talus_bias = 0.3;
  params.talus = 10;
  params.creep = 0;
  params.thermal = 50;
  params.time_step = 0.1;
  params.border = border_closed;
  return params;
}

// Cooks until nothing moves any more.
Terrain at_rest(Terrain terrain, const Params& params) {
  Params part = params;
  part.iterations = 4000;
  for (int parts = 1; parts <= 20; ++parts) {
    CookResult result = cook_quietly(std::move(terrain), Node::thermal, part);
    terrain = std::move(result.terrain);
    if (result.budget.talus_moved > 0) continue;
    note("steps after which nothing moves", 4000 * (parts - 1));
    return terrain;
  }
  ADD_FAILURE() << "still moving after 80000 steps";
  return terrain;
}

double between_cells(const Heights& height, double x, double y) {
  const int left = int(x), lower = int(y);
  const double u = x - left, v = y - lower;
  const auto at = [&](int i, int j) { return height[std::size_t(j * side + i)]; };
  return (at(left, lower) * (1 - u) + at(left + 1, lower) * u) * (1 - v) +
         (at(left, lower + 1) * (1 - u) + at(left + 1, lower + 1) * u) * v;
}

// Mean slope of the flank along 72 rays, between 0.3 and 0.9 of the radius.
Heights slope_by_azimuth(const Heights& height, double middle_x, double middle_y) {
  Heights slopes;
  for (int k = 0; k < 72; ++k) {
    const double x = std::cos(2 * pi * k / 72), y = std::sin(2 * pi * k / 72);
    const double inner = 0.3 * radius, outer = 0.9 * radius;
    const double drop = between_cells(height, middle_x + inner * x, middle_y + inner * y) -
                        between_cells(height, middle_x + outer * x, middle_y + outer * y);
    slopes.push_back(drop / (outer - inner));
  }
  return slopes;
}

// Steepest descent from any cell to one of its eight neighbours.
double steepest_pair(const Heights& height, int nx, int ny) {
  double steepest = 0;
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x)
      for (int v = std::max(0, y - 1); v <= std::min(ny - 1, y + 1); ++v)
        for (int u = std::max(0, x - 1); u <= std::min(nx - 1, x + 1); ++u) {
          const double drop = height[std::size_t(y * nx + x)] - height[std::size_t(v * nx + u)];
          if (u != x || v != y) steepest = std::max(steepest, drop / std::hypot(u - x, v - y));
        }
  return steepest;
}

TEST(Talus, RillConeEndsRoundAndAtItsLimit) {
  struct Middle {
    double x, y;
  };
  for (const Middle& middle : {Middle{48, 48}, {47.5, 48.5}, {48.3, 47.9}}) {
    const Terrain before = cone(middle.x, middle.y);
    const Terrain after = at_rest(before, sliding(scheme_rill));
    const Heights height = exact_height(after);
    const Heights slopes = slope_by_azimuth(height, middle.x, middle.y);
    const auto [least, most] = std::minmax_element(slopes.begin(), slopes.end());
    const double mean = sum_of(slopes) / double(slopes.size());
    expect_at_most("slope by azimuth, (largest - smallest) / mean", (*most - *least) / mean, 0.01);
    expect_at_most("slope / limit, steepest azimuth", *most / limit, 1.02);
    expect_at_least("slope / limit, mean", mean / limit, 0.98);
    const double sum = sum_of(exact_height(before));
    expect_at_most("change of the sum of heights / sum", std::abs(sum_of(height) - sum) / sum,
                   1e-6);
  }
}

// On the way down the flank is never below its limit: it ends there from above.
TEST(Talus, RillConeComesToItsLimitFromAbove) {
  Params params = sliding(scheme_rill);
  params.iterations = 500;
  Terrain terrain = cone(48, 48);
  double last = 2;
  for (int part = 0; part < 8; ++part) {
    terrain = cook_quietly(terrain, Node::thermal, params).terrain;
    const Heights slopes = slope_by_azimuth(exact_height(terrain), 48, 48);
    const double mean = sum_of(slopes) / double(slopes.size()) / limit;
    EXPECT_LT(mean, last);
    expect_at_least("slope / limit after " + std::to_string(500 * (part + 1)) + " steps", mean, 1);
    last = mean;
  }
}

TEST(Talus, Jako2011EndsNowhereAboveItsLimit) {
  const Terrain flank = at_rest(cone(48, 48), sliding(scheme_jako2011));
  const Heights slopes = slope_by_azimuth(exact_height(flank), 48, 48);
  expect_at_most("cone, steepest pair of cells / limit",
                 steepest_pair(exact_height(flank), side, side) / limit, 1.01);
  note("cone, mean slope / limit", sum_of(slopes) / double(slopes.size()) / limit);

  const Terrain rough = terrain(side, side, 1, fractal(side, side, 120, 31));
  const Terrain slid = at_rest(rough, sliding(scheme_jako2011));
  note("fractal before, steepest pair of cells / limit",
       steepest_pair(exact_height(rough), side, side) / limit);
  expect_at_most("fractal, steepest pair of cells / limit",
                 steepest_pair(exact_height(slid), side, side) / limit, 1.01);
}

}  // namespace
}  // namespace rill::test
