// A long cook takes the state from the device now and then. When the device fails after that, the
// CPU goes on from there, and the result is the same. The clock is pushed, so nobody waits.

#include <gtest/gtest.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <array>
#include <chrono>

#include "clock.h"
#include "failures.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr int longer_than_between_snapshots = 60;  // seconds

class LastGoodState : public testing::TestWithParam<int> {
 protected:
  LastGoodState() : one_(full_case(GetParam(), 17, 11, 12)), expected_(cook_on("tbb", one_)) {}

  // Pushes the clock before the next step, so that the state is taken after it.
  static Progress pushing(std::vector<int> at_steps) {
    return [at_steps](int done, int) {
      for (int step : at_steps)
        if (done == step) push_clock(longer_than_between_snapshots);
      return true;
    };
  }

  CookResult clean_cook(const std::string& device, const Progress& progress) const {
    CookOptions options;
    options.device = device;
    options.keep_low = true;
    options.progress = progress;
    return cook(one_.terrain, one_.node, one_.params, options);
  }

  // The function fails at every call in turn, while the state is taken after steps 5, 9 and 12: the
  // CPU goes on from the step that is named for each of the three times.
  void expect_to_go_on(const std::string& function, const std::string& device, bool says_gpu,
                       const std::array<int, 3>& from) const;

  CookCase one_;
  CookResult expected_;
};
INSTANTIATE_TEST_SUITE_P(, LastGoodState, testing::Values(scheme_rill, scheme_jako2011),
                         [](const auto& scheme) { return std::string(scheme_name(scheme.param)); });

int step_named_in(const CookResult& result) {
  for (const std::string& note : result.notes) {
    const std::size_t at = note.find(" from step ");
    if (at != std::string::npos) return std::stoi(note.substr(at + 11));
  }
  return 0;
}

void LastGoodState::expect_to_go_on(const std::string& function, const std::string& device,
                                    bool says_gpu, const std::array<int, 3>& from) const {
  shim().reset();
  if (says_gpu) answer(CL_DEVICE_TYPE, cl_device_type(CL_DEVICE_TYPE_GPU));
  clean_cook(device, pushing({4, 8}));
  const long calls = calls_of(function);
  ASSERT_GE(calls, 3) << function;
  ASSERT_EQ(calls % 3, 0) << function;
  for (long call = 1; call <= calls; ++call) {
    const Failure failure = {function, call, CL_OUT_OF_RESOURCES, call % 2 == 0, "auto", says_gpu};
    const CookResult result = cook_with(failure, device, one_, KernelCache::warm, pushing({4, 8}));
    expect_sound(result, expected_, text_of(failure));
    EXPECT_EQ(step_named_in(result), from[std::size_t((call - 1) / (calls / 3))]) << text_of(failure);
  }
}

TEST_P(LastGoodState, TheClockCanBePushed) {
  const auto before = std::chrono::steady_clock::now();
  push_clock(100);
  EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::seconds(100));
}

TEST_P(LastGoodState, TakingTheStateChangesNothing) {
  for (const DeviceInfo& device : usable_devices()) {
    const CleanShim clean;
    clean_cook(choice_of(device), {});
    const long plain = calls_of("clEnqueueReadBuffer");
    shim().reset();
    const CookResult result = clean_cook(choice_of(device), pushing({4, 8}));
    EXPECT_EQ(calls_of("clEnqueueReadBuffer"), 3 * plain) << "the state was not taken twice more";
    EXPECT_EQ(trouble(result), "");
    EXPECT_EQ(difference_in_bits(result.terrain, expected_.terrain), "");
    EXPECT_EQ(difference_in_budgets(result.budget, expected_.budget, 1e-12), "");
  }
}

// Every read fails in turn, so also those in the middle of taking a state: half a state is none. When
// the layers are let go, they have been taken.
TEST_P(LastGoodState, TheCpuGoesOnFromIt) {
  for (const DeviceInfo& device : usable_devices()) {
    expect_to_go_on("clEnqueueReadBuffer", choice_of(device), false, {0, 5, 9});
    expect_to_go_on("clEnqueueMapBuffer", choice_of(device), false, {0, 5, 9});
    expect_to_go_on("clEnqueueUnmapMemObject", choice_of(device), false, {5, 9, 12});
    shim().reset();
    clean_cook(choice_of(device), pushing({4, 8}));
    const long launches = calls_of("clEnqueueNDRangeKernel");
    const long per_step = launches / one_.params.iterations;
    for (int step = 0; step < one_.params.iterations; ++step) {
      const Failure failure = {"clEnqueueNDRangeKernel", step * per_step + 1 + step % per_step,
                               CL_OUT_OF_RESOURCES, step % 2 == 0};
      const CookResult result =
          cook_with(failure, choice_of(device), one_, KernelCache::warm, pushing({4, 8}));
      expect_sound(result, expected_, text_of(failure));
      EXPECT_EQ(step_named_in(result), step < 5 ? 0 : step < 9 ? 5 : 9) << text_of(failure);
    }
  }
}

// A GPU's layers are read, not looked at.
TEST_P(LastGoodState, TheCpuGoesOnFromThatOfAGpu) {
  for (const DeviceInfo& device : usable_devices())
    expect_to_go_on("clEnqueueReadBuffer", choice_of(device), true, {0, 5, 9});
}

// Progress never claims a step that is not done, and ends with all of them.
TEST_P(LastGoodState, ProgressStaysTrue) {
  std::vector<int> told;
  const Progress note = [&](int done, int steps) {
    EXPECT_EQ(steps, one_.params.iterations);
    told.push_back(done);
    return pushing({4})(done, steps);
  };
  const Failure failure = {"clFlush", 9, CL_OUT_OF_RESOURCES, true};
  const CookResult result =
      cook_with(failure, choice_of(quickest_device()), one_, KernelCache::warm, note);
  expect_sound(result, expected_, text_of(failure));
  EXPECT_EQ(told, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 5, 6, 7, 8, 9, 10, 11, 12}));
}

}  // namespace
}  // namespace rill::test
