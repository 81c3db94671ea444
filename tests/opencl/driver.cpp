// Finding the shim that the loader has loaded, and asking it.

#include "driver.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace rill::test {
namespace {

const ShimControl* find_shim() {
  opencl_devices();  // the loader loads layers at the first call
  void* library = dlopen(RILL_SHIM_PATH, RTLD_NOW | RTLD_NOLOAD);
  if (!library) return nullptr;
  using Getter = const ShimControl* (*)();
  const Getter getter = reinterpret_cast<Getter>(dlsym(library, "rill_shim_control"));
  return getter ? getter() : nullptr;
}

}  // namespace

const ShimControl& shim() {
  static const ShimControl* const control = find_shim();
  if (!control) {
    std::fprintf(stderr, "The OpenCL loader has not loaded the test shim %s.\n", RILL_SHIM_PATH);
    std::exit(1);
  }
  return *control;
}

int function_called(const std::string& name) {
  for (int function = 0; function < shim().function_count(); ++function)
    if (shim().function_name(function) == name) return function;
  throw std::logic_error("the shim does not know " + name);
}

long calls_of(const std::string& name) { return shim().calls(function_called(name)); }

std::map<std::string, long> all_calls() {
  std::map<std::string, long> result;
  for (int function = 0; function < shim().function_count(); ++function)
    if (const long calls = shim().calls(function)) result[shim().function_name(function)] = calls;
  return result;
}

long live_objects() {
  long sum = 0;
  for (int kind = 0; kind < object_kinds; ++kind) sum += shim().live(kind);
  return sum;
}

std::string live_by_kind() {
  const char* const names[] = {"",        "contexts", "queues", "programs",
                               "kernels", "buffers",  "events"};
  std::string text;
  for (int kind = 1; kind < object_kinds; ++kind)
    if (const long count = shim().live(kind))
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + names[kind];
  return text;
}

void answer_text(unsigned what, const std::string& text) {
  shim().answer(what, text.c_str(), text.size() + 1);
}

std::vector<DeviceInfo> usable_devices() {
  std::vector<DeviceInfo> usable;
  for (const DeviceInfo& device : opencl_devices())
    if (device.unusable.empty()) usable.push_back(device);
  return usable;
}

std::string choice_of(const DeviceInfo& device) { return "opencl:" + std::to_string(device.index); }

bool promises_same_bits(const DeviceInfo& device) {
  return device.rounds_divide_and_root || device.cpu;
}

}  // namespace rill::test
