// 16-bit files: ranges given and found, rounding, what does not fit.

#include <gtest/gtest.h>

#include <cmath>

#include "errors.h"
#include "folder.h"
#include "grids.h"

namespace rill::test {
namespace {

const ValueRange range{-500, 2000};

TEST(SixteenBit, ComesBackToTheBitAfterOneRounding) {
  const Folder folder;
  for (const char* end : {".r16", ".png", ".tif"})
    for (const GridShape& shape : odd_shapes) {
      const TerrainFile file = sample_file(shape.nx, shape.ny);
      const std::string path = folder.path(std::string("a") + end);
      const ReadOptions read{shape.nx, shape.ny, range};
      write_terrain(path, file, {range});
      const TerrainFile once = read_terrain(path, read);
      for (std::size_t i = 0; i < file.terrain.cells(); ++i)
        EXPECT_NEAR(once.terrain.layers.at("height")[i], file.terrain.layers.at("height")[i],
                    0.5001 * 2500 / 65535);
      const std::string bytes = read_bytes(path);
      TerrainFile again = once;
      again.terrain.cell = file.terrain.cell;
      write_terrain(path, again, {range});
      EXPECT_EQ(read_bytes(path), bytes) << end;
      EXPECT_TRUE(same_layers(read_terrain(path, read).terrain, once.terrain)) << end;
    }
}

TEST(SixteenBit, SaysItsOwnRangeWhereNoneIsGiven) {
  const Folder folder;
  TerrainFile file = sample_file(3, 1, {"water"});
  file.terrain.layers["height"] = {10, 20, 30};
  file.terrain.layers["water"] = {0.5f, 0.5f, 0.5f};
  const WriteResult raw = write_terrain(folder.path("a.r16"), file);
  ASSERT_EQ(raw.notes.size(), 2u);
  EXPECT_TRUE(mentions(raw.notes[0], {"a.r16", "--range 10:30"}));
  EXPECT_TRUE(mentions(raw.notes[1], {"a.water.r16", "--range 0.5:0.5"}));
  EXPECT_EQ(read_bytes(folder.path("a.r16")), std::string("\0\0\0\x80\xff\xff", 6));
  EXPECT_EQ(read_layer(folder.path("a.water.r16"), "water", 3, 1, ValueRange{0.5, 0.5}),
            file.terrain.layers["water"]);

  write_terrain(folder.path("a.png"), file);  // a PNG file holds its range
  const Layer back = read_terrain(folder.path("a.png")).terrain.layers.at("height");
  EXPECT_EQ(back[0], 10.0f);
  EXPECT_NEAR(back[1], 20.0f, 0.0002);
  EXPECT_EQ(back[2], 30.0f);
  EXPECT_EQ(read_layer(folder.path("a.water.png"), "water", 3, 1), file.terrain.layers["water"]);
}

TEST(SixteenBit, ATiffFileHoldsItsRangeAsGdalDoes) {
  const Folder folder;
  TerrainFile file = sample_file(3, 1);
  file.terrain.layers["height"] = {10, 20, 30};
  write_terrain(folder.path("a.tif"), file, {ValueRange{10, 30}});
  const Layer back = read_terrain(folder.path("a.tif")).terrain.layers.at("height");
  EXPECT_EQ(back[0], 10.0f);
  EXPECT_EQ(back[2], 30.0f);
}

TEST(SixteenBit, NeedsARangeToBeRead) {
  const Folder folder;
  write_bytes(folder.path("a.r16"), "1234");
  EXPECT_TRUE(mentions(refusal([&] {
                         read_terrain(folder.path("a.r16"), {2, 1, {}});
                       }),
                       {"a.r16", "give the range"}));
}

TEST(SixteenBit, RefusesValuesOutsideTheRange) {
  const Folder folder;
  TerrainFile file = sample_file(3, 2);
  file.terrain.layers["height"] = {0, 1, 2, 3, 4.5f, 5};
  for (const char* end : {".r16", ".png", ".tif"}) {
    EXPECT_TRUE(
        mentions(refusal([&] {
                   write_terrain(folder.path(std::string("a") + end), file, {ValueRange{0, 4}});
                 }),
                 {"'height'", "4.5", "cell (1, 1)", "0:4"}));
    EXPECT_EQ(folder.list(), std::vector<std::string>{});
  }
  file.terrain.layers["height"][2] = NAN;
  for (const char* end : {".r16", ".png"})
    EXPECT_TRUE(mentions(refusal([&] { write_terrain(folder.path(std::string("a") + end), file); }),
                         {"'height'", "nan", "cell (2, 0)"}));
}

TEST(SixteenBit, ADecimalRangeTakesItsOwnEnds) {
  const Folder folder;
  TerrainFile file = sample_file(2, 1);
  file.terrain.layers["height"] = {0.1f, 0.7f};  // as floats these lie just outside
  write_terrain(folder.path("a.r16"), file, {ValueRange{0.1, 0.7}});
  EXPECT_EQ(read_bytes(folder.path("a.r16")), std::string("\0\0\xff\xff", 4));
}

TEST(SixteenBit, MarksCellsWithoutAValueByCodeZero) {
  const Folder folder;
  TerrainFile file = sample_file(4, 1);
  file.terrain.layers["height"] = {-9999, 10, 20, 30};
  file.nodata = {1, 0, 0, 0};
  file.nodata_value = -9999;
  for (const char* end : {".png", ".tif"}) {
    const std::string path = folder.path(std::string("a") + end);
    write_terrain(path, file, {ValueRange{10, 30}});
    const TerrainFile back = read_terrain(path);
    EXPECT_EQ(back.nodata, file.nodata) << end;
    EXPECT_NEAR(back.terrain.layers.at("height")[1], 10, 0.0004) << end;
    EXPECT_NEAR(back.terrain.layers.at("height")[3], 30, 0.0004) << end;
    EXPECT_EQ(back.terrain.layers.at("height")[0], back.nodata_value);
  }
}

}  // namespace
}  // namespace rill::test
