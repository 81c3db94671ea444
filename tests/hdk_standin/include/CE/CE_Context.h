// Stand-in for Houdini's OpenCL context: the first device of this machine, or none when a test says
// so. Sources: HDK pages of CE_API.h (the old C++ binding, namespace cl) and CE_Context; public
// callers (getContext, isValid, isCPU, getCLContext, getDevice). The wrappers' operator()
// gives the C handle, as in Khronos' binding.
#pragma once
#define CL_TARGET_OPENCL_VERSION 120
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
}  // namespace cl

class CE_Context {
 public:
  static CE_Context* getContext();
  bool isValid() const { return device_() != nullptr; }
  bool isCPU() const { return cpu_; }
  const cl::Context& getCLContext() const { return context_; }
  const cl::Device& getDevice() const;

 private:
  friend struct StandinCE;
  cl::Context context_;
  cl::Device device_;
  bool cpu_ = true;
};

namespace standin {
enum class HoudiniOpenCl { none, cpu_device, claims_gpu, throws };
void choose_houdini_opencl(HoudiniOpenCl choice);
}  // namespace standin
