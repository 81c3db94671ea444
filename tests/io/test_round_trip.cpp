// What is written comes back: every bit, every layer, the cell size, cells without a value.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "errors.h"
#include "folder.h"
#include "grids.h"

namespace rill::test {
namespace {

const std::vector<std::string> layers = {"flux.x", "flux.y", "my own", "water"};

ReadOptions size_of(const TerrainFile& file) { return {file.terrain.nx, file.terrain.ny, {}}; }

class FloatFormats : public testing::TestWithParam<const char*> {
 protected:
  std::string path(const char* stem = "a") const {
    return folder_.path(stem + std::string(GetParam()));
  }
  const Folder folder_;
};

TEST_P(FloatFormats, KeepEveryBitOfTheHeight) {
  for (const GridShape& shape : odd_shapes) {
    const TerrainFile file = sample_file(shape.nx, shape.ny);
    write_terrain(path(), file);
    EXPECT_TRUE(same_layers(read_terrain(path(), size_of(file)).terrain, file.terrain))
        << shape.nx << " x " << shape.ny;
  }
}

TEST_P(FloatFormats, KeepExtremeValues) {
  TerrainFile file = sample_file(4, 2);
  using Limits = std::numeric_limits<float>;
  file.terrain.layers[layer::height] = {
      Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(), -0.0f,
      0.1f,          1e-30f,           16777217.0f};
  write_terrain(path(), file);
  EXPECT_TRUE(same_layers(read_terrain(path(), size_of(file)).terrain, file.terrain));
}

TEST_P(FloatFormats, KeepWhatIsNoNumberForTheCookToRefuse) {
  TerrainFile file = sample_file(3, 1);
  file.terrain.layers[layer::height] = {NAN, INFINITY, -INFINITY};
  write_terrain(path(), file);
  const Layer height = read_terrain(path(), size_of(file)).terrain.layers.at(layer::height);
  EXPECT_TRUE(std::isnan(height[0]));
  EXPECT_EQ(height[1], INFINITY);
  EXPECT_EQ(height[2], -INFINITY);
}

TEST_P(FloatFormats, WriteEveryLayer) {
  const TerrainFile file = sample_file(7, 9, layers);
  const WriteResult written = write_terrain(path(), file);
  for (const std::string& name :
       {std::string("height"), std::string("flux.x"), std::string("water")})
    EXPECT_EQ(
        read_layer(
            name == "height" || written.paths.size() == 1 ? path() : path(("a." + name).c_str()),
            name, 7, 9),
        file.terrain.layers.at(name))
        << name;
}

TEST_P(FloatFormats, AreTheSameBytesTwice) {
  write_terrain(path("a"), sample_file(33, 20, layers));
  write_terrain(path("b"), sample_file(33, 20, layers));
  EXPECT_EQ(read_bytes(path("a")), read_bytes(path("b")));
}

INSTANTIATE_TEST_SUITE_P(All, FloatFormats,
                         testing::Values(".r32", ".exr", ".tif", ".tiff", ".asc", ".npy", ".npz"),
                         [](const auto& test) { return std::string(test.param + 1); });

class ManyLayers : public testing::TestWithParam<const char*> {};

TEST_P(ManyLayers, OfEverySizeAreInOneFile) {
  const Folder folder;
  const std::string path = folder.path(std::string("a") + GetParam());
  for (const GridShape& shape : odd_shapes) {
    const TerrainFile file = sample_file(shape.nx, shape.ny, layers);
    EXPECT_EQ(write_terrain(path, file).paths, std::vector<std::string>{path});
    const TerrainFile back = read_terrain(path);
    EXPECT_TRUE(same_layers(back.terrain, file.terrain)) << shape.nx << " x " << shape.ny;
    EXPECT_EQ(back.terrain.cell, 2.5);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ManyLayers, testing::Values(".exr", ".npz"),
                         [](const auto& test) { return std::string(test.param + 1); });

TEST(CellSize, ComesBackWhereTheFormatHasAPlaceForIt) {
  const Folder folder;
  for (const double cell : {2.5, 0.1, 1.0 / 3, 1234.5678901234567})
    for (const char* end : {".exr", ".tif", ".npz", ".asc", ".png"}) {
      TerrainFile file = sample_file(5, 4);
      file.terrain.cell = cell;
      const std::string path = folder.path(std::string("a") + end);
      write_terrain(path, file);
      // A square root of a square, where the sides of a cell are read apart.
      EXPECT_NEAR(read_terrain(path).terrain.cell, cell, cell * 1e-15) << end;
    }
}

TEST(CellSize, IsZeroWhereTheFileDoesNotSay) {
  const Folder folder;
  TerrainFile file = sample_file(5, 4);
  write_terrain(folder.path("a.npy"), file);
  EXPECT_EQ(read_terrain(folder.path("a.npy")).terrain.cell, 0);
  file.terrain.cell = 0;
  for (const char* end : {".exr", ".tif", ".npz", ".png"}) {
    write_terrain(folder.path(std::string("b") + end), file);
    EXPECT_EQ(read_terrain(folder.path(std::string("b") + end)).terrain.cell, 0) << end;
  }
  EXPECT_TRUE(mentions(refusal([&] { write_terrain(folder.path("b.asc"), file); }),
                       {"b.asc", "size of a cell"}));
}

TEST(Nodata, ComesBackWhereTheFormatMarksIt) {
  const Folder folder;
  for (const float value : {-9999.0f, -32768.0f, std::numeric_limits<float>::lowest(), NAN})
    for (const char* end : {".exr", ".tif", ".asc"}) {
      TerrainFile file = sample_file(5, 4);
      file.nodata_value = value;
      file.nodata.assign(20, 0);
      for (const int cell : {0, 7, 19}) {
        file.nodata[std::size_t(cell)] = 1;
        file.terrain.layers[layer::height][std::size_t(cell)] = value;
      }
      const std::string path = folder.path(std::string("a") + end);
      write_terrain(path, file);
      const TerrainFile back = read_terrain(path);
      EXPECT_EQ(back.nodata, file.nodata) << end << " " << value;
      EXPECT_TRUE(back.nodata_value == value ||
                  (std::isnan(back.nodata_value) && std::isnan(value)))
          << end << " " << back.nodata_value;
      EXPECT_TRUE(same_layers(back.terrain, file.terrain)) << end << " " << value;
    }
}

TEST(Nodata, IsNotedWhereTheFormatCannotMarkIt) {
  const Folder folder;
  TerrainFile file = sample_file(5, 4);
  file.nodata_value = -9999;
  file.nodata.assign(20, 0);
  file.nodata[3] = 1;
  file.terrain.layers[layer::height][3] = -9999;
  for (const char* end : {".r32", ".npy", ".npz"}) {
    const WriteResult written = write_terrain(folder.path(std::string("a") + end), file);
    ASSERT_EQ(written.notes.size(), 1u) << end;
    EXPECT_TRUE(mentions(written.notes[0], {"-9999", "does not mark"}));
  }
  EXPECT_TRUE(mentions(refusal([&] { write_terrain(folder.path("a.r16"), file); }),
                       {"a.r16", "without a value"}));
}

// Cell (1, 2) of 3 x 3, the north-most row; its offset in a file that starts in the north is 1.
TEST(Orientation, TheNorthIsTheFirstRowExceptInRawFiles) {
  const Folder folder;
  TerrainFile file = sample_file(3, 3);
  Layer& height = file.terrain.layers[layer::height];
  height.assign(9, 0.0f);
  height[2 * 3 + 1] = 1.0f;
  write_terrain(folder.path("a.npy"), file);
  const std::string bytes = read_bytes(folder.path("a.npy"));
  EXPECT_EQ(bytes.substr(bytes.size() - 36).find("\x80\x3f"), 4u + 2u);
  write_terrain(folder.path("a.asc"), file);
  EXPECT_NE(read_bytes(folder.path("a.asc")).find("\n0 1 0\n0 0 0\n0 0 0\n"), std::string::npos);
  write_terrain(folder.path("a.r32"), file);
  EXPECT_EQ(read_bytes(folder.path("a.r32")).find("\x80\x3f"), 28u + 2u);
}

}  // namespace
}  // namespace rill::test
