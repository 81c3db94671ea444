// Names for OpenCL's error numbers.

#include "cl.h"

namespace rill::opencl {

std::string error_name(cl_int code) {
  switch (code) {
#define RILL_CL_ERROR(name) \
  case name:                \
    return #name;
    RILL_CL_ERROR(CL_DEVICE_NOT_FOUND)
    RILL_CL_ERROR(CL_DEVICE_NOT_AVAILABLE)
    RILL_CL_ERROR(CL_COMPILER_NOT_AVAILABLE)
    RILL_CL_ERROR(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    RILL_CL_ERROR(CL_OUT_OF_RESOURCES)
    RILL_CL_ERROR(CL_OUT_OF_HOST_MEMORY)
    RILL_CL_ERROR(CL_BUILD_PROGRAM_FAILURE)
    RILL_CL_ERROR(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    RILL_CL_ERROR(CL_INVALID_VALUE)
    RILL_CL_ERROR(CL_INVALID_DEVICE)
    RILL_CL_ERROR(CL_INVALID_CONTEXT)
    RILL_CL_ERROR(CL_INVALID_COMMAND_QUEUE)
    RILL_CL_ERROR(CL_INVALID_MEM_OBJECT)
    RILL_CL_ERROR(CL_INVALID_BINARY)
    RILL_CL_ERROR(CL_INVALID_BUILD_OPTIONS)
    RILL_CL_ERROR(CL_INVALID_PROGRAM_EXECUTABLE)
    RILL_CL_ERROR(CL_INVALID_KERNEL_NAME)
    RILL_CL_ERROR(CL_INVALID_KERNEL_ARGS)
    RILL_CL_ERROR(CL_INVALID_ARG_SIZE)
    RILL_CL_ERROR(CL_INVALID_WORK_GROUP_SIZE)
    RILL_CL_ERROR(CL_INVALID_BUFFER_SIZE)
#undef RILL_CL_ERROR
    case platform_not_found: return "CL_PLATFORM_NOT_FOUND_KHR";
    default: return "error " + std::to_string(code);
  }
}

void check(cl_int code, const char* call) {
  if (code == CL_SUCCESS) return;
  const std::string text(call);
  throw DeviceError(text.substr(0, text.find('(')) + " gave " + error_name(code));
}

}  // namespace rill::opencl
