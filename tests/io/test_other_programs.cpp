// Files that other programs wrote (data/README.md): what is read, and what is refused by name.

#include <gtest/gtest.h>

#include <cmath>

#include "errors.h"
#include "grids.h"

namespace rill::test {
namespace {

// The heights of every fixture: 100 * row + column, rows from the top.
testing::AssertionResult holds_pattern(const Terrain& terrain, int nx, int ny, float fraction,
                                       const char* name = layer::height, float more = 0) {
  if (terrain.nx != nx || terrain.ny != ny)
    return testing::AssertionFailure() << "the size is " << terrain.nx << " x " << terrain.ny;
  if (!terrain.has(name)) return testing::AssertionFailure() << "there is no " << name;
  for (int row = 0; row < ny; ++row)
    for (int x = 0; x < nx; ++x) {
      const float found = terrain.layers.at(name)[std::size_t((ny - 1 - row) * nx + x)];
      if (found != float(100 * row + x) + fraction + more)
        return testing::AssertionFailure() << found << " in row " << row << ", column " << x;
    }
  return testing::AssertionSuccess();
}

Terrain read(const char* name) { return read_terrain(data_path(name)).terrain; }

std::string why_not(const char* name) {
  return refusal([&] { read_terrain(data_path(name)); });
}

TEST(NumPy, ArraysOfEveryKind) {
  EXPECT_TRUE(holds_pattern(read("numpy_f4.npy"), 7, 9, 0.25f));
  EXPECT_TRUE(holds_pattern(read("numpy_f8_big.npy"), 7, 9, 0.25f));
  EXPECT_TRUE(holds_pattern(read("numpy_i2.npy"), 7, 9, 0));
  EXPECT_TRUE(holds_pattern(read("numpy_u2_big.npy"), 7, 9, 0));
  EXPECT_TRUE(mentions(why_not("numpy_fortran.npy"), {"Fortran order"}));
  EXPECT_TRUE(mentions(why_not("numpy_3d.npy"), {"3 dimensions"}));
  EXPECT_TRUE(mentions(why_not("numpy_complex.npy"), {"'<c8'"}));
  EXPECT_TRUE(mentions(why_not("numpy_record.npy"), {"records"}));
}

TEST(NumPy, Archives) {
  const Terrain stored = read("numpy_stored.npz");
  EXPECT_TRUE(holds_pattern(stored, 7, 9, 0.25f));
  EXPECT_TRUE(holds_pattern(stored, 7, 9, 0.25f, "water", 1));
  const Terrain deflated = read("numpy_deflated.npz");
  EXPECT_TRUE(holds_pattern(deflated, 7, 9, 0.25f));
  EXPECT_TRUE(holds_pattern(deflated, 7, 9, 0, "flux.x"));
  EXPECT_EQ(deflated.cell, 12.5);
}

TEST(NumPy, ARealTerrainWithItsOwnNames) {
  const TerrainFile file = read_terrain(data_path("jacksboro_fault_dem.npz"));
  ASSERT_EQ(file.terrain.nx, 403);
  ASSERT_EQ(file.terrain.ny, 344);
  EXPECT_EQ(file.terrain.cell, 0);
  const Layer& height = file.terrain.layers.at("height");
  EXPECT_EQ(height[343 * 403], 483);  // north-west
  EXPECT_EQ(height[343 * 403 + 402], 444);
  EXPECT_EQ(height[0], 545);  // south-west
  EXPECT_EQ(height[402], 272);
  ASSERT_EQ(file.notes.size(), 2u);
  EXPECT_TRUE(mentions(file.notes[0], {"dx", "ymax"}));
  EXPECT_TRUE(mentions(file.notes[1], {"'elevation'", "height"}));
}

TEST(Tiff, OfEveryLayout) {
  EXPECT_TRUE(holds_pattern(read("tifffile_f4_strips_deflate.tif"), 21, 33, 0.25f));
  EXPECT_TRUE(holds_pattern(read("tifffile_u2_tiles_lzw_big.tif"), 21, 33, 0));
  EXPECT_TRUE(holds_pattern(read("tifffile_zstd_f4.tif"), 21, 33, 0.25f));
  EXPECT_TRUE(holds_pattern(read("tifffile_f8.tif"), 7, 9, 0.25f));
  EXPECT_TRUE(holds_pattern(read("tifffile_bigtiff_i2.tif"), 7, 9, 0));
  EXPECT_EQ(read("tifffile_f8.tif").cell, 0);
}

TEST(Tiff, RefusesWhatIsNoHeightMap) {
  EXPECT_TRUE(mentions(why_not("tifffile_rgb.tif"), {"3 samples per pixel"}));
  EXPECT_TRUE(mentions(why_not("tifffile_u1.tif"), {"8 bits"}));
  EXPECT_TRUE(mentions(why_not("tifffile_i4.tif"), {"32 bits;"}));
}

TEST(Tiff, ScaleAndOffsetOfGdal) {
  const TerrainFile file = read_terrain(data_path("gdal_scaled_u2.tif"));
  EXPECT_EQ(file.terrain.layers.at("height")[3 * 7 + 2], 502 * 0.5f - 20);
  ASSERT_EQ(file.nodata.size(), 63u);  // sample 0, in the north-west corner
  EXPECT_EQ(file.nodata[8 * 7], 1);
  EXPECT_EQ(file.nodata_value, -20.0f);
}

TEST(AscGrid, OfGdal) {
  const TerrainFile file = read_terrain(data_path("gdal_grid.asc"));
  EXPECT_EQ(file.terrain.cell, 12.5);
  EXPECT_EQ(file.terrain.layers.at("height")[8 * 7 + 3], 3.25f);
  EXPECT_EQ(file.nodata[6], 1);  // the last number of the last row
  EXPECT_EQ(file.nodata_value, -9999);
}

TEST(Png, GreyIsReadAndColourRefused) {
  const ReadOptions whole{0, 0, ValueRange{0, 65535}};
  EXPECT_TRUE(holds_pattern(read_terrain(data_path("pillow_grey16.png"), whole).terrain, 7, 9, 0));
  const TerrainFile eight = read_terrain(data_path("pillow_grey8.png"), {0, 0, ValueRange{0, 255}});
  EXPECT_EQ(eight.terrain.layers.at("height")[7 * 7 + 3], 103);
  ASSERT_EQ(eight.notes.size(), 1u);
  EXPECT_TRUE(mentions(eight.notes[0], {"8 bits", "1 m apart"}));
  EXPECT_TRUE(mentions(why_not("pillow_grey16.png"), {"give the range"}));
  EXPECT_TRUE(mentions(why_not("pillow_rgb.png"), {"red, green and blue"}));
  EXPECT_TRUE(mentions(why_not("pillow_palette.png"), {"palette"}));
  EXPECT_TRUE(mentions(why_not("pillow_grey_alpha.png"), {"grey and alpha"}));
  EXPECT_TRUE(mentions(why_not("pillow_1bit.png"), {"1 bits"}));
}

TEST(Exr, OfEveryLayout) {
  const Terrain scan = read("openexr_zip_scan.exr");
  EXPECT_TRUE(holds_pattern(scan, 21, 33, 0.25f));
  EXPECT_TRUE(holds_pattern(scan, 21, 33, 0.25f, "water", 1));
  EXPECT_EQ(scan.layers.at("flux.x")[32 * 21], 0.25f);
  const Terrain tiled = read("openexr_tiled.exr");
  EXPECT_TRUE(holds_pattern(tiled, 21, 33, 0.25f));
  EXPECT_TRUE(holds_pattern(tiled, 21, 33, 0.25f, "water", 1));
  EXPECT_TRUE(holds_pattern(read("openexr_decreasing.exr"), 21, 33, 0.25f));
  EXPECT_EQ(read("openexr_none_half.exr").layers.at("height")[31 * 21], 100.25f);
}

TEST(Exr, ALoneChannelIsTheHeight) {
  const TerrainFile lone = read_terrain(data_path("openexr_piz_y.exr"));
  EXPECT_TRUE(holds_pattern(lone.terrain, 21, 33, 0.25f));
  ASSERT_EQ(lone.notes.size(), 1u);
  EXPECT_TRUE(mentions(lone.notes[0], {"'Y'", "height"}));
  const TerrainFile grey = read_terrain(data_path("openexr_rgb_grey.exr"));
  EXPECT_TRUE(holds_pattern(grey.terrain, 21, 33, 0.25f));
  ASSERT_EQ(grey.notes.size(), 1u);
  EXPECT_TRUE(mentions(grey.notes[0], {"R, G and B"}));
  EXPECT_TRUE(mentions(why_not("openexr_rgb.exr"), {"no layer 'height'", "B, G, R"}));
}

TEST(Exr, ADataWindowApartFromThePicture) {
  const TerrainFile file = read_terrain(data_path("openexr_window.exr"));
  EXPECT_TRUE(holds_pattern(file.terrain, 21, 33, 0.25f));
  ASSERT_EQ(file.notes.size(), 1u);
  EXPECT_TRUE(mentions(file.notes[0], {"the pixels that are there"}));
}

TEST(Exr, RefusesWhatItCannotHold) {
  EXPECT_TRUE(mentions(why_not("openexr_uint.exr"), {"'height'", "whole numbers"}));
  EXPECT_TRUE(mentions(why_not("openexr_parts.exr"), {"several parts"}));
}

}  // namespace
}  // namespace rill::test
