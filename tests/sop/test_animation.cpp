// Animate: n frames are n times as many steps whichever way they are visited, kept states are used,
// changes start anew, and memory stays within its limit.

#include <gtest/gtest.h>

#include "cpu.h"
#include "glue/animation.h"
#include "scene.h"
#include "terrains.h"

namespace rill::test {
namespace {

using glue::Animation;
using glue::AnimationSettings;

const char* const kept_layers[] = {"height", "water", "sediment", "hardness", "flux.x", "flux.n"};

Params outputs(int iterations) {
  Params params;
  params.iterations = iterations;
  params.output_erosion = params.output_deposition = params.output_debris = 1;
  return params;
}

void expect_steps(const GU_DetailHandle& detail, const Terrain& input, int steps) {
  const Terrain expected = cook_on_cpu(input, Node::combined, outputs(steps)).terrain;
  for (const char* name : kept_layers)
    EXPECT_EQ(values_of(*volumes_named(detail, name).front()), expected.layers.at(name))
        << name << " after " << steps << " steps";
  for (const char* name : {"erosion", "deposition", "debris"}) {
    const Layer values = values_of(*volumes_named(detail, name).front());
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_NEAR(values[i], expected.layers.at(name)[i], 1e-5) << name;
  }
}

TEST(Animate, GivesTheBitsOfOneLongCookAtEveryFrame) {
  const Terrain terrain = everything(24, 19, 2, scheme_rill, 71);
  TestNode test(erode_type);
  test.set(outputs(1)).set("animate", 1).set("startframe", 5).set("perframe", 3);
  test.set("checkpointframes", 4).input(detail_of(terrain));
  for (double frame : {1.0, 5.0, 6.0, 7.0, 15.0, 9.0, 5.0, 16.0, 2.0, 10.0, 11.0, 8.5})
    expect_steps(test.cook(frame).detail, terrain, 3 * std::max(0, int(frame) - 5));
}

TEST(Animate, AFreshNodeGivesTheSameFrame) {
  const Terrain terrain = everything(24, 19, 2, scheme_rill, 72);
  TestNode played(erode_type), fresh(erode_type);
  for (TestNode* test : {&played, &fresh})
    test->set(outputs(1)).set("animate", 1).set("perframe", 2).input(detail_of(terrain));
  for (int frame = 1; frame < 12; ++frame) played.cook(frame);
  EXPECT_EQ(difference_in_bits(terrain_of(played.cook(12).detail, 2), terrain_of(fresh.cook(12).detail, 2)),
            "");
}

TEST(Animate, IsTimeDependentAndTheRestIsNot) {
  TestNode test(erode_type);
  test.set("iterations", 1).input(detail_of(rill::test::terrain(9, 9, 2, fractal(9, 9, 5, 1)))).cook();
  EXPECT_FALSE(test.node().standin_time_dependent());
  test.set("animate", 1).cook();
  EXPECT_TRUE(test.node().standin_time_dependent());
  test.set("animate", 0).cook();
  EXPECT_FALSE(test.node().standin_time_dependent());
}

TEST(Animate, StatelessGivesTheSameOnEveryFrame) {
  const Terrain terrain = everything(16, 16, 2, scheme_rill, 73);
  TestNode test(erode_type);
  test.set("iterations", 7).input(detail_of(terrain));
  const Terrain first = terrain_of(test.cook(1).detail, 2);
  for (double frame : {100.0, 7.0, -20.0, 1.0})
    EXPECT_EQ(difference_in_bits(terrain_of(test.cook(frame).detail, 2), first), "");
}

TEST(Animate, SettlesWhatIsShownAndNotTheState) {
  const Terrain terrain = everything(24, 19, 2, scheme_rill, 74);
  TestNode test(erode_type);
  test.set("settle", 1).set("animate", 1).set("perframe", 4).input(detail_of(terrain));
  test.cook(2);
  const Cooked cooked = test.cook(3);
  Params params;
  params.iterations = 8;
  params.settle = 1;
  const Terrain expected = cook_on_cpu(terrain, Node::combined, params).terrain;
  for (const char* name : {"height", "water", "sediment"})
    EXPECT_EQ(values_of(*volumes_named(cooked.detail, name).front()), expected.layers.at(name)) << name;
}

TEST(Animate, TheResetButtonSimulatesAnew) {
  TestNode test(erode_type);
  test.set("animate", 1).input(detail_of(rill::test::terrain(9, 9, 2, fractal(9, 9, 5, 1))));
  const Cooked cooked = test.cook(5);
  EXPECT_NE(cooked.info.find("tbb"), std::string::npos);
  EXPECT_NE(test.cook(5).info.find("kept state"), std::string::npos);
  standin::press(test.node(), "resetsimulation");
  EXPECT_EQ(test.node().standin_values().integer("resetcount"), 1);
  EXPECT_NE(test.cook(5).info.find("tbb"), std::string::npos);
}

// Below the HDK: how much is worked out again.
class Steps : public testing::Test {
 protected:
  CookResult at(int frame) {
    return animation_.at_frame(frame, input_, Node::combined, params_, options_, settings_);
  }
  long steps_for(int frame) {
    const long before = animation_.steps_run();
    at(frame);
    return animation_.steps_run() - before;
  }
  void SetUp() override {
    options_.device = "tbb";
    settings_.per_frame = 2;
    settings_.checkpoint_frames = 5;
  }

  Animation animation_;
  Terrain input_ = everything(16, 16, 2, scheme_rill, 75);
  Params params_;
  CookOptions options_;
  AnimationSettings settings_;
};

TEST_F(Steps, PlayingOnTakesOneFrameEach) {
  for (int frame = 2; frame < 20; ++frame) EXPECT_EQ(steps_for(frame), 2) << frame;
  EXPECT_EQ(steps_for(19), 0);
}

TEST_F(Steps, ScrubbingStartsAtACheckpoint) {
  EXPECT_EQ(steps_for(31), 60);
  EXPECT_EQ(steps_for(31), 0);
  EXPECT_EQ(steps_for(29), 2 * 3);  // 28 frames: from 25
  EXPECT_EQ(steps_for(16), 0);      // 15 frames: a checkpoint
  EXPECT_EQ(steps_for(3), 2 * 2);   // from the input
  EXPECT_EQ(steps_for(31), 0);      // 30 frames: a checkpoint by now
  EXPECT_EQ(steps_for(1), 0);
  EXPECT_EQ(steps_for(-100), 0);
}

TEST_F(Steps, AnyChangeStartsAnew) {
  at(6);
  params_.rain *= 1.5;
  EXPECT_EQ(steps_for(6), 10);
  input_.layers["height"][7] += 1e-3f;
  EXPECT_EQ(steps_for(6), 10);
  settings_.per_frame = 3;
  EXPECT_EQ(steps_for(6), 15);
  settings_.start_frame = 2;
  EXPECT_EQ(steps_for(6), 12);
  settings_.reset_count = 1;
  EXPECT_EQ(steps_for(6), 12);
  input_.cell = 3;
  EXPECT_EQ(steps_for(6), 12);
  input_.layers.erase("rain");
  EXPECT_EQ(steps_for(6), 12);
  params_.iterations = 77;  // has no meaning here
  settings_.checkpoint_frames = 7;
  EXPECT_EQ(steps_for(6), 0);
}

TEST_F(Steps, MemoryStaysWithinItsLimit) {
  at(2);
  const std::size_t one = animation_.bytes();
  settings_.checkpoint_frames = 1;
  animation_.clear();
  settings_.cache_bytes = 5 * one + one / 2;
  for (int frame = 1; frame < 60; ++frame) {
    at(frame);
    EXPECT_LE(animation_.bytes(), settings_.cache_bytes);
  }
  EXPECT_GE(animation_.checkpoints(), 3u);
  EXPECT_LT(steps_for(40), 2 * 39);
  // Too little for one: the newest stays, so that playing on works.
  settings_.cache_bytes = 1;
  at(59);
  EXPECT_EQ(animation_.checkpoints(), 1u);
  EXPECT_EQ(steps_for(60), 2);
}

TEST_F(Steps, ACancelledFrameKeepsWhatWasThere) {
  at(6);
  options_.progress = [](int done, int) { return done < 3; };
  EXPECT_TRUE(at(12).cancelled);
  options_.progress = nullptr;
  EXPECT_EQ(steps_for(6), 0);
}

TEST_F(Steps, TheBudgetAddsUpOverFrames) {
  const Budget budget = at(9).budget;
  Params whole = params_;
  whole.iterations = 16;
  const Budget expected = cook_on_cpu(input_, Node::combined, whole).budget;
  EXPECT_NEAR(budget.rained, expected.rained, 1e-6 * expected.rained);
  EXPECT_NEAR(budget.eroded, expected.eroded, 1e-6 * expected.eroded);
  EXPECT_EQ(budget.water_before, expected.water_before);
  EXPECT_NEAR(budget.water_after, expected.water_after, 1e-6 * expected.water_after);
  EXPECT_LT(std::abs(budget.water_residual()), 1e-6 * budget.water_moved());
}

}  // namespace
}  // namespace rill::test
