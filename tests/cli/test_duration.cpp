// How long a cook erodes: by iterations, by a duration, by a preset, or by the grid alone.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>

#include "folder.h"
#include "io/terrain_file.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

using Json = nlohmann::json;

class Duration : public testing::Test {
 protected:
  Json stats(const std::string& size, const std::string& cell, const Words& more) {
    const Outcome made = run_rill({"generate", folder_.path("in.npz"), "--size", size, "--cell",
                                   cell, "--relief", "200", "--seed", "5"});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    const Outcome outcome = run_rill(Words{"cook", folder_.path("in.npz"), "-q", "--stats",
                                           folder_.path("s.json"), "-o", folder_.path("out.npz")} +
                                     more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return Json::parse(read_bytes(folder_.path("s.json")));
  }
  int steps(const std::string& size, const std::string& cell, const Words& more = {}) {
    return stats(size, cell, more).at("steps");
  }

  const Folder folder_;
};

TEST_F(Duration, IsTheSameOnEveryGrid) {
  EXPECT_EQ(steps("32x32", "8", {"--duration", "4"}), 25);  // steps of 0.16 s
  EXPECT_EQ(steps("64x64", "4", {"--duration", "4"}), 50);  // of 0.08 s
  EXPECT_EQ(steps("64x64", "4", {"--duration", "4", "--time-step", "0.02"}), 200);
  EXPECT_EQ(steps("9x7", "4", {"--duration", "0.01"}), 1);  // at least one
  EXPECT_EQ(steps("32x32", "8", {"--preset", "canyon", "--duration", "4"}), 25);
}

TEST_F(Duration, APresetHasItsOwnAndIterationsOverrideIt) {
  EXPECT_EQ(steps("32x32", "8", {"--preset", "canyon"}), 250);  // 40 s
  EXPECT_EQ(steps("32x32", "8", {"--preset", "canyon", "--iterations", "7"}), 7);
  EXPECT_EQ(steps("32x32", "8", {"--preset", "canyon", "--set", "iterations=8"}), 8);
  EXPECT_EQ(steps("9x7", "8", {"--preset", "jako2011"}), 1000);  // counts, as the paper does
  // What --stats wrote holds the iterations, so it is repeated to the step.
  stats("32x32", "8", {"--duration", "4"});
  write_bytes(folder_.path("p.json"), read_bytes(folder_.path("s.json")));
  EXPECT_EQ(steps("64x64", "4", {"--params", folder_.path("p.json")}), 25);
}

// Without a word about it: the default preset's 24 s for each 1024 m of the longer side.
TEST_F(Duration, GoesByTheGround) {
  EXPECT_EQ(steps("64x64", "16"), 75);
  EXPECT_EQ(steps("128x128", "8"), 150);
  EXPECT_EQ(steps("64x64", "16", {"--preset", "default"}), 75);
  EXPECT_EQ(steps("32x64", "16"), 75);                            // the longer side counts
  EXPECT_EQ(steps("64x64", "160", {"--world-scale", "10"}), 75);  // ten times as large, alike
  EXPECT_EQ(steps("64x64", "16", {"--rain", "0.02"}), 75);
}

// The mean height in each of 8 x 8 squares.
std::vector<double> coarse(const Terrain& terrain) {
  std::vector<double> means(64);
  for (int y = 0; y < terrain.ny; ++y)
    for (int x = 0; x < terrain.nx; ++x)
      means[std::size_t(y * 8 / terrain.ny * 8 + x * 8 / terrain.nx)] +=
          double(terrain.layers.at("height")[std::size_t(y * terrain.nx + x)]) * 64 /
          double(terrain.cells());
  return means;
}

// The point of it: a preview on a quarter of the side predicts the final cook.
TEST_F(Duration, APreviewPredictsTheFinal) {
  const auto change = [&](const std::string& size, const std::string& cell) {
    stats(size, cell, {});
    const std::vector<double> before = coarse(read_terrain(folder_.path("in.npz")).terrain);
    std::vector<double> after = coarse(read_terrain(folder_.path("out.npz")).terrain);
    for (std::size_t i = 0; i < 64; ++i) after[i] -= before[i];
    return after;
  };
  const std::vector<double> small = change("96x96", "10.666666666666666");
  const std::vector<double> large = change("384x384", "2.6666666666666665");
  double both = 0, one = 0, other = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    both += small[i] * large[i];
    one += small[i] * small[i];
    other += large[i] * large[i];
  }
  EXPECT_GT(both / std::sqrt(one * other), 0.95);  // where it rises and sinks
  // And how far: coarse grids change up to 1.4 times as much (docs/presets.md). The same number of
  // steps on both would make it four times.
  EXPECT_LT(std::sqrt(one / other), 1.5);
  EXPECT_GT(std::sqrt(one / other), 1 / 1.5);
}

TEST_F(Duration, RefusesWhatIsNoTime) {
  const auto cook = [&](const Words& more) {
    return run_rill(Words{"cook", folder_.path("in.npz"), "-o", folder_.path("no.npz")} + more);
  };
  for (const std::string text : {"0", "-3", "long", "nan", "inf", ""})
    EXPECT_TRUE(refused(cook({"--duration", text}), 1, {"--duration"})) << text;
  EXPECT_TRUE(refused(cook({"--duration", "3", "--iterations", "3"}), 1, {"--duration", "one"}));
  EXPECT_TRUE(
      refused(cook({"--duration", "3", "--set", "iterations=3"}), 1, {"--duration", "one"}));
}

}  // namespace
}  // namespace rill::test
