// Which instruction sets this CPU has, and the table for a name.

#include "lanes.h"

#include <rill/cook.h>
#include <rill/error.h>

#include <string>

namespace rill {
namespace {

bool cpu_has(const std::string& name) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (name == "avx512")
    return has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  if (name == "avx2") return has_avx2;
  return true;
#else
  return name == "one";
#endif
}

// Narrowest first; the last that the CPU has is the choice of "auto".
const Lanes* const built[] = {
    &lanes_one(),
#if defined(__x86_64__)
    &lanes_sse2(), &lanes_avx2(), &lanes_avx512(),
#endif
};

}  // namespace

std::vector<std::string> available_lanes() {
  std::vector<std::string> names;
  for (const Lanes* lanes : built)
    if (cpu_has(lanes->name)) names.push_back(lanes->name);
  return names;
}

const Lanes& find_lanes(const char* name) {
  const Lanes* found = nullptr;
  for (const Lanes* lanes : built)
    if (cpu_has(lanes->name) && (std::string(name) == "auto" || std::string(name) == lanes->name))
      found = lanes;
  if (found) return *found;
  std::string offered = "auto";
  for (const std::string& available : available_lanes()) offered += ", " + available;
  throw Error("There are no lanes '" + std::string(name) + "' on this machine; use " + offered + ".",
              Fault::resource);
}

}  // namespace rill
