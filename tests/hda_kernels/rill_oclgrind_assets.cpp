// The kernels of the assets on small terrains of more than one tile, for oclgrind to watch:
//   rill_oclgrind_assets <part of the device's name>
// Fails when a result has other bits than the engine's.

#include <cstdio>
#include <exception>
#include <string>

#include "asset_kernels.h"
#include "cooks.h"
#include "terrains.h"

namespace rill::test {
namespace {

int run_and_compare(AssetRunner& runner, AssetKind kind, const CookCase& one) {
  CookOptions options;
  options.device = "tbb";
  const Terrain cooked = cook(one.terrain, one.node, one.params, options).terrain;
  Terrain expected = cooked;
  expected.layers.clear();
  for (const std::string& name : layers_of(kind, one))
    expected.layers[name] = cooked.layers.at(name);
  const std::string wrong = difference_in_bits(runner.run(kind, one, {8, 4}), expected);
  if (wrong.empty()) return 0;
  std::printf("%s, %d by %d, node %s: %s\n", one.name.c_str(), one.terrain.nx, one.terrain.ny,
              node_name(one.node), wrong.c_str());
  return 1;
}

int run(const std::string& device_name) {
  AssetRunner runner(opencl::find_device(device_name), RILL_PLAIN_KERNELS, RILL_OCL_INCLUDE);
  int wrong = 0, turn = 0;
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (bool with_everything : {false, true})
      for (Node node : {Node::hydraulic, Node::thermal, Node::combined}) {
        CookCase one =
            with_everything ? full_case(scheme, 18, 5, 2) : bare_case(scheme, 18, 5, 2);
        one.node = node;
        one.params.border = turn++ % 3;
        wrong += run_and_compare(runner, AssetKind::cop, one);
        if (node == Node::combined) wrong += run_and_compare(runner, AssetKind::sop, one);
      }
  return wrong;
}

}  // namespace
}  // namespace rill::test

int main(int argc, char** argv) {
  try {
    const int wrong = rill::test::run(argc > 1 ? argv[1] : "opencl");
    std::printf("%s\n", wrong == 0 ? "every kernel ran and agrees" : "something is wrong");
    return wrong == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
