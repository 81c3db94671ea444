// What makes a stage safe as a kernel without barriers: no work item writes a field that another
// one reads in it. Checked for every stage with everything that can change what a stage touches.

#include <gtest/gtest.h>

#include <string>

#include "field_use.h"

namespace rill::test {
namespace {

constexpr int all_keeps =
    RILL_KEEP_FALL | RILL_KEEP_RECEIVED | RILL_KEEP_DISCHARGE | RILL_KEEP_VELOCITY;

std::string names_of(const std::bitset<field_count>& fields) {
  std::string names;
  for (int field = 0; field < field_count; ++field)
    if (fields[std::size_t(field)])
      names += std::string(names.empty() ? "" : ", ") + field_name(Field(field));
  return names;
}

std::string text_of(Stage stage, const Step& step, bool masks) {
  return std::string(stage_name(stage)) + (masks ? " with masks" : "") + ", keep " +
         std::to_string(step.keep) + ", open " + std::to_string(step.open_border) +
         ", semi-lagrangian " + std::to_string(step.semi_lagrangian) + ", collision " +
         std::to_string(step.collision_rule);
}

// Calls with every stage, mask and setting of a step that a stage branches on.
template <class Check>
void for_every_variant(const Check& check) {
  for (int stage = 0; stage < stage_count; ++stage)
    for (int bits = 0; bits < 64; ++bits)
      for (int keep = 0; keep <= all_keeps; ++keep)
        for (int exponent : {RILL_EXPONENT_HALF, RILL_EXPONENT_THREE_QUARTERS, RILL_EXPONENT_ONE}) {
          Step step = {};
          step.open_border = bits & 1;
          step.depth_band = bits >> 1 & 1;
          step.collision_rule = bits >> 2 & 1;
          step.semi_lagrangian = bits >> 3 & 1;
          step.talus_half = bits >> 4 & 1 ? 0.1f : 0.0f;
          step.keep = keep;
          step.exponent_quarters = exponent;
          check(Stage(stage), step, (bits >> 5 & 1) != 0);
          if (testing::Test::HasFatalFailure()) return;  // one variant tells enough
        }
}

TEST(FieldUse, NoStageWritesWhatItReadsInANeighbour) {
  int variants = 0;
  for_every_variant([&](Stage stage, const Step& step, bool masks) {
    const FieldUse use = field_use(stage, step, masks);
    ASSERT_TRUE((use.reads_around & use.writes).none())
        << text_of(stage, step, masks)
        << " writes and reads around it: " << names_of(use.reads_around & use.writes);
    ++variants;
  });
  EXPECT_EQ(variants, stage_count * 64 * 16 * 3);
}

TEST(FieldUse, EveryStageReadsAndWritesSomething) {
  for_every_variant([](Stage stage, const Step& step, bool masks) {
    const FieldUse use = field_use(stage, step, masks);
    ASSERT_TRUE(use.reads.any() && use.writes.any()) << text_of(stage, step, masks);
    ASSERT_TRUE((use.reads_around & ~use.reads).none()) << text_of(stage, step, masks);
  });
}

// Asking for more never takes a field away, so that the kernels of the last step, which keeps the
// velocity, have the arguments of every step.
TEST(FieldUse, AnOutputOnlyAddsFields) {
  for_every_variant([](Stage stage, const Step& step, bool masks) {
    Step more = step;
    more.keep |= RILL_KEEP_VELOCITY;
    ASSERT_TRUE((field_use(stage, step, masks).any() & ~field_use(stage, more, masks).any()).none())
        << text_of(stage, step, masks);
  });
}

TEST(FieldUse, WithoutMasksNoMaskIsTouched) {
  for_every_variant([](Stage stage, const Step& step, bool masks) {
    if (masks || stage == stage_rill_talus_share) return;  // that one runs only with masks
    const FieldUse use = field_use(stage, step, masks);
    for (Field field : {field_rain, field_erodability, field_bedrock})
      ASSERT_FALSE(use.any()[field]) << text_of(stage, step, masks) << " " << field_name(field);
  });
}

}  // namespace
}  // namespace rill::test
