// Loads the shim, gives all tests one kernel cache, and fails where no OpenCL device can be used:
// not through GoogleTest, which would call the tests skipped, and CTest would let that pass.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "driver.h"

namespace rill::test {
namespace {

bool have_devices() {
  const std::vector<DeviceInfo> devices = usable_devices();
  if (devices.empty())
    std::cerr << "No OpenCL device can be used: install pocl-opencl-icd or another driver."
              << std::endl;
  for (const DeviceInfo& device : devices)
    std::cout << choice_of(device) << " " << device.name << " (" << device.platform << ")"
              << (promises_same_bits(device) ? "" : ", held to a tolerance") << std::endl;
  return !devices.empty();
}

}  // namespace
}  // namespace rill::test

int main(int argc, char** argv) {
  setenv("OPENCL_LAYERS", RILL_SHIM_PATH, 1);
  std::filesystem::create_directories(RILL_TEST_CACHE);
  setenv("XDG_CACHE_HOME", RILL_TEST_CACHE, 1);
  testing::InitGoogleTest(&argc, argv);
  if (!testing::GTEST_FLAG(list_tests)) {
    if (!rill::test::have_devices()) return 1;
    rill::test::shim();
  }
  return RUN_ALL_TESTS();
}
