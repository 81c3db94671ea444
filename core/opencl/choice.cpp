// From the device option to a back end.

#include "../device_choice.h"
#include "devices.h"
#include "opencl_backend.h"

namespace rill {
namespace opencl {
namespace {

// An OpenCL device on the CPU is slower than TBB, so only a GPU is worth it unasked. Null without one.
std::unique_ptr<Backend> on_a_gpu(State& state, Totals& totals, const Schedule& schedule,
                                  const std::string& steps) {
  std::string unusable;
  for (const Device& device : list_devices()) {
    if (!device.info.gpu) continue;
    if (device.info.unusable.empty()) return make_backend(state, totals, schedule, device, steps);
    if (unusable.empty()) unusable = refusal_of(device);
  }
  if (!unusable.empty()) throw DeviceError(unusable);
  return nullptr;
}

}  // namespace
}  // namespace opencl

bool has_device(const std::string& choice) {
  if (parse_device(choice).kind != DeviceChoice::opencl) return true;
  try {
    opencl::find_device(choice);
  } catch (const Error&) {
    return false;
  } catch (const opencl::DeviceError&) {  // it is there, and the cook will say what is wrong with it
  }
  return true;
}

std::unique_ptr<Backend> make_opencl_backend(State& state, Totals& totals, const Schedule& schedule,
                                             const CookOptions& options) {
  if (options.host_opencl.context)
    return opencl::make_backend(state, totals, schedule, opencl::host_device(options.host_opencl),
                                options.opencl_steps);
  switch (parse_device(options.device).kind) {
    case DeviceChoice::cpu: return nullptr;
    case DeviceChoice::automatic:
      return opencl::on_a_gpu(state, totals, schedule, options.opencl_steps);
    case DeviceChoice::opencl: break;
  }
  return opencl::make_backend(state, totals, schedule, opencl::find_device(options.device),
                              options.opencl_steps);
}

}  // namespace rill
