// Water in the presets lies still: away from the shore its surface has no waves of the size of a cell,
// which settling mud would leave in the ground. With faster water (pipe_area 150 in gullies and alpine,
// little drag in lakes) they were 0.03 to 0.07 m here, and 0.12 to 0.17 m at 1024².

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "folder.h"
#include "io/terrain_file.h"
#include "run_rill.h"

namespace rill::test {
namespace {

constexpr int n = 512;
constexpr double deep = 1;     // metres
constexpr int from_shore = 3;  // cells
constexpr int from_border = 8;

struct Surface {
  Layer height, water;

  double depth(int x, int y) const { return double(water[index(x, y)]); }
  double level(int x, int y) const { return double(height[index(x, y)]) + depth(x, y); }
  // How far it stands out from the mean of its neighbours, metres.
  double bend(int x, int y) const {
    return level(x, y) -
           (level(x - 1, y) + level(x + 1, y) + level(x, y - 1) + level(x, y + 1)) / 4;
  }
  bool open_water(int x, int y) const {
    for (int j = -from_shore; j <= from_shore; ++j)
      for (int i = -from_shore; i <= from_shore; ++i)
        if (depth(x + i, y + j) <= deep) return false;
    return true;
  }

 private:
  static std::size_t index(int x, int y) { return std::size_t(y) * n + std::size_t(x); }
};

class StillWater : public testing::TestWithParam<const char*> {};

TEST_P(StillWater, HasNoWavesOfACell) {
  const Folder folder;
  const std::string size = std::to_string(n) + "x" + std::to_string(n);
  ASSERT_EQ(run_rill({"generate", "--size", size, "--cell", "2", folder.path("t.r32")}).exit_code, 0);
  ASSERT_EQ(run_rill({"cook", folder.path("t.r32"), "--size", size, "--cell", "2", "--preset",
                      GetParam(), "--quiet", "-o", folder.path("out")})
                .exit_code,
            0);
  const Surface surface{read_floats(folder.path("out/height.r32")),
                        read_floats(folder.path("out/water.r32"))};
  double squares = 0;
  int cells = 0;
  for (int y = from_border; y < n - from_border; ++y)
    for (int x = from_border; x < n - from_border; ++x) {
      if (!surface.open_water(x, y)) continue;
      squares += std::pow(surface.bend(x, y), 2);
      ++cells;
    }
  EXPECT_GT(cells, n * n / 20) << "there is hardly any water";
  EXPECT_LT(std::sqrt(squares / cells), 0.02) << "metres";
}

INSTANTIATE_TEST_SUITE_P(Presets, StillWater,
                         testing::Values("default", "gullies", "alpine", "canyon", "lakes",
                                         "badlands", "old-hills"),
                         [](const testing::TestParamInfo<const char*>& preset) {
                           std::string name = preset.param;
                           for (char& letter : name)
                             if (letter == '-') letter = '_';
                           return name;
                         });

}  // namespace
}  // namespace rill::test
