// What an artist sees: the first cook of the default settings changes a kilometre of terrain
// visibly, and a cook at half the resolution predicts the final one.

#include <gtest/gtest.h>

#include <algorithm>

#include "measure.h"
#include "tiling.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr double extent = 1024;  // metres
constexpr double relief = 250;

Terrain kilometre(int side, std::uint32_t seed) {
  return terrain(side, side, extent / side, tiling_fractal(side, side, relief, seed, 3, 6));
}

Heights change_of(const Terrain& before, const Params& params) {
  return difference(exact_height(cook_quietly(before, Node::combined, params).terrain),
                    exact_height(before));
}

Heights halved(const Heights& fine, int side) {
  Heights coarse(std::size_t(side) * std::size_t(side) / 4);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      coarse[std::size_t((y / 2) * (side / 2) + x / 2)] += fine[std::size_t(y * side + x)] / 4;
  return coarse;
}

// Time steps are in proportion to the cells, so the fine grid takes twice as many steps for the
// same time.
double preview_error(int scheme, int side, std::uint32_t seed) {
  Params params = default_params(scheme);
  const Heights preview = change_of(kilometre(side, seed), params);
  params.iterations *= 2;
  const Heights final = halved(change_of(kilometre(2 * side, seed), params), 2 * side);
  return root_mean_square(difference(preview, final)) / root_mean_square(final);
}

TEST(Preview, PredictsTheFinalCook) {
  expect_at_most("rill, 512 against 1024: RMS difference / RMS change",
                 preview_error(scheme_rill, 512, 81), 0.35);
}

TEST(Preview, PredictsTheFinalCookWhenSmall) {
  for (std::uint32_t seed : {82u, 83u})
    expect_at_most("rill, 256 against 512: RMS difference / RMS change",
                   preview_error(scheme_rill, 256, seed), 0.35);
}

TEST(FirstCook, IsVisibleAndDigsNoPit) {
  for (std::uint32_t seed : {81u, 84u}) {
    const Terrain before = kilometre(512, seed);
    const Heights start = exact_height(before);
    const Heights change = change_of(before, Params());
    Heights end = start;
    for (std::size_t i = 0; i < end.size(); ++i) end[i] += change[i];
    expect_at_least("RMS change of height, m", root_mean_square(change), 2);
    note("deepest cut, m", -*std::min_element(change.begin(), change.end()));
    note("highest fill, m", *std::max_element(change.begin(), change.end()));
    const double lowest = *std::min_element(start.begin(), start.end());
    expect_at_least("lowest point after - before, m",
                    *std::min_element(end.begin(), end.end()) - lowest, 0);
  }
}

}  // namespace
}  // namespace rill::test
