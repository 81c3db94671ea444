// Reading a device choice, with and without OpenCL in the build.

#include "device_choice.h"

#include <cctype>

namespace rill {

std::string lower_case(std::string text) {
  for (char& letter : text) letter = char(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

DeviceChoice parse_device(const std::string& text) {
  const std::string wanted = lower_case(text);
  if (wanted.empty() || wanted == "auto") return {DeviceChoice::automatic, "", false};
  if (wanted == "tbb") return {DeviceChoice::cpu, "", false};
  if (wanted == "opencl") return {DeviceChoice::opencl, "", true};
  const std::string prefix = "opencl:";
  if (wanted.rfind(prefix, 0) == 0)
    return {DeviceChoice::opencl, wanted.substr(prefix.size()), true};
  return {DeviceChoice::opencl, wanted, false};
}

Error no_such_device(const std::string& text, const std::vector<DeviceInfo>& devices) {
  std::string names = devices.empty() ? "auto or tbb" : "auto, tbb, opencl";
  for (std::size_t i = 0; i < devices.size(); ++i)
    names += (i + 1 < devices.size() ? ", opencl:" : " or opencl:") +
             std::to_string(devices[i].index) + " (" + devices[i].name + ")";
  const std::string why = !built_with_opencl() ? ", as this build has no OpenCL"
                          : devices.empty()    ? ", as there is no OpenCL device on this machine"
                                               : "";
  return Error("There is no device '" + text + "'; use " + names + why + ".");
}

}  // namespace rill
