// Stand-in for Houdini's OpenCL context: the first device of this machine, or none when a test says
// so. Sources: HDK pages of CE_API.h (CE_ENABLED; the old C++ binding, namespace cl), CE_Context
// (getContext, isValid, isCPU, getCLContext and getDevice by value, allocBuffer, releaseBuffer, finish,
// clearMemoryPool) and cl::Context; public callers. A wrapper owns a reference and gives the C handle by
// operator(), as in Khronos' binding.
#pragma once
#define CE_ENABLED
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <exception>
#include <utility>
#include <SYS/SYS_Types.h>

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
template <class Handle, cl_int (*retain)(Handle), cl_int (*release)(Handle)>
class StandinWrapper {
 public:
  StandinWrapper() = default;
  explicit StandinWrapper(Handle handle) : handle_(handle) {}  // takes the reference over
  StandinWrapper(const StandinWrapper& other) : handle_(other.handle_) {
    if (handle_) retain(handle_);
  }
  StandinWrapper(StandinWrapper&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  StandinWrapper& operator=(StandinWrapper other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~StandinWrapper() {
    if (handle_) release(handle_);
  }
  Handle operator()() const { return handle_; }

 private:
  Handle handle_ = nullptr;
};
using Context = StandinWrapper<cl_context, clRetainContext, clReleaseContext>;
using Device = StandinWrapper<cl_device_id, clRetainDevice, clReleaseDevice>;
using Buffer = StandinWrapper<cl_mem, clRetainMemObject, clReleaseMemObject>;
}  // namespace cl

class CE_Context {
 public:
  static CE_Context* getContext();
  bool isValid() const { return device_() != nullptr; }
  bool isCPU() const { return cpu_; }
  cl::Context getCLContext() const { return context_; }
  cl::Device getDevice() const;
  cl::Buffer allocBuffer(int64 size, bool use_pool = true, bool read = true, bool write = true);
  void releaseBuffer(cl::Buffer&& buffer);
  void clearMemoryPool();
  void finish(bool sweep_pool = true);

 private:
  friend struct StandinCE;
  cl::Context context_;
  cl::Device device_;
  bool cpu_ = true;
};

namespace standin {
// starved: as cpu_device, and the pool holds memory until it is cleared; full: there is none at all.
enum class HoudiniOpenCl { none, cpu_device, claims_gpu, throws, starved, full };
void choose_houdini_opencl(HoudiniOpenCl choice);
struct Lent {
  int buffers = 0;  // out of the pool now
  int ever = 0;
};
Lent lent_by_houdini();
}  // namespace standin
