// From the device option to a back end.

#include <rill/error.h>

#include "devices.h"
#include "opencl_backend.h"

namespace rill {

std::unique_ptr<Backend> make_opencl_backend(State& state, Totals& totals, const Schedule& schedule,
                                             const CookOptions& options) {
  if (options.device == "tbb") return nullptr;
  if (options.device == "auto" || options.device.empty()) {
    // An OpenCL device on the CPU is slower than TBB, so only a GPU is worth it unasked.
    for (const opencl::Device& device : opencl::list_devices())
      if (device.info.gpu && device.info.unusable.empty())
        return opencl::make_backend(state, totals, schedule, device);
    return nullptr;
  }
  return opencl::make_backend(state, totals, schedule, opencl::find_device(options.device));
}

}  // namespace rill
