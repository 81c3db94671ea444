// Small cooks that launch every kernel, with and without masks, for oclgrind to watch:
//   rill_oclgrind_cooks <part of the device's name>
// Fails when the device did not run them or gave other bits than the CPU.

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "cooks.h"
#include "terrains.h"

namespace rill::test {
namespace {

struct Size {
  int nx, ny;
};

constexpr Size sizes[] = {{5, 4}, {17, 3}, {1, 1}, {2, 3}};

int cook_and_compare(const std::string& device, const CookCase& one) {
  const CookResult expected = cook_on("tbb", one);
  const CookResult result = cook_on(device, one);
  std::string wrong = trouble(result);
  if (wrong.empty()) wrong = difference_in_bits(result.terrain, expected.terrain);
  if (wrong.empty()) return 0;
  std::printf("%s, %d by %d, node %s: %s\n", one.name.c_str(), one.terrain.nx, one.terrain.ny,
              node_name(one.node), wrong.c_str());
  return 1;
}

// Every stage of a scheme: three nodes, both capacity rules and transports, each border.
int cook_scheme(const std::string& device, int scheme, bool with_everything) {
  int wrong = 0, turn = 0;
  for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
    for (const Size& size : sizes) {
      CookCase one = with_everything ? full_case(scheme, size.nx, size.ny, 2)
                                     : bare_case(scheme, size.nx, size.ny, 2);
      one.node = node;
      one.params.border = turn % 3;
      one.params.transport = turn % 2;
      one.params.capacity_rule = turn / 2 % 2;
      one.params.exponent = turn % 3;
      ++turn;
      wrong += cook_and_compare(device, one);
    }
  return wrong;
}

int run(const std::string& device) {
  int wrong = 0;
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (bool with_everything : {false, true})
      wrong += cook_scheme(device, scheme, with_everything);
  // 600 cells in a row are two panels, of which the budget is summed apart.
  wrong += cook_and_compare(device, full_case(scheme_rill, 600, 2, 1));
  return wrong;
}

}  // namespace
}  // namespace rill::test

int main(int argc, char** argv) {
  // Kernels must be compiled under oclgrind's eyes, not taken from a cache.
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  try {
    const int wrong = rill::test::run(argc > 1 ? argv[1] : "opencl");
    std::printf("%s\n", wrong == 0 ? "all cooks agree" : "some cooks do not agree");
    return wrong == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
