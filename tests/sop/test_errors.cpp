// Everything that can be wrong becomes a sentence on the node that says what to do, and Esc at any
// step gives the input back. No exception comes out of a cook.

#include <gtest/gtest.h>

#include <UT/UT_Interrupt.h>

#include <functional>
#include <limits>
#include <new>
#include <stdexcept>

#include "errors.h"
#include "scene.h"
#include "terrains.h"

namespace rill::test {
namespace {

Terrain small(int nx = 12, int ny = 10) {
  return rill::test::terrain(nx, ny, 2, fractal(nx, ny, 20, 61));
}

std::string error_of(TestNode& test) {
  Cooked cooked;
  EXPECT_NO_THROW(cooked = test.cook());
  EXPECT_TRUE(cooked.detail.isNull() == !cooked.messages.errors.empty());
  EXPECT_LE(cooked.messages.errors.size(), 1u) << "one sentence is enough";
  return cooked.messages.errors.empty() ? "" : cooked.messages.errors.front();
}

TEST(Errors, NoInput) {
  TestNode test(erode_type);
  EXPECT_TRUE(mentions(error_of(test), {"sources"}));  // Houdini's own
}

TEST(Errors, NoHeightLayer) {
  TestNode test(erode_type);
  test.input(empty_detail());
  EXPECT_TRUE(mentions(error_of(test), {"first input", "height", "Height Layer"}));
  GU_DetailHandle other = empty_detail();
  add_volume(other, "density", constant(4, 4, 1), 4, 4, 1);
  test.input(other);
  EXPECT_TRUE(mentions(error_of(test), {"first input", "height", "Height Layer"}));
  test.input(detail_of(small())).set("heightlayer", "ground");
  EXPECT_TRUE(mentions(error_of(test), {"ground"}));
  test.set("heightlayer", "");
  EXPECT_TRUE(mentions(error_of(test), {"Height Layer is empty"}));
}

TEST(Errors, AnotherKindOfPrimitiveCalledHeightIsNoLayer) {
  GU_DetailHandle detail = empty_detail();
  detail.gdpNC()->append(std::make_unique<GEO_Primitive>(detail.gdpNC(), 0));
  GA_RWHandleS names(detail.gdpNC()->addStringTuple(GA_ATTRIB_PRIMITIVE, "name", 1));
  names.set(0, "height");
  TestNode test(erode_type);
  test.input(detail);
  EXPECT_TRUE(mentions(error_of(test), {"no volume called 'height'"}));
}

TEST(Errors, VolumesThatAreNoLayers) {
  {
    GU_DetailHandle deep = empty_detail();
    GEO_PrimVolume* volume = add_volume(deep, "height", constant(4, 4, 1), 4, 4, 1);
    volume->getVoxelWriteHandle()->size(4, 4, 3);
    TestNode test(erode_type);
    test.input(deep);
    EXPECT_TRUE(mentions(error_of(test), {"height", "3 voxels in depth"}));
  }
  {
    GU_DetailHandle empty = empty_detail();
    add_volume(empty, "height", {}, 0, 0, 1);
    TestNode test(erode_type);
    test.input(empty);
    EXPECT_TRUE(mentions(error_of(test), {"height", "no voxels"}));
  }
  {
    GU_DetailHandle tapered = empty_detail();
    GEO_PrimVolume* volume = add_volume(tapered, "height", constant(4, 4, 1), 4, 4, 1);
    GEO_PrimVolumeXform space = volume->getSpaceTransform();
    space.myHasTaper = true;
    volume->setSpaceTransform(space);
    TestNode test(erode_type);
    test.input(tapered);
    EXPECT_TRUE(mentions(error_of(test), {"height", "taper"}));
  }
  {
    GU_DetailHandle oblong = empty_detail();
    GEO_PrimVolume* volume = add_volume(oblong, "height", constant(4, 4, 1), 4, 4, 1);
    GEO_PrimVolumeXform space = volume->getSpaceTransform();
    for (int k = 0; k < 3; ++k) space.myXform(0, k) = 2 * space.myXform(0, k);
    volume->setSpaceTransform(space);
    TestNode test(erode_type);
    test.input(oblong);
    EXPECT_TRUE(mentions(error_of(test), {"2 by 1 m", "square", "HeightField Resample"}));
  }
}

TEST(Errors, VolumesOfIntegersOrVectors) {
  // As the height, as a layer that is read, as one that is only written, and as a mask.
  for (const char* name : {"height", "water", "debris"}) {
    Terrain terrain = small();
    GU_DetailHandle input = detail_of(terrain);
    if (name != std::string("height")) add_volume(input, name, constant(12, 10, 0), 12, 10, 2);
    const_cast<GEO_PrimVolume*>(volumes_named(input, name).front())->standin_hold_no_floats();
    TestNode test(erode_type);
    test.input(input).set("output_debris", 1);
    EXPECT_TRUE(mentions(error_of(test), {name, "one float per voxel"})) << name;
  }
  GU_DetailHandle masks = empty_detail();
  add_volume(masks, "mask", constant(12, 10, 1), 12, 10, 2)->standin_hold_no_floats();
  TestNode test(erode_type);
  test.input(detail_of(small())).masks(masks);
  EXPECT_TRUE(mentions(error_of(test), {"mask", "one float per voxel"}));
}

TEST(Errors, BadValuesNameTheirCell) {
  for (float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e9f}) {
    Terrain terrain = small();
    terrain.layers["height"][12 * 3 + 7] = bad;
    TestNode test(erode_type);
    test.input(detail_of(terrain));
    EXPECT_TRUE(mentions(error_of(test), {"height", "(7, 3)"}));
  }
}

TEST(Errors, BadParametersNameThemselves) {
  TestNode test(erode_type);
  test.input(detail_of(small())).set("rain", -1);
  EXPECT_TRUE(mentions(error_of(test), {"rain", "-1"}));
  test.set("rain", 0.01).set("iterations", 1e18);
  EXPECT_TRUE(mentions(error_of(test), {"iterations"}));
  test.set("iterations", 10).set("time_step", 100);
  EXPECT_TRUE(mentions(error_of(test), {"time_step", "too long"}));
  test.set("time_step", 0).set("scheme", 7);
  EXPECT_TRUE(mentions(error_of(test), {"scheme"}));
  test.set("scheme", 0).set("rain", std::numeric_limits<double>::max());
  EXPECT_TRUE(mentions(error_of(test), {"rain"}));
}

TEST(Errors, DurationsThatMakeNoSense) {
  TestNode test(erode_type);
  test.input(detail_of(small())).set("duration", -1);
  EXPECT_TRUE(mentions(error_of(test), {"Duration", "0 or more"}));
  test.set("duration", 1e9);
  EXPECT_TRUE(mentions(error_of(test), {"Duration", "1000000 iterations", "shorter"}));
}

TEST(Errors, TwoLayersOfOneName) {
  TestNode test(erode_type);
  test.input(detail_of(small())).set("waterlayer", "height");
  EXPECT_TRUE(mentions(error_of(test), {"height", "water", "both called 'height'"}));
}

TEST(Errors, AnimationSettingsThatMakeNoSense) {
  TestNode test(erode_type);
  test.input(detail_of(small())).set("animate", 1).set("perframe", 0);
  EXPECT_TRUE(mentions(error_of(test), {"Iterations per Frame"}));
}

TEST(Errors, AMaskAcrossThePlane) {
  GU_DetailHandle masks = empty_detail();
  add_volume(masks, "mask", constant(4, 4, 1), 4, 4, 4, plane("xy"));
  TestNode test(erode_type);
  test.input(detail_of(small())).masks(masks).set("iterations", 1);
  EXPECT_TRUE(mentions(error_of(test), {"mask", "plane"}));
}

TEST(Warnings, ASecondInputWithoutMasks) {
  GU_DetailHandle masks = empty_detail();
  add_volume(masks, "density", constant(4, 4, 1), 4, 4, 4);
  TestNode test(erode_type);
  const Cooked cooked = test.input(detail_of(small())).masks(masks).set("iterations", 1).cook();
  ASSERT_EQ(cooked.messages.warnings.size(), 1u);
  EXPECT_TRUE(mentions(cooked.messages.warnings.front(), {"second input", "mask"}));
}

TEST(Warnings, TheSolversNotes) {
  Terrain terrain = small();
  terrain.layers["hardness"] = constant(12, 10, 3);
  TestNode test(erode_type);
  const Cooked cooked = test.input(detail_of(terrain)).set("iterations", 1).cook();
  ASSERT_EQ(cooked.messages.warnings.size(), 1u);
  EXPECT_TRUE(mentions(cooked.messages.warnings.front(), {"hardness", "clamped"}));
}

TEST(Warnings, ADeviceThatIsNotThereFallsBackToTheCpu) {
  TestNode test(erode_type);
  const Cooked cooked =
      test.input(detail_of(small())).set("iterations", 1).set("device", "no such device").cook();
  EXPECT_TRUE(cooked.messages.errors.empty());
  ASSERT_EQ(cooked.messages.warnings.size(), 1u);
  EXPECT_TRUE(mentions(cooked.messages.warnings.front(), {"'no such device'", "CPU", "menu"}));
  EXPECT_TRUE(mentions(cooked.info, {"tbb"}));
}

TEST(Errors, NothingThrownInsideComesOut) {
  struct Case {
    std::function<void()> thrown;
    const char* word;
  };
  const Case cases[] = {{[] { throw std::bad_alloc(); }, "not enough memory"},
                        {[] { throw std::runtime_error("a fault"); }, "a fault"},
                        {[] { throw 7; }, "failed inside"}};
  for (bool animate : {false, true})
    for (const Case& each : cases) {
      TestNode test(erode_type);
      test.input(detail_of(small())).set("iterations", 4).set("animate", animate);
      standin::throw_at_poll(2, each.thrown);
      Cooked cooked;
      EXPECT_NO_THROW(cooked = test.cook(3));
      standin::throw_at_poll(-1, nullptr);
      ASSERT_EQ(cooked.messages.errors.size(), 1u);
      EXPECT_TRUE(mentions(cooked.messages.errors.front(), {each.word}));
      EXPECT_EQ(cooked.info, "");
      EXPECT_TRUE(test.cook(3).messages.errors.empty()) << "and the next cook is whole";
    }
}

TEST(Interrupt, AtEveryStepTheInputComesBack) {
  const Terrain terrain = everything(20, 17, 2, scheme_rill, 62);
  for (bool animate : {false, true})
    for (int poll = 0; poll < 8; ++poll) {
      TestNode test(erode_type);
      test.set("iterations", 8).set("animate", animate).set("perframe", 4).set("output_flow", 1);
      test.input(detail_of(terrain));
      standin::press_escape_at_poll(poll);
      const Cooked cooked = test.cook(3);
      standin::press_escape_at_poll(-1);
      EXPECT_TRUE(standin::interrupt_log().interrupted);
      EXPECT_TRUE(cooked.messages.errors.empty());
      EXPECT_TRUE(cooked.messages.messages.empty());
      EXPECT_EQ(cooked.info, "");
      EXPECT_EQ(difference_in_bits(terrain_of(cooked.detail, 2), terrain), "")
          << "at poll " << poll << (animate ? ", animated" : "");
      // And the next cook is whole.
      EXPECT_TRUE(mentions(test.cook(3).info, {"tbb"}));
    }
}

TEST(Interrupt, OfTheSecondHeightFieldLeavesTheFirstAloneToo) {
  const Terrain terrain = small();
  GU_DetailHandle input = empty_detail();
  Placement far_away;
  far_away.centre[0] = 500;
  add_volume(input, "height", terrain.layers.at("height"), 12, 10, 2);
  add_volume(input, "height", terrain.layers.at("height"), 12, 10, 2, far_away);
  TestNode test(erode_type);
  test.set("iterations", 5).input(input);
  standin::press_escape_at_poll(9);
  const Cooked cooked = test.cook();
  standin::press_escape_at_poll(-1);
  EXPECT_EQ(cooked.detail.gdp()->getNumPrimitives(), 2);
  for (const GEO_PrimVolume* volume : volumes_named(cooked.detail, "height"))
    EXPECT_EQ(values_of(*volume), terrain.layers.at("height"));
}

TEST(Interrupt, ProgressRisesToAHundred) {
  TestNode test(erode_type);
  test.set("iterations", 25).input(detail_of(small())).cook();
  const standin::InterruptLog& log = standin::interrupt_log();
  ASSERT_FALSE(log.percents.empty());
  EXPECT_TRUE(std::is_sorted(log.percents.begin(), log.percents.end()));
  EXPECT_EQ(log.percents.front(), 0);
  EXPECT_EQ(log.percents.back(), 100);
}

}  // namespace
}  // namespace rill::test
