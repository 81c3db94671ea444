// What a user may write for a device: auto, tbb, opencl, opencl:N or part of a name, in any case.
#pragma once

#include <string>
#include <vector>

#include <rill/devices.h>
#include <rill/error.h>

namespace rill {

std::string lower_case(std::string text);

struct DeviceChoice {
  enum Kind { automatic, cpu, opencl } kind;
  std::string wanted;  // a number or part of a name, in lower case; empty: any OpenCL device
  bool says_opencl;    // or else it may be a slip of the pen for anything
};

DeviceChoice parse_device(const std::string& text);

// For a device that is not there; names those that are.
Error no_such_device(const std::string& text, const std::vector<DeviceInfo>& devices);

}  // namespace rill
