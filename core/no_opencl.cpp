// Stands in for the OpenCL back end in a build without it.

#include <rill/devices.h>

#include "backend.h"
#include "device_choice.h"

namespace rill {

bool built_with_opencl() { return false; }
std::vector<DeviceInfo> opencl_devices() { return {}; }

bool has_device(const std::string& choice) {
  const DeviceChoice parsed = parse_device(choice);
  return parsed.kind != DeviceChoice::opencl || parsed.says_opencl;
}

std::unique_ptr<Backend> make_opencl_backend(State&, Totals&, const Schedule&,
                                             const CookOptions& options) {
  const DeviceChoice choice = parse_device(options.device);
  if (choice.kind != DeviceChoice::opencl) return nullptr;
  if (!choice.says_opencl) throw no_such_device(options.device, {});
  throw DeviceFailure("this build has no OpenCL");
}

}  // namespace rill
