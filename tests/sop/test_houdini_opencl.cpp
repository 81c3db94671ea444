// Houdini's OpenCL device, played by one of this machine: the cook runs in the context that Houdini
// gives, with the CPU's bits, and says so where there is none.

#include <gtest/gtest.h>

#include <CE/CE_Context.h>
#include <UT/UT_Interrupt.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "cpu.h"
#include "errors.h"
#include "scene.h"
#include "terrains.h"

namespace rill::test {
namespace {

using standin::HoudiniOpenCl;

// What a cook took of the context it gives back; drivers may do so a little later, in their threads.
bool only_houdini_holds_the_context() {
  const cl_context context = CE_Context::getContext()->getCLContext()();
  for (int wait = 0; wait < 500; ++wait) {
    cl_uint count = 0;
    clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof(count), &count, nullptr);
    if (count == 1) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

class HoudiniDevice : public testing::Test {
 protected:
  void TearDown() override { standin::choose_houdini_opencl(HoudiniOpenCl::none); }

  Cooked cook(const char* device, HoudiniOpenCl houdini) {
    standin::choose_houdini_opencl(houdini);
    TestNode test(erode_type);
    return test.set("iterations", 6).set("device", device).input(detail_of(terrain_)).cook();
  }

  Terrain terrain_ = everything(40, 33, 2, scheme_rill, 91);
};

TEST_F(HoudiniDevice, RunsInHoudinisContextWithTheSameBits) {
  const Terrain expected = terrain_of(cook("tbb", HoudiniOpenCl::none).detail, 2);
  for (const char* device : {"houdini", "auto"}) {
    const Cooked cooked = cook(device, HoudiniOpenCl::claims_gpu);
    ASSERT_TRUE(cooked.messages.errors.empty()) << cooked.messages.errors.front();
    EXPECT_TRUE(cooked.messages.warnings.empty()) << cooked.messages.warnings.front();
    EXPECT_TRUE(mentions(cooked.info, {"opencl "}));
    EXPECT_EQ(difference_in_bits(terrain_of(cooked.detail, 2), expected), "") << device;
    EXPECT_TRUE(only_houdini_holds_the_context()) << device;
  }
}

TEST_F(HoudiniDevice, OnTheCpuIsOnlyTakenWhenAskedFor) {
  EXPECT_TRUE(mentions(cook("auto", HoudiniOpenCl::cpu_device).info, {"tbb"}));
  EXPECT_TRUE(mentions(cook("houdini", HoudiniOpenCl::cpu_device).info, {"opencl "}));
  EXPECT_TRUE(mentions(cook("tbb", HoudiniOpenCl::claims_gpu).info, {"tbb"}));
}

TEST_F(HoudiniDevice, WithoutOneTheCpuDoesItAndSaysSo) {
  for (HoudiniOpenCl houdini : {HoudiniOpenCl::none, HoudiniOpenCl::throws}) {
    const Cooked cooked = cook("houdini", houdini);
    ASSERT_TRUE(cooked.messages.errors.empty());
    ASSERT_EQ(cooked.messages.warnings.size(), 1u);
    EXPECT_TRUE(mentions(cooked.messages.warnings.front(), {"Houdini has no OpenCL device", "CPU"}));
    EXPECT_TRUE(mentions(cooked.info, {"tbb"}));
  }
  EXPECT_TRUE(cook("auto", HoudiniOpenCl::throws).messages.warnings.empty());
}

TEST_F(HoudiniDevice, OneOfTheMachinesDevicesByNameNeedsNoHoudini) {
  TestNode test(erode_type);
  const auto menu = standin::menu_of(test.node(), "device");
  for (std::size_t i = 3; i < menu.size(); ++i) {
    const Cooked cooked = cook(menu[i].first.c_str(), HoudiniOpenCl::none);
    ASSERT_TRUE(cooked.messages.errors.empty()) << cooked.messages.errors.front();
    EXPECT_TRUE(mentions(cooked.info, {"opencl "}));
  }
}

TEST_F(HoudiniDevice, TakesItsMemoryFromHoudinisPoolAndGivesItBack) {
  const Terrain expected = terrain_of(cook("tbb", HoudiniOpenCl::none).detail, 2);
  for (HoudiniOpenCl houdini : {HoudiniOpenCl::cpu_device, HoudiniOpenCl::starved}) {
    const int before = standin::lent_by_houdini().ever;
    const Cooked cooked = cook("houdini", houdini);
    EXPECT_TRUE(cooked.messages.warnings.empty()) << cooked.messages.warnings.front();
    EXPECT_TRUE(mentions(cooked.info, {"opencl "}));
    EXPECT_EQ(difference_in_bits(terrain_of(cooked.detail, 2), expected), "");
    EXPECT_GT(standin::lent_by_houdini().ever - before, 5);
    EXPECT_EQ(standin::lent_by_houdini().buffers, 0);
  }
}

TEST_F(HoudiniDevice, WithoutRoomTheCpuDoesItAndSaysSo) {
  const Cooked cooked = cook("houdini", HoudiniOpenCl::full);
  ASSERT_TRUE(cooked.messages.errors.empty()) << cooked.messages.errors.front();
  ASSERT_EQ(cooked.messages.warnings.size(), 1u);
  EXPECT_TRUE(mentions(cooked.messages.warnings.front(), {"memory"}));
  EXPECT_TRUE(mentions(cooked.info, {"tbb"}));
  EXPECT_EQ(standin::lent_by_houdini().buffers, 0);
}

TEST_F(HoudiniDevice, AnInterruptGivesTheMemoryBack) {
  standin::choose_houdini_opencl(HoudiniOpenCl::claims_gpu);
  TestNode test(erode_type);
  test.set("iterations", 6).set("device", "houdini").input(detail_of(terrain_));
  standin::press_escape_at_poll(3);
  const Cooked cooked = test.cook();
  standin::press_escape_at_poll(-1);
  EXPECT_EQ(difference_in_bits(terrain_of(cooked.detail, 2), terrain_), "");
  EXPECT_EQ(standin::lent_by_houdini().buffers, 0);
}

TEST_F(HoudiniDevice, EscWorksWhileACookWaitsForItsTurn) {
  standin::choose_houdini_opencl(HoudiniOpenCl::claims_gpu);
  TestNode first(erode_type), second(erode_type);
  first.set("iterations", 100000).set("device", "houdini").input(detail_of(terrain_));
  second.set("iterations", 1).set("device", "houdini").input(detail_of(terrain_));
  std::atomic<bool> running{false}, stop{false};
  std::thread long_cook([&] {
    standin::press_escape_when(stop, running);
    first.cook();
    standin::press_escape_never();
  });
  while (!running) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  standin::press_escape_at_poll(2);
  second.cook();
  standin::press_escape_at_poll(-1);
  EXPECT_TRUE(standin::interrupt_log().interrupted);
  stop = true;
  long_cook.join();
}

TEST_F(HoudiniDevice, TwoCooksTakeTurns) {
  const Terrain expected = terrain_of(cook("tbb", HoudiniOpenCl::none).detail, 2);
  standin::choose_houdini_opencl(HoudiniOpenCl::claims_gpu);
  Terrain got[2];
  std::thread threads[2];
  for (int i = 0; i < 2; ++i)
    threads[i] = std::thread([&, i] {
      TestNode test(erode_type);
      test.set("iterations", 6).set("device", "houdini").input(detail_of(terrain_));
      got[i] = terrain_of(test.cook().detail, 2);
    });
  for (std::thread& thread : threads) thread.join();
  for (const Terrain& terrain : got) EXPECT_EQ(difference_in_bits(terrain, expected), "");
}

}  // namespace
}  // namespace rill::test
