// Houdini's OpenCL context, played by the first device of this machine, and its pool of memory.

#include <CE/CE_Context.h>

#include <mutex>

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
standin::Lent lent;
std::mutex pool_lock;
bool pool_cleared = false;
}  // namespace

CE_Context* CE_Context::getContext() {
  static CE_Context none;
  if (chosen == standin::HoudiniOpenCl::none) return &none;
  static CE_Context cpu = StandinCE::make(true);
  static CE_Context gpu = StandinCE::make(false);
  return chosen == standin::HoudiniOpenCl::claims_gpu ? &gpu : &cpu;
}

cl::Device CE_Context::getDevice() const {
  if (chosen == standin::HoudiniOpenCl::throws) throw cl::Error(CL_OUT_OF_RESOURCES, "getDevice");
  return device_;
}

cl::Buffer CE_Context::allocBuffer(int64 size, bool, bool, bool) {
  const std::lock_guard<std::mutex> lock(pool_lock);
  const bool room = chosen == standin::HoudiniOpenCl::starved ? pool_cleared
                                                              : chosen != standin::HoudiniOpenCl::full;
  if (!room) throw cl::Error(CL_MEM_OBJECT_ALLOCATION_FAILURE, "clCreateBuffer");
  cl_int code = CL_SUCCESS;
  // A pool gives what it has: here a little more than asked for.
  cl_mem made = clCreateBuffer(context_(), CL_MEM_READ_WRITE, std::size_t(size) + 256, nullptr, &code);
  if (code != CL_SUCCESS) throw cl::Error(code, "clCreateBuffer");
  ++lent.buffers;
  ++lent.ever;
  return cl::Buffer(made);
}

void CE_Context::releaseBuffer(cl::Buffer&& buffer) {
  const std::lock_guard<std::mutex> lock(pool_lock);
  --lent.buffers;
  buffer = cl::Buffer();
}

void CE_Context::clearMemoryPool() {
  const std::lock_guard<std::mutex> lock(pool_lock);
  pool_cleared = true;
}

void CE_Context::finish(bool) {}

namespace standin {
void choose_houdini_opencl(HoudiniOpenCl choice) {
  chosen = choice;
  pool_cleared = false;
}
Lent lent_by_houdini() {
  const std::lock_guard<std::mutex> lock(pool_lock);
  return lent;
}
}  // namespace standin
