// The kernels of a plan, built for a device or taken from the cache on disk.
#pragma once

#include <string>

#include "cl.h"
#include "devices.h"
#include "plan.h"

namespace rill::opencl {

extern const char* const model_source;  // ocl/include/rill/model.h and all it includes, as one text
extern const char* const place_cell_source;

std::string kernel_source(const Plan& plan, bool masks);

struct BuiltProgram {
  Program program;
  bool from_cache = false;
};
BuiltProgram build_program(cl_context context, const Device& device, const std::string& source);

}  // namespace rill::opencl
