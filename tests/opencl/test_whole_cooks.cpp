// Whole cooks, where a difference would have time to grow, and devices that are launched or built
// differently: as a GPU, with small work groups, without doubles and correct rounding.

#include <gtest/gtest.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cmath>
#include <limits>

#include "failures.h"
#include "kernel_files.h"
#include "terrains.h"

namespace rill::test {
namespace {

class OnEveryDevice : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, OnEveryDevice, testing::Values(scheme_rill, scheme_jako2011),
                         [](const auto& scheme) { return std::string(scheme_name(scheme.param)); });

// The tolerance of a device that does not promise bits is for 100 steps.
int steps_for(const DeviceInfo& device) { return promises_same_bits(device) ? 500 : 100; }

// The numbers that users start with, not lively ones.
CookCase with_users_values(CookCase one) {
  for (const ParameterInfo& info : parameter_table())
    if (info.kind == ParameterKind::number) one.params.*info.number = info.standard;
  return one;
}

TEST_P(OnEveryDevice, FiveHundredStepsAgree) {
  for (const DeviceInfo& device : usable_devices())
    for (const CookCase& one : {full_case(GetParam(), 96, 80, steps_for(device)),
                                bare_case(GetParam(), 96, 80, steps_for(device))}) {
      expect_agreement(device, with_users_values(one));
    }
}

TEST_P(OnEveryDevice, NoStepAndOneStepAgree) {
  for (const DeviceInfo& device : usable_devices())
    for (int iterations : {0, 1}) {
      expect_agreement(device, full_case(GetParam(), 33, 17, iterations));
      expect_agreement(device, bare_case(GetParam(), 33, 17, iterations));
    }
}

// Half on the device and half on the CPU, either first, is the whole.
TEST_P(OnEveryDevice, ACookGoesOnWhereAnotherStopped) {
  for (const DeviceInfo& device : usable_devices())
    for (CookCase one : {full_case(GetParam(), 33, 17, 12), bare_case(GetParam(), 33, 17, 12)}) {
      one.params.output_velocity = one.params.output_erosion = one.params.output_deposition = 0;
      one.params.output_debris = one.params.output_flow = 0;  // these are of one cook
      const CookResult whole = cook_on("tbb", one);
      one.params.iterations = 6;
      for (const bool device_first : {true, false}) {
        CookCase half = one;
        half.terrain = cook_on(device_first ? choice_of(device) : "tbb", half).terrain;
        const CookResult result = cook_on(device_first ? "tbb" : choice_of(device), half);
        if (promises_same_bits(device)) {
          EXPECT_EQ(difference_in_bits(result.terrain, whole.terrain), "") << device.name;
        } else {
          EXPECT_LE(largest_difference_in_height(result.terrain, whole.terrain), 1e-3)
              << device.name;
        }
      }
    }
}

// Work groups of 64 by 4, which few sizes divide evenly. Still a CPU as well, so that bits are
// held.
TEST_P(OnEveryDevice, LaunchedLikeAGpuAgrees) {
  const CleanShim clean;
  answer(CL_DEVICE_TYPE, cl_device_type(CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU));
  for (const DeviceInfo& device : usable_devices()) {
    ASSERT_TRUE(device.gpu);
    for (const auto& [nx, ny] : {std::pair{1, 1}, {64, 4}, {65, 5}, {515, 33}, {33, 515}}) {
      expect_agreement(device, full_case(GetParam(), nx, ny, 3));
      expect_agreement(device, bare_case(GetParam(), nx, ny, 3));
    }
  }
}

// Launched as a CPU and as a GPU; the shim refuses groups that are too large.
void expect_agreement_launched_both_ways(int scheme) {
  for (const cl_device_type more : {0, CL_DEVICE_TYPE_GPU}) {
    answer(CL_DEVICE_TYPE, cl_device_type(CL_DEVICE_TYPE_CPU | more));
    for (const DeviceInfo& device : usable_devices()) {
      expect_agreement(device, bare_case(scheme, 65, 5, 3));
      expect_agreement(device, full_case(scheme, 65, 5, 3));
    }
  }
}

// 16 work items are the fewest that a device is accepted with.
TEST_P(OnEveryDevice, SmallWorkGroupsAgree) {
  for (const unsigned what :
       {unsigned(CL_DEVICE_MAX_WORK_GROUP_SIZE), unsigned(CL_KERNEL_WORK_GROUP_SIZE)})
    for (const std::size_t most : {std::size_t(16), std::size_t(100)}) {
      const CleanShim clean;
      answer(what, most);
      expect_agreement_launched_both_ways(GetParam());
    }
}

TEST_P(OnEveryDevice, NarrowAndFlatWorkGroupsAgree) {
  struct Sides {
    std::size_t length[3];
  };
  for (const Sides& most : {Sides{{16, 1, 1}}, Sides{{1024, 1, 1}}, Sides{{33, 3, 64}}}) {
    const CleanShim clean;
    answer(CL_DEVICE_MAX_WORK_ITEM_SIZES, most);
    expect_agreement_launched_both_ways(GetParam());
  }
}

// Devices are asked first, but a kernel may allow fewer than its device.
TEST_P(OnEveryDevice, AKernelThatAllowsTooFewFallsBack) {
  const CookCase one = bare_case(GetParam(), 65, 5, 3);
  const CookResult expected = cook_on("tbb", one);
  const CleanShim clean;
  answer(CL_KERNEL_WORK_GROUP_SIZE, std::size_t(15));
  for (const DeviceInfo& device : usable_devices()) {
    for (const char* steps : {"stages", "tiles"}) {
      const CookResult result = cook_on(choice_of(device), one, steps);
      expect_sound(result, expected, device.name);
      EXPECT_NE(result.fallback.find("work groups"), std::string::npos) << result.fallback;
    }
    const CookResult swept = cook_on(choice_of(device), one, "sweep");  // a work item is enough
    EXPECT_EQ(trouble(swept), "");
  }
}

// A device that is neither a CPU nor rounds correctly is measured, named and held to the tolerance;
// without doubles its budget must close all the same.
TEST_P(OnEveryDevice, WithoutDoublesAndRoundingStaysWithinTolerance) {
  const CleanShim clean;
  answer(CL_DEVICE_TYPE, cl_device_type(CL_DEVICE_TYPE_GPU));
  answer(CL_DEVICE_SINGLE_FP_CONFIG, cl_device_fp_config(CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN));
  answer_text(CL_DEVICE_EXTENSIONS, "cl_khr_byte_addressable_store");
  for (const DeviceInfo& device : usable_devices()) {
    ASSERT_FALSE(device.doubles || promises_same_bits(device));
    CookCase one = bare_case(GetParam(), 96, 80, 100);
    expect_agreement(device, one);
    const Budget expected = cook_on("tbb", one).budget;
    for (const char* steps : {"stages", "tiles", "sweep"}) {
      const Budget budget = cook_on(choice_of(device), one, steps).budget;
      const std::string where = device.name + " in " + steps;
      EXPECT_LE(std::abs(budget.water_residual()), 1e-6 * budget.water_moved()) << where;
      EXPECT_LE(std::abs(budget.soil_residual()), 1e-6 * budget.soil_moved()) << where;
      EXPECT_EQ(difference_in_budgets(budget, expected, 1e-3), "") << where;
    }
  }
}

// The same with kernels whose divisions and roots really are wrong in their last bits: OpenCL
// allows a division 2.5 units of the last place and a root 3.
TEST_P(OnEveryDevice, InexactDivisionStaysWithinTolerance) {
  const CleanShim clean;
  const Folder folder;
  const CacheFolder own(folder.path());  // these kernels are for nobody else
  answer(CL_DEVICE_TYPE, cl_device_type(CL_DEVICE_TYPE_GPU));
  answer(CL_DEVICE_SINGLE_FP_CONFIG, cl_device_fp_config(CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN));
  shim().spoil_division(2.5f * std::numeric_limits<float>::epsilon());
  for (const DeviceInfo& device : usable_devices())
    for (const CookCase& one : {with_users_values(bare_case(GetParam(), 96, 80, 100)),
                                with_users_values(full_case(GetParam(), 96, 80, 100))}) {
      ASSERT_FALSE(promises_same_bits(device));
      expect_agreement(device, one);
      EXPECT_NE(
          difference_in_bits(cook_on(choice_of(device), one).terrain, cook_on("tbb", one).terrain),
          "")
          << "the divisions were right";
    }
}

}  // namespace
}  // namespace rill::test
