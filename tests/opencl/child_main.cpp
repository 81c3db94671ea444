// One small cook for tests that need a process of their own: rill_opencl_child <device> [cooks].
// Prints what a test wants to know, a line each.

#include <rill/devices.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "cooks.h"
#include "terrains.h"

namespace rill::test {
namespace {

void run(const std::string& device, int cooks) {
  std::printf("devices: %zu\n", opencl_devices().size());
  const CookCase one = bare_case(scheme_rill, 19, 13, 5);
  const CookResult expected = cook_on("tbb", one);
  for (int i = 0; i < cooks; ++i) {
    const CookResult result = cook_on(device, one);
    const std::string difference = difference_in_bits(result.terrain, expected.terrain);
    std::printf("difference: %s\n", difference.empty() ? "none" : difference.c_str());
    std::printf("device: %s\n", result.device.c_str());
    std::printf("fallback: %s\n", result.fallback.c_str());
    for (const std::string& note : result.notes) std::printf("note: %s\n", note.c_str());
  }
}

}  // namespace
}  // namespace rill::test

int main(int argc, char** argv) {
  try {
    rill::test::run(argc > 1 ? argv[1] : "auto", argc > 2 ? std::atoi(argv[2]) : 1);
  } catch (const std::exception& error) {
    std::printf("exception: %s\n", error.what());
    return 1;
  }
  return 0;
}
