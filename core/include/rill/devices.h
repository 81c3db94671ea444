// The OpenCL devices that a cook could run on.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rill {

struct DeviceInfo {
  int index = 0;  // choose it as opencl:N
  std::string name, vendor, platform, version, driver;
  bool gpu = false, cpu = false;
  std::size_t memory = 0, largest_buffer = 0, local_memory = 0;
  int compute_units = 0;
  bool rounds_divide_and_root = false;  // correctly, so that results are the same bits as the CPU's
  bool doubles = false;                 // otherwise budgets are summed in pairs of floats
  std::string unusable;                 // why it cannot be used, else empty
};

// Empty without OpenCL, or in a build without it.
std::vector<DeviceInfo> opencl_devices();

// Is there a device for this value of CookOptions::device on this machine? For auto and tbb always.
bool has_device(const std::string& choice);
bool built_with_opencl();

}  // namespace rill
