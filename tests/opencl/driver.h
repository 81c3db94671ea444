// The OpenCL drivers as the tests see them: through the shim (shim.h), which main.cpp has loaded.
#pragma once

#include <rill/devices.h>

#include <map>
#include <string>
#include <vector>

#include "shim.h"

namespace rill::test {

// Ends the program when the shim was not loaded: without it most tests would prove nothing.
const ShimControl& shim();

int function_called(const std::string& name);  // its number in the shim
long calls_of(const std::string& name);        // since shim().reset()
std::map<std::string, long> all_calls();       // only functions that were called
long live_objects();                           // of all kinds
std::string live_by_kind();                    // for messages, for example "2 buffers"

template <class Value>
void answer(unsigned what, const Value& value) {
  shim().answer(what, &value, sizeof(value));
}
void answer_text(unsigned what, const std::string& text);

// Sets the shim back on entry and on exit.
class CleanShim {
 public:
  CleanShim() { shim().reset(); }
  ~CleanShim() { shim().reset(); }
  CleanShim(const CleanShim&) = delete;
  CleanShim& operator=(const CleanShim&) = delete;
};

std::vector<DeviceInfo> usable_devices();         // at least one, see main.cpp
std::string choice_of(const DeviceInfo& device);  // opencl:N

// Same bits are promised; without correct rounding only a GPU may differ a little.
bool promises_same_bits(const DeviceInfo& device);

}  // namespace rill::test
