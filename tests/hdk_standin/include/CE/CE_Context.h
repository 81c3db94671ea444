// Stand-in for Houdini's OpenCL context: the first device of this machine, or none when a test says
// so. Sources: HDK pages of CE_API.h (the old C++ binding, namespace cl) and CE_Context; public
// callers (getContext, isValid, isCPU, getCLContext, getDevice, getQueue). The wrappers' operator()
// gives the C handle, as in Khronos' binding.
#pragma once
#include <CL/cl.h>
#include <exception>

namespace cl {
class Error : public std::exception {
 public:
  Error(cl_int code, const char* text) : code_(code), text_(text) {}
  const char* what() const noexcept override { return text_; }
  cl_int err() const { return code_; }

 private:
  cl_int code_;
  const char* text_;
};
template <class Handle>
class StandinWrapper {
 public:
  explicit StandinWrapper(Handle handle = nullptr) : handle_(handle) {}
  const Handle& operator()() const { return handle_; }

 private:
  Handle handle_;
};
using Context = StandinWrapper<cl_context>;
using Device = StandinWrapper<cl_device_id>;
using CommandQueue = StandinWrapper<cl_command_queue>;
}  // namespace cl

class CE_Context {
 public:
  static CE_Context* getContext();
  bool isValid() const { return device_() != nullptr; }
  bool isCPU() const { return cpu_; }
  const cl::Context& getCLContext() const { return context_; }
  const cl::Device& getDevice() const { return device_; }
  cl::CommandQueue getQueue() const;

 private:
  friend struct StandinCE;
  cl::Context context_;
  cl::Device device_;
  cl::CommandQueue queue_;
  bool cpu_ = true;
};

namespace standin {
enum class HoudiniOpenCl { none, cpu_device, claims_gpu, throws };
void choose_houdini_opencl(HoudiniOpenCl choice);
}  // namespace standin
