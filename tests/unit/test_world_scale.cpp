// World scale on the host: with a power of four, every float of a step is the old one times its own
// power of the scale, to the bit, so that a terrain and a cell times four erode alike.

#include "schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace rill {
namespace {

struct Scaling {
  const char* name;
  float Step::*member;
  int power;
};

// Powers of length, time left alone. The capacity has a rule of its own.
const std::vector<Scaling>& scalings() {
  static const std::vector<Scaling> table = {
      {"rain_depth", &Step::rain_depth, 1},
      {"keep_water", &Step::keep_water, 0},
      {"keep_flow", &Step::keep_flow, 0},
      {"gain_axis", &Step::gain_axis, 2},
      {"gain_diagonal", &Step::gain_diagonal, 2},
      {"gain_pipe", &Step::gain_pipe, 2},
      {"area_per_dt", &Step::area_per_dt, 2},
      {"dt_per_area", &Step::dt_per_area, -2},
      {"spread", &Step::spread, 0},
      {"per_cell", &Step::per_cell, -1},
      {"two_cells_squared", &Step::two_cells_squared, 2},
      {"per_erosion_depth", &Step::per_erosion_depth, -1},
      {"erode_rate", &Step::erode_rate, 0},
      {"deposit_rate", &Step::deposit_rate, 0},
      {"soften_rate", &Step::soften_rate, -1},
      {"min_hardness", &Step::min_hardness, 0},
      {"max_bite", &Step::max_bite, 1},
      {"bedrock_bite", &Step::bedrock_bite, 0},
      {"bank_per_clearance", &Step::bank_per_clearance, -1},
      {"talus_axis", &Step::talus_axis, 0},
      {"creep_axis", &Step::creep_axis, 0},
      {"talus_scale_axis", &Step::talus_scale_axis, 1},
      {"talus_bias_axis", &Step::talus_bias_axis, 1},
      {"talus_scale_diagonal", &Step::talus_scale_diagonal, 1},
      {"talus_bias_diagonal", &Step::talus_bias_diagonal, 1},
      {"talus_half", &Step::talus_half, 0},
      {"film", &Step::film, 1},
      {"speed_limit", &Step::speed_limit, 1},
      {"cells_per_speed", &Step::cells_per_speed, -1},
      {"coarse_rounder", &Step::coarse_rounder, 1},
      {"fine_rounder", &Step::fine_rounder, 1},
  };
  return table;
}

Step step_of(Params params, double scale, double cell) {
  params.world_scale = scale;
  return make_schedule(params, Node::combined, cell * scale, MaskPresence{}).step;
}

// Discharge is m2/s, so capacity * q^exponent is a length when capacity goes with 1 - 2 exponent.
// In the paper it goes with a velocity and needs nothing.
double capacity_power(const Params& params) {
  if (params.scheme == scheme_jako2011) return 0;
  return params.exponent == exponent_half ? 0 : params.exponent == exponent_one ? -1 : -0.5;
}

template <class Check>
void for_every_scale(const Check& check) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (int exponent : {exponent_half, exponent_three_quarters, exponent_one})
      for (double max_speed : {0.0, 0.7})
        for (double cell : {0.7, 1.0, 30.0})
          for (double scale : {4.0, 0.25, 64.0, 1.0 / 256}) {
            Params params;
            params.scheme = scheme;
            params.exponent = exponent;
            params.max_speed = max_speed;
            SCOPED_TRACE("scale " + std::to_string(scale) + ", cell " + std::to_string(cell));
            check(params, step_of(params, 1, cell), step_of(params, scale, cell), scale);
          }
}

TEST(WorldScale, FloatsScaleAsLengthsDo) {
  for_every_scale([](const Params& params, const Step& one, const Step& scaled, double scale) {
    for (const Scaling& row : scalings())
      EXPECT_EQ(scaled.*row.member, float(one.*row.member * std::pow(scale, row.power)))
          << row.name;
    EXPECT_EQ(scaled.capacity, float(one.capacity * std::pow(scale, capacity_power(params))));
  });
}

// Also those that the table above does not name: each word of a step is the same, or a float times
// a half power of the scale, which leaves the digits alone.
TEST(WorldScale, NoFloatOfAStepLosesABit) {
  for_every_scale([](const Params&, const Step& one, const Step& scaled, double scale) {
    constexpr std::size_t words = sizeof(Step) / sizeof(float);
    float before[words], after[words];
    std::memcpy(before, &one, sizeof one);
    std::memcpy(after, &scaled, sizeof scaled);
    for (std::size_t i = 0; i < words; ++i) {
      if (std::memcmp(&before[i], &after[i], sizeof(float)) == 0) continue;
      const double power = std::log2(double(after[i]) / double(before[i])) / std::log2(scale);
      EXPECT_EQ(2 * power, std::nearbyint(2 * power)) << "word " << i;
      EXPECT_LE(std::abs(power), 2) << "word " << i;
      EXPECT_EQ(after[i], float(double(before[i]) * std::pow(scale, power))) << "word " << i;
    }
  });
}

TEST(WorldScale, ClampedTalusIsClampedAlike) {
  Params params;
  params.talus = params.creep = 100;
  const Step one = step_of(params, 1, 2), scaled = step_of(params, 4, 2);
  EXPECT_EQ(one.talus_axis, float((2 - std::sqrt(2.0)) * 0.12));
  EXPECT_EQ(scaled.talus_axis, one.talus_axis);
  EXPECT_EQ(scaled.creep_axis, one.creep_axis);
}

}  // namespace
}  // namespace rill
