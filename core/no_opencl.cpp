// Stands in for the OpenCL back end in a build without it.

#include <rill/devices.h>

#include "backend.h"

namespace rill {

bool built_with_opencl() { return false; }
std::vector<DeviceInfo> opencl_devices() { return {}; }

std::unique_ptr<Backend> make_opencl_backend(State&, Totals&, const Schedule&,
                                             const CookOptions& options) {
  if (options.device == "tbb" || (options.device == "auto" || options.device.empty())) return nullptr;
  throw DeviceFailure("this build has no OpenCL");
}

}  // namespace rill
