// Several cooks on one device from several threads, each with the bits that it has alone; and cooks
// that are cancelled.

#include <gtest/gtest.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <thread>
#include <vector>

#include "cooks.h"
#include "driver.h"
#include "kernel_files.h"
#include "terrains.h"

namespace rill::test {
namespace {

// Threads cook different things, several times each, at the same time.
void expect_same_bits_at_once(const DeviceInfo& device, std::size_t threads) {
  std::vector<CookCase> cases;
  for (int scheme : {scheme_rill, scheme_jako2011}) {
    cases.push_back(bare_case(scheme, 61, 47, 12));
    cases.push_back(full_case(scheme, 70, 30, 12));
  }
  std::vector<CookResult> alone;
  for (const CookCase& one : cases) alone.push_back(cook_on(choice_of(device), one));
  std::vector<std::string> wrong(threads);
  std::vector<std::thread> running;
  for (std::size_t thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] {
      for (std::size_t turn = 0; turn < 8; ++turn) {
        const std::size_t which = (thread + turn) % cases.size();
        const CookResult result = cook_on(choice_of(device), cases[which]);
        if (wrong[thread].empty()) wrong[thread] = trouble(result);
        if (wrong[thread].empty())
          wrong[thread] = difference_in_bits(result.terrain, alone[which].terrain);
        if (wrong[thread].empty())
          wrong[thread] = difference_in_budgets(result.budget, alone[which].budget, 0);
      }
    });
  for (std::thread& thread : running) thread.join();
  for (const std::string& what : wrong) EXPECT_EQ(what, "") << device.name;
  EXPECT_EQ(live_objects(), 0) << live_by_kind();
}

TEST(AtOnce, TwoThreads) {
  for (const DeviceInfo& device : usable_devices()) expect_same_bits_at_once(device, 2);
}
TEST(AtOnce, FourThreads) {
  for (const DeviceInfo& device : usable_devices()) expect_same_bits_at_once(device, 4);
}

TEST(AtOnce, SixteenThreads) {
  for (const DeviceInfo& device : usable_devices()) expect_same_bits_at_once(device, 16);
}

TEST(AtOnce, AllBuildTheSameKernels) {
  const CookCase one = bare_case(scheme_rill, 19, 13, 3);
  const CookResult expected = cook_on("tbb", one);
  for (const DeviceInfo& device : usable_devices()) {
    const Folder folder;
    const CacheFolder empty(folder.path());
    std::vector<std::string> wrong(4);
    std::vector<std::thread> running;
    for (std::string& what : wrong)
      running.emplace_back([&] {
        const CookResult result = cook_on(choice_of(device), one);
        what = trouble(result) + difference_in_bits(result.terrain, expected.terrain);
      });
    for (std::thread& thread : running) thread.join();
    for (const std::string& what : wrong) EXPECT_EQ(what, "") << device.name;
    EXPECT_EQ(kernel_files(folder.path()).size(), 1u);
  }
}

class Cancelled : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, Cancelled, testing::Values(scheme_rill, scheme_jako2011),
                         [](const auto& scheme) { return std::string(scheme_name(scheme.param)); });

CookResult cancelled_at(int step, const std::string& device, const CookCase& one) {
  CookOptions options;
  options.device = device;
  options.progress = [step](int done, int) { return done != step; };
  return cook(one.terrain, one.node, one.params, options);
}

TEST_P(Cancelled, AtAnyStepTheInputComesBack) {
  const CookCase one = full_case(GetParam(), 33, 17, 10);
  for (const DeviceInfo& device : usable_devices())
    for (int step = 0; step < one.params.iterations; ++step) {
      const CookResult result = cancelled_at(step, choice_of(device), one);
      EXPECT_TRUE(result.cancelled) << step;
      EXPECT_EQ(difference_in_bits(result.terrain, one.terrain), "") << step;
      EXPECT_EQ(result.device.rfind("opencl ", 0), 0u) << result.device;
      EXPECT_EQ(live_objects(), 0) << step << ": " << live_by_kind();
    }
}

// The device fails first, then the cook is cancelled on the CPU.
TEST_P(Cancelled, AfterAFailureTheInputComesBackToo) {
  const CookCase one = full_case(GetParam(), 33, 17, 10);
  for (const DeviceInfo& device : usable_devices())
    for (int step : {5, 9}) {
      const CleanShim clean;
      shim().fail(function_called("clFlush"), 3, CL_OUT_OF_RESOURCES, true);
      const CookResult result = cancelled_at(step, choice_of(device), one);
      EXPECT_TRUE(result.cancelled) << step;
      EXPECT_NE(result.fallback, "");
      EXPECT_EQ(difference_in_bits(result.terrain, one.terrain), "") << step;
      EXPECT_EQ(live_objects(), 0) << live_by_kind();
    }
}

}  // namespace
}  // namespace rill::test
