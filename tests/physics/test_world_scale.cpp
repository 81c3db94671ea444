// A world four times as large erodes alike, to the bit: terrain and cell times 4 with world_scale 4
// gives every layer times its power of 4 (metres 1, velocity 1, flow 2, flux 3, hardness 0).

#include <gtest/gtest.h>

#include <cmath>

#include "measure.h"
#include "terrains.h"

namespace rill::test {
namespace {

int power_of_length(const std::string& name) {
  if (name.find("flux.") == 0) return 3;     // m3/s
  if (name == layer::flow) return 2;         // m2/s
  if (name.find("flowdir.") == 0) return 0;  // unit vector
  if (name == layer::hardness || name == layer::rain || name == layer::erodability) return 0;
  return 1;  // metres, metres per second
}

Terrain enlarged(Terrain terrain, double scale) {
  terrain.cell *= scale;
  for (auto& [name, values] : terrain.layers) {
    const float factor = float(std::pow(scale, power_of_length(name)));
    for (float& value : values) value *= factor;
  }
  return terrain;
}

// Ground that ran dry holds traces of water of 1e-20 m and less. Their squares are below the least
// float, so a trace counts as nothing, and has no direction.
Terrain without_traces(Terrain terrain) {
  constexpr float trace = 1e-18f;
  if (terrain.has(layer::flow))
    for (std::size_t i = 0; i < terrain.cells(); ++i)
      if (terrain.layers.at(layer::flow)[i] < trace)
        terrain.layers.at(layer::flowdir_x)[i] = terrain.layers.at(layer::flowdir_y)[i] = 0;
  for (auto& [name, values] : terrain.layers)
    for (float& value : values)
      if (std::abs(value) < trace) value = 0;
  return terrain;
}

void expect_alike(const std::string& name, const Terrain& before, Node node, Params params,
                  double scale) {
  params = with_every_output(params);
  params.iterations = 200;
  const CookResult small = cook_quietly(before, node, params);
  params.world_scale = scale;
  const CookResult large = cook_quietly(enlarged(before, scale), node, params);
  EXPECT_EQ(difference_in_bits(enlarged(without_traces(small.terrain), scale),
                               enlarged(without_traces(enlarged(large.terrain, 1 / scale)), scale)),
            "")
      << name;
  EXPECT_EQ(small.time_step, large.time_step) << name;
  EXPECT_GT(largest_magnitude(difference(exact_height(small.terrain), exact_height(before))), 1e-3)
      << name;
}

class WorldScale : public testing::TestWithParam<int> {};

TEST_P(WorldScale, SameBitsTimesFour) {
  const int scheme = GetParam();
  int cooks = 0;
  for (double scale : {4.0, 0.25, 16.0})
    for (int border : all_borders)
      for (Node node : all_nodes)
        for (int exponent : {exponent_half, exponent_three_quarters, exponent_one}) {
          if (exponent != exponent_three_quarters && (scheme != scheme_rill || !runs_water(node)))
            continue;
          Params params = default_params(scheme);
          params.border = border;
          params.exponent = exponent;
          params.max_speed = 8;
          const std::string name = in_words(node, border) + " exponent " +
                                   std::to_string(exponent) + " world_scale " +
                                   std::to_string(scale);
          expect_alike(name, terrain(83, 61, 1, fractal(83, 61, 60, 61)), node, params, scale);
          expect_alike(name + ", every layer", everything(83, 61, 2.5, scheme, 62), node, params,
                       scale);
          cooks += 2;
        }
  note("cooks compared, every layer to the bit", cooks);
}

TEST(PapersWorldScale, SameBitsTimesFourForEveryRule) {
  int cooks = 0;
  for (int rules = 0; rules < 8; ++rules) {
    Params params = paper_params();
    params.transport = rules & 1 ? transport_semi_lagrangian : transport_conservative;
    params.depth_rule = rules & 2 ? depth_band : depth_ramp;
    params.capacity_rule = rules & 4 ? capacity_collision : capacity_slope;
    expect_alike("rules " + std::to_string(rules), everything(83, 61, 1, scheme_jako2011, 63),
                 Node::combined, params, 4);
    ++cooks;
  }
  note("cooks compared, every layer to the bit", cooks);
}

INSTANTIATE_TEST_SUITE_P(Terrain, WorldScale, testing::ValuesIn(all_schemes),
                         [](const auto& scheme) { return scheme_name(scheme.param); });

}  // namespace
}  // namespace rill::test
