// What the host does during a cook: it launches, and waits only for a step some way behind, so that
// a cancel is soon felt. Nothing is read, written, made or finished between the steps; the budget
// is read once, at the end.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "cooks.h"
#include "driver.h"

namespace rill::test {
namespace {

std::map<std::string, long> calls_with(const std::string& device, CookCase one, int steps,
                                       const std::string& way) {
  const CleanShim clean;
  one.params.iterations = steps;
  EXPECT_EQ(trouble(cook_on(device, one, way)), "");
  return all_calls();
}

class Waiting : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, Waiting, testing::Values(scheme_rill, scheme_jako2011),
                         [](const auto& scheme) { return std::string(scheme_name(scheme.param)); });

void expect_only_launches(const DeviceInfo& device, const CookCase& one, const std::string& way) {
  const int few = 10, many = 50;
  cook_on(choice_of(device), one, way);  // so that both come from the cache
  std::map<std::string, long> less = calls_with(choice_of(device), one, few, way);
  std::map<std::string, long> more = calls_with(choice_of(device), one, many, way);
  std::set<std::string> each_step;
  for (const auto& [function, count] : more)
    if (count != less[function]) each_step.insert(function);
  EXPECT_EQ(each_step, (std::set<std::string>{"clSetKernelArg", "clEnqueueNDRangeKernel",
                                              "clEnqueueMarkerWithWaitList", "clFlush",
                                              "clWaitForEvents", "clReleaseEvent"}));
  const auto per_step = [&](const std::string& function) {
    return double(more[function] - less[function]) / (many - few);
  };
  EXPECT_EQ(per_step("clEnqueueMarkerWithWaitList"), 1);
  EXPECT_EQ(per_step("clFlush"), 1);
  EXPECT_EQ(per_step("clWaitForEvents"), 1);
  EXPECT_EQ(less["clWaitForEvents"], few - 4 + 1) << "not for a step four behind, and the last";
  EXPECT_EQ(more["clFinish"], 1) << "other than before the buffers go";
  if (way == "stages")
    EXPECT_GE(per_step("clEnqueueNDRangeKernel"), 3);
  else
    EXPECT_EQ(per_step("clEnqueueNDRangeKernel"), 1);
}

TEST_P(Waiting, StepsOnlyLaunchAndWaitForOneLongBehind) {
  for (const DeviceInfo& device : usable_devices())
    for (const CookCase& one : {full_case(GetParam(), 33, 17, 1), bare_case(GetParam(), 33, 17, 1)})
      for (const char* way : {"stages", "auto"}) expect_only_launches(device, one, way);
}

// Of what a cook takes from the device nothing comes before its last launch.
TEST_P(Waiting, NothingIsReadBeforeTheLastStep) {
  const CookCase one = full_case(GetParam(), 33, 17, 12);
  for (const DeviceInfo& device : usable_devices()) {
    const CleanShim clean;
    CookOptions options;
    options.device = choice_of(device);
    long reads_between = 0, writes_before = -1, writes_between = 0;
    options.progress = [&](int done, int steps) {
      if (done < steps)
        reads_between += calls_of("clEnqueueReadBuffer") + calls_of("clEnqueueMapBuffer");
      if (done == 0) writes_before = calls_of("clEnqueueWriteBuffer");
      writes_between = calls_of("clEnqueueWriteBuffer") - writes_before;
      return true;
    };
    EXPECT_EQ(trouble(cook(one.terrain, one.node, one.params, options)), "");
    EXPECT_EQ(reads_between, 0);
    EXPECT_EQ(writes_between, 0);
    EXPECT_GT(writes_before, 0);
    EXPECT_GT(calls_of("clEnqueueReadBuffer"), 0);
  }
}

}  // namespace
}  // namespace rill::test
