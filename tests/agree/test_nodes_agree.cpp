// Whole nodes: every lane set, thread count, fusing, banding and panelling gives the bits of one
// lane on one thread over the whole grid, at odd sizes and for every option.

#include <gtest/gtest.h>

#include "cases.h"
#include "cpu.h"
#include "pairwise.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr int thread_counts[] = {1, 2, 3, 8};
constexpr int band_heights[] = {1, 2, 5, 128};
constexpr int panel_widths[] = {1, 7, 16, 512};

// How to run: every pair of these occurs with every lane set, spread over the cases.
std::vector<CookOptions> ways_to_run() {
  std::vector<CookOptions> ways;
  for (const Combination& level : pairwise({4, 2, 4, 4})) {
    CookOptions way;
    way.threads = thread_counts[level[0]];
    way.fused = level[1] != 0;
    way.band_rows = band_heights[level[2]];
    way.panel_columns = panel_widths[level[3]];
    ways.push_back(way);
  }
  return ways;
}

void expect_same_bits_however_run(int scheme) {
  const std::vector<CookCase> cases = pairwise_cases(scheme, 4);
  const std::vector<CookOptions> ways = ways_to_run();
  const std::vector<std::string> lanes = available_lanes();
  ASSERT_GT(cases.size(), ways.size());
  std::size_t turn = 0;
  int changed = 0;
  for (const CookCase& one : cases) {
    const Terrain expected =
        cook_on_cpu(one.terrain, one.node, one.params, plain_options(one.terrain)).terrain;
    changed += expected.layers.at(layer::height) != one.terrain.layers.at(layer::height);
    for (const std::string& name : lanes)
      for (int repeat = 0; repeat < 2; ++repeat) {
        CookOptions way = ways[turn++ % ways.size()];
        way.lanes = name;
        ASSERT_EQ(difference_in_bits(cook_on_cpu(one.terrain, one.node, one.params, way).terrain,
                                     expected),
                  "")
            << one.name << ": " << option_text(way);
      }
    ++turn;  // so that a lane set meets every way
  }
  EXPECT_GT(changed, int(cases.size()) * 3 / 4);
}

TEST(NodesAgree, SchemeRill) { expect_same_bits_however_run(scheme_rill); }
TEST(NodesAgree, SchemeJako2011) { expect_same_bits_however_run(scheme_jako2011); }

// The widths at which a vector just fits, just does not, and a panel is cut.
TEST(NodesAgree, EveryWidthAroundAVectorAndAPanel) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (int nx : {1,  2,  3,  4,  5,  6,   10,  11,  12,  13,  14,   15,  16,
                   17, 18, 31, 32, 33, 509, 510, 511, 512, 513, 1024, 1025})
      for (int border : {border_open, border_wrap}) {
        const Terrain terrain = everything(nx, 5, 2, scheme, std::uint32_t(200 + nx));
        Params params = lively(scheme, 3);
        params.border = border;
        const Terrain expected =
            cook_on_cpu(terrain, Node::combined, params, plain_options(terrain)).terrain;
        for (const std::string& name : available_lanes()) {
          CookOptions options;
          options.lanes = name;
          ASSERT_EQ(difference_in_bits(
                        cook_on_cpu(terrain, Node::combined, params, options).terrain, expected),
                    "")
              << scheme_name(scheme) << " " << nx << " wide, border " << border << ", " << name;
        }
      }
}

TEST(NodesAgree, PairwiseCoversEveryPair) {
  for (const std::vector<int>& counts :
       std::vector<std::vector<int>>{{2, 2}, {4, 2, 4, 4}, {11, 3, 3, 5, 7, 2, 2, 3}}) {
    const std::vector<Combination> combinations = pairwise(counts);
    EXPECT_EQ(missing_pairs(counts, combinations), 0);
    EXPECT_GT(missing_pairs(counts, {combinations.front()}), 0);
  }
}

}  // namespace
}  // namespace rill::test
