// The OpenCL devices of this machine, and what rill needs to know of each.
#pragma once

#include <string>
#include <vector>

#include <rill/devices.h>

#include "cl.h"

namespace rill::opencl {

struct Device {
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
  DeviceInfo info;  // as shown to users; its index is the N of opencl:N
  std::size_t max_work_group = 0;
};

std::vector<Device> list_devices();

// By "opencl" (a GPU first), "opencl:N" or part of a name. Throws DeviceError when there is none.
Device find_device(const std::string& choice);

}  // namespace rill::opencl
