// Small cooks that launch every kernel, with and without masks, for oclgrind to watch:
//   rill_oclgrind_cooks <part of the device's name>:<stages|tiles|sweep>
// Fails when the device did not run them, gave other bits than the CPU, or a kernel was left out.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <set>
#include <utility>

#include "cooks.h"
#include "field_use.h"
#include "schedule.h"
#include "terrains.h"

namespace rill::test {
namespace {

using Launched = std::set<std::pair<Stage, bool>>;  // a stage, and whether with masks

int cook_and_compare(const std::string& device, const CookCase& one, Launched& launched) {
  MaskPresence masks;
  masks.bedrock = one.terrain.has(layer::bedrock);
  for (const ScheduledStage& stage :
       make_schedule(one.params, one.node, one.terrain.cell, masks).stages)
    launched.insert({stage.stage, masks.any()});
  const CookResult expected = cook_on("tbb", one);
  const std::size_t colon = device.find(':');
  const CookResult result = cook_on(device.substr(0, colon), one, device.substr(colon + 1));
  std::string wrong = trouble(result);
  if (wrong.empty()) wrong = difference_in_bits(result.terrain, expected.terrain);
  if (wrong.empty()) return 0;
  std::printf("%s, %d by %d, node %s: %s\n", one.name.c_str(), one.terrain.nx, one.terrain.ny,
              node_name(one.node), wrong.c_str());
  return 1;
}

// Three nodes, with each border, exponent, transport and rule somewhere.
int cook_scheme(const std::string& device, int scheme, bool with_everything, Launched& launched) {
  int wrong = 0, turn = 0;
  for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
    for (const auto& [nx, ny] : {std::pair{5, 4}, {17, 3}}) {
      CookCase one = with_everything ? full_case(scheme, nx, ny, 2) : bare_case(scheme, nx, ny, 2);
      one.node = node;
      one.params.border = one.params.exponent = turn % 3;
      one.params.transport = with_everything;
      one.params.capacity_rule = turn % 2;
      ++turn;
      wrong += cook_and_compare(device, one, launched);
    }
  return wrong;
}

int left_out(const Launched& launched) {
  int count = 0;
  for (int stage = 0; stage < stage_count; ++stage)
    for (bool masks : {false, true}) {
      const bool only_with_masks =
          stage == stage_rill_talus_share || stage == stage_rill_exchange_talus;
      if (only_with_masks && !masks) continue;
      if (launched.count({Stage(stage), masks})) continue;
      std::printf("%s%s was not launched\n", stage_name(Stage(stage)), masks ? " with masks" : "");
      ++count;
    }
  return count;
}

int run(const std::string& device) {
  int wrong = 0;
  Launched launched;
  for (int scheme : {scheme_rill, scheme_jako2011}) {
    for (bool with_everything : {false, true})
      wrong += cook_scheme(device, scheme, with_everything, launched);
    wrong += cook_and_compare(device, full_case(scheme, 1, 1, 2), launched);
  }
  // 600 cells in a row are two panels, of which the budget is summed apart.
  wrong += cook_and_compare(device, full_case(scheme_rill, 600, 2, 1), launched);
  return wrong + left_out(launched);
}

}  // namespace
}  // namespace rill::test

int main(int argc, char** argv) {
  // Kernels must be compiled under oclgrind's eyes, not taken from a cache.
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  try {
    const int wrong = rill::test::run(argc > 1 ? argv[1] : "oclgrind:stages");
    std::printf("%s\n", wrong == 0 ? "every kernel ran and agrees" : "something is wrong");
    return wrong == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
