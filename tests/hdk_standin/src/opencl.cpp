// Houdini's OpenCL context, played by the first device of this machine.

#include <CE/CE_Context.h>

struct StandinCE {
  static CE_Context make(bool cpu) {
    CE_Context context;
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS)
      return context;
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform), 0};
    cl_int code = CL_SUCCESS;
    cl_context made = clCreateContext(properties, 1, &device, nullptr, nullptr, &code);
    if (code != CL_SUCCESS) return context;
    context.context_ = cl::Context(made);
    context.device_ = cl::Device(device);
    context.cpu_ = cpu;
    return context;
  }
};

namespace {
standin::HoudiniOpenCl chosen = standin::HoudiniOpenCl::none;
}

CE_Context* CE_Context::getContext() {
  static CE_Context none;
  if (chosen == standin::HoudiniOpenCl::none) return &none;
  static CE_Context cpu = StandinCE::make(true), gpu = cpu;
  gpu.cpu_ = false;
  return chosen == standin::HoudiniOpenCl::claims_gpu ? &gpu : &cpu;
}

const cl::Device& CE_Context::getDevice() const {
  if (chosen == standin::HoudiniOpenCl::throws) throw cl::Error(CL_OUT_OF_RESOURCES, "getDevice");
  return device_;
}

namespace standin {
void choose_houdini_opencl(HoudiniOpenCl choice) { chosen = choice; }
}  // namespace standin
