// Arming the shim, cooking, and looking at what came of it.

#include "failures.h"

#include <gtest/gtest.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "kernel_files.h"
#include "terrains.h"

namespace rill::test {

std::string text_of(const Failure& failure) {
  return "call " + std::to_string(failure.call) + " of " + failure.function + " gave " +
         std::to_string(failure.error) + (failure.lost_device ? " and the device was lost" : "");
}

std::map<std::string, long> calls_of_cook(const std::string& device, const CookCase& one,
                                          KernelCache cache, const std::string& steps) {
  const CleanShim clean;
  if (cache == KernelCache::warm) cook_on(device, one, steps);
  const Folder folder;
  const CacheFolder used(cache == KernelCache::empty ? folder.path() : CacheFolder::current());
  shim().reset();
  const CookResult result = cook_on(device, one, steps);
  EXPECT_EQ(trouble(result), "");
  return all_calls();
}

std::vector<long> call_numbers(long calls) {
  std::set<long> numbers = {1, 2, calls / 2, calls - 1, calls};
  const long step = calls <= 300 ? 1 : calls / 40;
  for (long call = 1; call <= calls; call += step) numbers.insert(call);
  numbers.erase(numbers.begin(), numbers.lower_bound(1));
  numbers.erase(numbers.upper_bound(calls), numbers.end());
  return {numbers.begin(), numbers.end()};
}

CookResult cook_with(const Failure& failure, const std::string& device, const CookCase& one,
                     KernelCache cache, const Progress& progress) {
  const CleanShim clean;
  const Folder folder;
  const CacheFolder used(cache == KernelCache::empty ? folder.path() : CacheFolder::current());
  shim().fail(function_called(failure.function), failure.call, failure.error, failure.lost_device);
  if (failure.says_gpu) answer(CL_DEVICE_TYPE, cl_device_type(CL_DEVICE_TYPE_GPU));
  CookOptions options;
  options.device = device;
  options.opencl_steps = failure.steps;
  options.keep_low = true;
  options.progress = progress;
  CookResult result = cook(one.terrain, one.node, one.params, options);
  EXPECT_GT(shim().failures(), 0) << text_of(failure) << ": never happened";
  return result;
}

void expect_one_sentence(const CookResult& result, const std::string& what) {
  EXPECT_NE(result.fallback, "") << what;
  EXPECT_EQ(result.device.rfind("tbb ", 0), 0u) << what << ": " << result.device;
  int telling = 0;
  for (const std::string& note : result.notes) {
    if (note.find(result.fallback) == std::string::npos) continue;
    ++telling;
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(note.front()))) << note;
    EXPECT_EQ(note.back(), '.') << note;
    EXPECT_EQ(note.find('\n'), std::string::npos) << note;
    EXPECT_EQ(note.find(": ."), std::string::npos) << note;
    EXPECT_NE(note.find(" because "), std::string::npos) << note;
  }
  EXPECT_EQ(telling, 1) << what << ": notes that say why";
}

void expect_sound(const CookResult& result, const CookResult& expected, const std::string& what) {
  EXPECT_FALSE(result.cancelled) << what;
  EXPECT_EQ(result.steps, expected.steps) << what;
  EXPECT_EQ(difference_in_bits(result.terrain, expected.terrain), "") << what;
  EXPECT_EQ(difference_in_budgets(result.budget, expected.budget, 1e-12), "") << what;
  EXPECT_EQ(live_objects(), 0) << what << ": " << live_by_kind();
  if (result.device.rfind("opencl ", 0) == 0)
    EXPECT_EQ(result.fallback, "") << what;
  else
    expect_one_sentence(result, what);
}

}  // namespace rill::test
