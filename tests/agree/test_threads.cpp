// Many threads on one cook, and several cooks at once: the bits of one thread. Small, so that it
// can run under ThreadSanitizer.

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "cases.h"
#include "cpu.h"
#include "terrains.h"

// ThreadSanitizer cannot see into TBB: what TBB's own headers do with their tasks is left out.
// Races in rill's own data still show.
extern "C" const char* __tsan_default_suppressions() {
  return "race_top:oneapi/tbb\nrace_top:atomic_base.h\nrace_top:tbb_backend.cpp\nrace_top:libtbb\n"
         "race_top:operator delete\n";  // TBB frees its tasks in whichever thread ends last
}

namespace rill::test {
namespace {

CookOptions many_tiles(int threads) {
  CookOptions options;
  options.threads = threads;
  options.band_rows = 5;
  options.panel_columns = 24;
  return options;
}

Params everything_on(int scheme, int border) {
  Params params = lively(scheme, 4);
  params.border = border;
  choose_outputs(params, all_outputs);
  return params;
}

TEST(Threads, ManyGiveTheBitsOfOne) {
  for (int scheme : {scheme_rill, scheme_jako2011}) {
    const Terrain terrain = everything(70, 41, 2, scheme, 701);
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
      for (int border : {border_open, border_closed, border_wrap}) {
        const Params params = everything_on(scheme, border);
        const Terrain expected = cook_on_cpu(terrain, node, params, many_tiles(1)).terrain;
        for (int threads : {2, 8})
          EXPECT_EQ(difference_in_bits(
                        cook_on_cpu(terrain, node, params, many_tiles(threads)).terrain, expected),
                    "")
              << scheme_name(scheme) << " " << node_name(node) << " border " << border << " on "
              << threads << " threads";
      }
  }
}

TEST(Threads, TwoCooksAtOnceGiveWhatEachGivesAlone) {
  const Terrain terrains[2] = {everything(120, 70, 2, scheme_rill, 702),
                               everything(90, 110, 3, scheme_jako2011, 703)};
  const Params params[2] = {everything_on(scheme_rill, border_open),
                            everything_on(scheme_jako2011, border_wrap)};
  Terrain alone[2], together[2];
  for (int i = 0; i < 2; ++i)
    alone[i] = cook_on_cpu(terrains[i], Node::combined, params[i], many_tiles(1)).terrain;
  for (int threads : {1, 2, 4}) {
    std::vector<std::thread> workers;
    for (int i = 0; i < 2; ++i)
      workers.emplace_back([&, i] {
        together[i] =
            cook_on_cpu(terrains[i], Node::combined, params[i], many_tiles(threads)).terrain;
      });
    for (std::thread& worker : workers) worker.join();
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(difference_in_bits(together[i], alone[i]), "") << threads << " threads";
  }
}

TEST(Threads, InsideACookAnotherCanRun) {
  const Terrain terrain = everything(40, 30, 2, scheme_rill, 704);
  const Params params = everything_on(scheme_rill, border_open);
  const Terrain expected = cook_on_cpu(terrain, Node::combined, params, many_tiles(1)).terrain;
  CookOptions options = many_tiles(4);
  options.progress = [&](int, int) {
    const Terrain inner = cook_on_cpu(terrain, Node::combined, params, many_tiles(2)).terrain;
    EXPECT_EQ(difference_in_bits(inner, expected), "");
    return true;
  };
  const Terrain outer = cook_on_cpu(terrain, Node::combined, params, options).terrain;
  EXPECT_EQ(difference_in_bits(outer, expected), "");
}

}  // namespace
}  // namespace rill::test
