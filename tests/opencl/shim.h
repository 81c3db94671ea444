// What the tests can ask of the shim (shim.cpp): counts of calls and of live objects, a
// failure at a chosen call, and a device that says other things of itself. Plain C functions in a
// struct, because the loader brings the shim in by itself.
#pragma once

#include <cstddef>

namespace rill::test {

enum ObjectKind { none, context, queue, program, kernel, buffer, event, object_kinds };

struct ShimControl {
  // Counts from 0 again, no failure, the device as it is. Live objects stay counted.
  void (*reset)();
  int (*function_count)();
  const char* (*function_name)(int function);
  long (*calls)(int function);  // since the last reset
  // The call-th call of the function from now (1 = the next one) gives the error and does nothing;
  // a release gives the error and releases all the same. With lost_device everything that creates
  // or works fails from then on.
  void (*fail)(int function, long call, int error, bool lost_device);
  long (*failures)();  // how many calls were made to fail since the last reset
  // From now on clGetDeviceInfo and clGetKernelWorkGroupInfo answer this for every device.
  void (*answer)(unsigned what, const void* value, std::size_t size);
  void (*add_build_options)(const char* options);  // to those of every build, until the next reset
  // Until the next reset the kernels' divisions and square roots come out too large by this share.
  void (*spoil_division)(float share);
  long (*live)(int kind);  // references held: created and retained, less released
  long (*created)(int kind);
  std::size_t (*buffer_bytes)();  // asked of clCreateBuffer since the last reset
};

}  // namespace rill::test

extern "C" const rill::test::ShimControl* rill_shim_control();
