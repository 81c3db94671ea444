// The canyon preset on a real mountain that it was not tuned on, the Colorado Front Range: steep
// walls and flat floors where there were neither, and the land between them kept. The figures that
// the bounds stand for are in docs/presets.md.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "folder.h"
#include "io/terrain_file.h"
#include "run_rill.h"

namespace rill::test {
namespace {

constexpr double world_scale = 12;
const std::string front_range = RILL_TEST_DATA "/SRTMGL3_colorado_frontrange.asc";

Layer ground_of(const Terrain& terrain) {
  Layer ground = terrain.layers.at(layer::height);
  const auto sediment = terrain.layers.find(layer::sediment);
  if (sediment != terrain.layers.end())
    std::transform(ground.begin(), ground.end(), sediment->second.begin(), ground.begin(),
                   [](float height, float mud) { return height + mud; });
  return ground;
}

struct Slopes {
  double wall = 0, floor = 0;  // shares of the land with slopes above 1 and below 0.05
};

Slopes slopes_of(const Terrain& terrain) {
  const Layer ground = ground_of(terrain);
  const auto at = [&](int x, int y) { return double(ground[std::size_t(y * terrain.nx + x)]); };
  Slopes share;
  for (int y = 2; y < terrain.ny - 2; ++y)
    for (int x = 2; x < terrain.nx - 2; ++x) {
      const double slope =
          std::hypot(at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)) / (2 * terrain.cell);
      share.wall += slope > 1;
      share.floor += slope < 0.05;
    }
  const double cells = double(terrain.nx - 4) * (terrain.ny - 4);
  return {share.wall / cells, share.floor / cells};
}

TEST(Canyon, HasWallsAndFloorsOnARealMountain) {
  const Folder folder;
  const Outcome outcome = run_rill({"cook", front_range, "--preset", "canyon", "--world-scale",
                                    "12", "--quiet", "-o", folder.path("canyon.npz")});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Terrain before = read_terrain(front_range).terrain;
  const Terrain after = read_terrain(folder.path("canyon.npz")).terrain;
  EXPECT_LT(slopes_of(before).wall, 0.001);
  EXPECT_GT(slopes_of(after).wall, 0.02);
  EXPECT_GT(slopes_of(after).floor, 4 * slopes_of(before).floor);

  const Layer old_ground = ground_of(before), ground = ground_of(after);
  double kept = 0;
  for (std::size_t i = 0; i < ground.size(); ++i)
    kept += std::abs(double(ground[i]) - double(old_ground[i])) < 3 * world_scale;
  EXPECT_GT(kept / double(ground.size()), 0.5);
}

}  // namespace
}  // namespace rill::test
