// A device error anywhere in a cook: it finishes on the CPU with the same bits, says why in one
// sentence and leaves nothing behind. Every OpenCL function that a cook calls fails at every call
// in turn (at some calls of the most frequent one).

#include <gtest/gtest.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <set>

#include "failures.h"
#include "kernel_files.h"

namespace rill::test {
namespace {

class Failures : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, Failures, testing::Values(scheme_rill, scheme_jako2011),
                         [](const auto& scheme) { return std::string(scheme_name(scheme.param)); });

// What a cook cannot go on without. Of the others a failure costs less: a name, the cache, nothing.
const std::set<std::string> needed = {"clCreateContext",
                                      "clCreateCommandQueue",
                                      "clCreateProgramWithSource",
                                      "clCreateKernel",
                                      "clGetKernelWorkGroupInfo",
                                      "clSetKernelArg",
                                      "clCreateBuffer",
                                      "clEnqueueWriteBuffer",
                                      "clEnqueueReadBuffer",
                                      "clEnqueueMapBuffer",
                                      "clEnqueueUnmapMemObject",
                                      "clSetMemObjectDestructorCallback",
                                      "clEnqueueNDRangeKernel",
                                      "clFlush",
                                      "clWaitForEvents",
                                      "clEnqueueMarkerWithWaitList"};

int likely_error(const std::string& function) {
  if (function == "clGetPlatformIDs") return -1001;
  if (function == "clGetDeviceIDs") return CL_OUT_OF_HOST_MEMORY;
  if (function == "clBuildProgram") return CL_BUILD_PROGRAM_FAILURE;
  if (function == "clCreateBuffer") return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  if (function == "clWaitForEvents") return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  if (function == "clCreateContext") return CL_DEVICE_NOT_AVAILABLE;
  if (function == "clCreateProgramWithBinary") return CL_INVALID_BINARY;
  if (function.find("Release") != std::string::npos) return CL_INVALID_VALUE;
  return CL_OUT_OF_RESOURCES;
}

// What a first cook does otherwise than a later one is all in these.
const std::set<std::string> building = {"clCreateProgramWithSource", "clBuildProgram",
                                        "clGetProgramInfo"};

std::vector<long> calls_to_fail(int scheme, KernelCache cache, const std::string& function,
                                long count, bool quickest) {
  // What a device says of itself does not depend on the scheme, but makes other kernels.
  if (function == "clGetDeviceInfo" && (scheme != scheme_rill || cache == KernelCache::empty))
    return {1};
  const bool as_in_a_later_cook = cache == KernelCache::empty && !building.count(function);
  if (!quickest && as_in_a_later_cook) return {};
  if (!quickest || as_in_a_later_cook) return {1, count};
  return call_numbers(count);
}

// Every call of every function in turn; on devices but the quickest, its first and last.
void fail_everywhere(int scheme, KernelCache cache, bool lost_device,
                     const std::string& steps = "auto") {
  const CookCase one = full_case(scheme, 9, 7, 7);  // more steps than are in flight
  const CookResult expected = cook_on("tbb", one);
  for (const DeviceInfo& device : usable_devices()) {
    const bool quickest = device.index == quickest_device().index;
    const std::map<std::string, long> calls = calls_of_cook(choice_of(device), one, cache, steps);
    for (const std::string& function : needed)
      if (cache == KernelCache::empty || function != "clCreateProgramWithSource") {
        EXPECT_EQ(calls.count(function), 1u) << function << " is no longer called";
      }
    for (const auto& [function, count] : calls)
      for (long call : calls_to_fail(scheme, cache, function, count, quickest)) {
        const Failure failure = {function, call, likely_error(function), lost_device, steps};
        const std::string what = text_of(failure) + " on " + device.name;
        const CookResult result = cook_with(failure, choice_of(device), one, cache);
        expect_sound(result, expected, what);
        EXPECT_FALSE(needed.count(function) && result.fallback.empty()) << what;
        if (testing::Test::HasFailure()) return;  // one call tells enough
      }
  }
}

TEST_P(Failures, AnyCallOfALaterCookMayFail) {
  fail_everywhere(GetParam(), KernelCache::warm, false);
}
TEST_P(Failures, AnyCallOfACookInStagesMayFail) {
  fail_everywhere(GetParam(), KernelCache::warm, false, "stages");
}
TEST_P(Failures, AnyCallOfAFirstCookMayFail) {
  fail_everywhere(GetParam(), KernelCache::empty, false);
}
TEST_P(Failures, TheDeviceMayBeLostAtAnyCall) {
  fail_everywhere(GetParam(), KernelCache::warm, true);
}

TEST(FailureReports, TheSentenceNamesTheCallAndTheError) {
  const CookCase one = bare_case(scheme_rill, 9, 7, 3);
  const std::string device = choice_of(usable_devices().front());
  cook_on(device, one);
  const struct {
    Failure failure;
    std::string words[2];
  } cases[] = {{{"clEnqueueNDRangeKernel", 3, CL_OUT_OF_RESOURCES},
                {"clEnqueueNDRangeKernel", "CL_OUT_OF_RESOURCES"}},
               {{"clCreateBuffer", 2, CL_MEM_OBJECT_ALLOCATION_FAILURE},
                {"clCreateBuffer", "CL_MEM_OBJECT_ALLOCATION_FAILURE"}},
               {{"clCreateContext", 1, CL_DEVICE_NOT_AVAILABLE},
                {"clCreateContext", "CL_DEVICE_NOT_AVAILABLE"}},
               {{"clEnqueueReadBuffer", 1, -9999}, {"clEnqueueReadBuffer", "-9999"}},
               {{"clCreateKernel", 1, CL_INVALID_KERNEL_NAME},
                {"clCreateKernel", "CL_INVALID_KERNEL_NAME"}}};
  for (const auto& [failure, words] : cases) {
    const CookResult result = cook_with(failure, device, one, KernelCache::warm);
    for (const std::string& word : words)
      EXPECT_NE(result.fallback.find(word), std::string::npos)
          << result.fallback << " lacks " << word;
  }
}

// A compiler's log has many lines, a reason has one; the log is a note of its own, and not too
// long.
TEST(FailureReports, ACompilerErrorStaysASentence) {
  const CookCase one = bare_case(scheme_rill, 9, 7, 2);
  const CookResult expected = cook_on("tbb", one);
  for (const DeviceInfo& device : usable_devices()) {
    const CleanShim clean;
    const Folder folder;
    const CacheFolder empty(folder.path());
    shim().add_build_options("-Dsplat=1");
    const CookResult result = cook_on(choice_of(device), one);
    expect_sound(result, expected, device.name);
    EXPECT_NE(result.fallback.find("error"), std::string::npos) << result.fallback;
    EXPECT_LT(result.fallback.size(), 600u);
    ASSERT_EQ(result.notes.size(), 2u);
    const std::string& log = result.notes.back();
    EXPECT_EQ(log.rfind("The compiler's log:\n", 0), 0u) << log;
    EXPECT_NE(log.find("error", log.find("error") + 1), std::string::npos) << log;
    EXPECT_LT(log.size(), 2100u);
  }
}

TEST(FailureReports, ABuildFailureNamesDeviceAndOptions) {
  const CookCase one = bare_case(scheme_rill, 9, 7, 2);
  for (const DeviceInfo& device : usable_devices()) {
    const CookResult result = cook_with({"clBuildProgram", 1, CL_BUILD_PROGRAM_FAILURE},
                                        choice_of(device), one, KernelCache::empty);
    expect_sound(result, cook_on("tbb", one), device.name);
    for (const std::string& word :
         {device.name, std::string("-cl-std=CL1.2"), std::string("CL_BUILD_PROGRAM_FAILURE")})
      EXPECT_NE(result.fallback.find(word), std::string::npos)
          << result.fallback << " lacks " << word;
  }
}

// The device was asked for by auto: the same care.
TEST(FailureReports, AutoFallsBackToo) {
  const CookCase one = bare_case(scheme_rill, 9, 7, 2);
  const CookResult expected = cook_on("tbb", one);
  const CleanShim clean;
  answer(CL_DEVICE_TYPE, cl_device_type(CL_DEVICE_TYPE_GPU));
  shim().fail(function_called("clEnqueueNDRangeKernel"), 2, CL_OUT_OF_RESOURCES, true);
  const CookResult result = cook_on("auto", one);
  EXPECT_GT(shim().failures(), 0);
  expect_sound(result, expected, "auto");
  EXPECT_NE(result.fallback, "");
}

}  // namespace
}  // namespace rill::test
