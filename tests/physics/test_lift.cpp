// The same terrain 4096 m higher erodes by the same amounts: to 1e-4 of the largest change after
// 1000 steps, and in fact with the same bits. Heights are multiples of 2^-11 m, which a float holds
// at either elevation.

#include <gtest/gtest.h>

#include <cmath>

#include "measure.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr int side = 128;
constexpr double lift = 4096;

Terrain lifted(Terrain terrain, double metres) {
  for (const char* name : {layer::height, layer::bedrock})
    if (terrain.has(name))
      for (float& value : terrain.layers.at(name)) value = float(double(value) + metres);
  return terrain;
}

Terrain on_grain(Terrain terrain) {
  for (const char* name : {layer::height, layer::bedrock})
    if (terrain.has(name))
      for (float& value : terrain.layers.at(name)) value = std::round(value * 2048) / 2048;
  return terrain;
}

Heights as_given(const Terrain& terrain) {
  const Layer& height = terrain.layers.at(layer::height);
  return Heights(height.begin(), height.end());
}

void expect_alike(const std::string& name, const Terrain& input, Node node, Params params) {
  params = with_every_output(params);
  params.iterations = 1000;
  const Terrain low = on_grain(input), high = lifted(low, lift);
  const Terrain low_after = cook_quietly(low, node, params).terrain;
  const Terrain high_after = cook_quietly(high, node, params).terrain;

  const Heights change = difference(exact_height(low_after), exact_height(low));
  const Heights high_change = difference(exact_height(high_after), exact_height(high));
  const double largest = largest_magnitude(change);
  EXPECT_GT(largest, 0.5) << name;
  expect_at_most(name + ": difference of change / largest change",
                 largest_magnitude(difference(high_change, change)) / largest, 1e-4);
  // The height layer is a float: at 4200 m it is rounded by up to 2.4e-4 m.
  const Heights given = difference(as_given(low_after), as_given(low));
  const Heights high_given = difference(as_given(high_after), as_given(high));
  expect_at_most(name + ": the same by the height layer",
                 largest_magnitude(difference(high_given, given)) / largest,
                 1e-4 + std::exp2(-12) / largest);
  for (const auto& [layer_name, values] : low_after.layers) {
    if (layer_name == layer::height || layer_name == layer::bedrock) continue;
    EXPECT_TRUE(values == high_after.layers.at(layer_name)) << name << ", " << layer_name;
  }
}

class Lift : public testing::TestWithParam<int> {};

TEST_P(Lift, By4096MetresChangesNothing) {
  const int scheme = GetParam();
  for (Node node : all_nodes)
    for (int border : all_borders) {
      Params params = default_params(scheme);
      params.border = border;
      const std::string name = in_words(node, border);
      expect_alike(name, terrain(side, side, 1, fractal(side, side, 60, 71)), node, params);
    }
  Params params = default_params(scheme);
  expect_alike("combined, cells of 4 m", terrain(side, side, 4, fractal(side, side, 200, 72)),
               Node::combined, params);
  expect_alike("combined, every layer", everything(side, side, 1, scheme, 73), Node::combined,
               params);
}

INSTANTIATE_TEST_SUITE_P(Terrain, Lift, testing::ValuesIn(all_schemes),
                         [](const auto& scheme) { return scheme_name(scheme.param); });

}  // namespace
}  // namespace rill::test
