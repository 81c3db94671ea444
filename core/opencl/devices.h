// The OpenCL devices of this machine, and what rill needs to know of each.
#pragma once

#include <string>
#include <vector>

#include <rill/cook.h>
#include <rill/devices.h>

#include "cl.h"
#include "work_group.h"

namespace rill::opencl {

struct Device {
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
  DeviceInfo info;  // as shown to users; its index is the N of opencl:N
  GroupLimits groups = {};
  cl_context host_context = nullptr;  // of the program around rill; else the cook makes its own
  std::function<void*(std::size_t)> host_allocate;  // its memory, where it lends some
  bool is_cpu() const { return info.cpu && !info.gpu; }  // a simulator may say that it is both
};

// A driver that fails is passed over; what the first such failure was goes to `trouble`.
std::vector<Device> list_devices(std::string* trouble = nullptr);

// By "opencl" (a GPU first), "opencl:N" or part of a name. Throws DeviceError when it cannot be used,
// or no OpenCL device can, and Error when the choice names none of those there are.
Device find_device(const std::string& choice);

// Throws DeviceError when it cannot be used.
Device host_device(const HostOpenCl& host);

std::string refusal_of(const Device& device);  // why it cannot be used, with its name

}  // namespace rill::opencl
