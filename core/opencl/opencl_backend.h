// The OpenCL back end: a step as one kernel, on tiles or in sweeps, or every stage a kernel; buffers on
// the device for the whole cook.
#pragma once

#include <memory>

#include "../backend.h"
#include "devices.h"

namespace rill::opencl {

// How a device does a step; as CookOptions::opencl_steps names it.
enum class Way { stages, tiles, sweep };

// Throws DeviceError when the device cannot run this cook, now or later in run_step and finish.
// `steps`: CookOptions::opencl_steps.
std::unique_ptr<Backend> make_backend(State& state, Totals& totals, const Schedule& schedule,
                                      const Device& device, const std::string& steps);

// Bytes on the device that a cook would take, before anything is allocated.
std::size_t device_bytes(const State& state, const Totals& totals, const Schedule& schedule, Way way,
                         const Device& device);

}  // namespace rill::opencl
