// Cells without a height as walls in real cooks: dry, unchanged, and no different (scheme jako2011:
// not much different) from a terrain that ends there.

#include <gtest/gtest.h>

#include <cmath>

#include <rill/cook.h>

#include "errors.h"
#include "grids.h"
#include "io/nodata.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr float hole = -9999;
constexpr int closed = 1;  // of the parameter border

// A hillside that falls along the wall and, where `towards` is above 0, to the wall at x = 64. What
// lies beyond has no height.
class Hillside : public testing::TestWithParam<int> {
 protected:
  static constexpr int width = 64, whole_width = 80, rows = 70;

  Hillside() {
    params_.border = closed;
    params_.scheme = GetParam();
    params_.iterations = 200;
    make(4);
  }

  void make(float towards) {
    const Layer noise = fractal(whole_width, rows, 150, 5);
    file_.terrain = terrain(whole_width, rows, 8, noise);
    file_.nodata.assign(noise.size(), 0);
    file_.nodata_value = hole;
    cut_ = terrain(width, rows, 8, Layer(std::size_t(width * rows)));
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < whole_width; ++x) {
        float& value = file_.terrain.layers["height"][at(x, y)];
        file_.nodata[at(x, y)] = x >= width;
        value = x < width ? value + towards * float(width - x) + float(y) : hole;
        if (x < width) cut_.layers["height"][std::size_t(y * width + x)] = value;
      }
    before_ = file_.terrain;
  }

  static std::size_t at(int x, int y) { return std::size_t(y * whole_width + x); }

  void cook_with_walls(Node node) {
    const NodataWalls walls(file_, params_.scheme);
    file_.terrain = cook(file_.terrain, node, params_).terrain;
    behind_ = file_.terrain;
    walls.take_down(file_);
  }

  Params params_;
  TerrainFile file_;
  Terrain before_, cut_, behind_;  // before, the terrain that ends there, after with the walls
};

TEST_P(Hillside, KeepsWaterAndSoilOutOfTheWalls) {
  for (const Node node : {Node::hydraulic, Node::combined}) {
    file_.terrain = before_;
    cook_with_walls(node);
    double inside = 0;
    const float top = behind_.layers.at("height")[at(79, 0)];
    for (std::size_t i = 0; i < file_.nodata.size(); ++i) {
      if (!file_.nodata[i]) {
        inside += behind_.layers.at("water")[i];
        continue;
      }
      EXPECT_EQ(behind_.layers.at("water")[i], 0.0f) << i;
      EXPECT_EQ(behind_.layers.at("sediment")[i], 0.0f) << i;
      EXPECT_EQ(behind_.layers.at("height")[i], top) << i;
    }
    EXPECT_GT(inside, 100);  // there is water, and it stands against the wall
  }
}

TEST_P(Hillside, GivesTheCellsTheirValueBackAndDropsItsMasks) {
  cook_with_walls(Node::combined);
  for (std::size_t i = 0; i < file_.nodata.size(); ++i)
    EXPECT_EQ(file_.terrain.layers.at("height")[i] == hole, file_.nodata[i] == 1) << i;
  EXPECT_FALSE(file_.terrain.has("rain"));
  EXPECT_FALSE(file_.terrain.has("erodability"));
}

TEST_P(Hillside, LeavesMasksAsTheyWere) {
  file_.terrain.layers["rain"] = fractal(whole_width, rows, 2, 8);
  file_.terrain.layers["erodability"] = constant(whole_width, rows, 0.5f);
  before_ = file_.terrain;
  cook_with_walls(Node::combined);
  EXPECT_EQ(file_.terrain.layers.at("rain"), before_.layers.at("rain"));
  EXPECT_EQ(file_.terrain.layers.at("erodability"), before_.layers.at("erodability"));
}

// To scheme rill a wall is a closed border. Scheme jako2011 sees it as a slope, so the first cells
// differ. There must be no moat, which is twice as deep as what the end of the terrain has. (It is
// three times as deep when ground beside walls erodes as easily as elsewhere.) Four cells away both
// are alike.
TEST_P(Hillside, ErodesAtTheWallAsAtTheEndOfTheTerrain) {
  make(0);
  cook_with_walls(Node::combined);
  const Layer cut = cook(cut_, Node::combined, params_).terrain.layers.at("height");
  double deepest_cut = 0, deepest_wall = 0, nearer = 0, farther = 0, changed = 0;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < width; ++x) {
      const double start = before_.layers.at("height")[at(x, y)];
      const double at_wall = file_.terrain.layers.at("height")[at(x, y)] - start;
      const double at_border = cut[std::size_t(y * width + x)] - start;
      changed = std::max(changed, std::fabs(at_border));
      double& difference = x >= width - 4 ? nearer : farther;
      difference = std::max(difference, std::fabs(at_wall - at_border));
      if (x < width - 4) continue;
      deepest_cut = std::min(deepest_cut, at_border);
      deepest_wall = std::min(deepest_wall, at_wall);
    }
  EXPECT_GT(changed, 3) << "hardly any erosion to compare";
  EXPECT_LT(deepest_cut, -1) << "hardly any erosion at the wall";
  if (params_.scheme == scheme_rill) {
    EXPECT_EQ(nearer, 0);
    EXPECT_EQ(farther, 0);
  } else {
    EXPECT_GE(deepest_wall, 2 * deepest_cut);
    EXPECT_LE(farther, 0.1 * changed);
  }
  RecordProperty("deepest_cut", std::to_string(deepest_cut));
  RecordProperty("deepest_wall", std::to_string(deepest_wall));
  RecordProperty("farther", std::to_string(farther));
}

INSTANTIATE_TEST_SUITE_P(Schemes, Hillside, testing::Values(0, 1),
                         [](const auto& test) { return test.param ? "jako2011" : "rill"; });

TEST(NodataWalls, DoNothingWhereEveryCellHasAHeight) {
  TerrainFile file = sample_file(7, 9);
  const Terrain before = file.terrain;
  const NodataWalls walls(file, scheme_rill);
  EXPECT_TRUE(same_layers(file.terrain, before));
  walls.take_down(file);
  EXPECT_TRUE(same_layers(file.terrain, before));
}

TEST(NodataWalls, NeedSomeGround) {
  TerrainFile file = sample_file(2, 2);
  file.nodata.assign(4, 1);
  EXPECT_TRUE(mentions(refusal([&] { const NodataWalls walls(file, scheme_rill); }), {"no cell with a height"}));
}

TEST(NodataWalls, HoldNoWaterFromTheInput) {
  TerrainFile file = sample_file(3, 1, {"water", "hardness"});
  const Layer hardness = file.terrain.layers["hardness"];
  file.terrain.layers["water"] = {1, 2, 3};
  file.nodata = {0, 1, 0};
  const NodataWalls walls(file, scheme_rill);
  EXPECT_EQ(file.terrain.layers["water"], (Layer{1, 0, 3}));
  EXPECT_EQ(file.terrain.layers["hardness"], hardness);
}

TEST(NodataWalls, MakeFiniteWhatIsNoNumber) {
  TerrainFile file = sample_file(3, 1);
  file.terrain.layers["height"] = {1, NAN, 3};
  file.nodata = {0, 1, 0};
  file.nodata_value = NAN;
  const NodataWalls walls(file, scheme_rill);
  EXPECT_GT(file.terrain.layers["height"][1], 3.0f);
  walls.take_down(file);
  EXPECT_TRUE(std::isnan(file.terrain.layers["height"][1]));
}

}  // namespace
}  // namespace rill::test
