// Where a terrain lies and how large its cells are: degrees, feet, metres, and what is kept.

#include <gtest/gtest.h>

#include <cmath>

#include "errors.h"
#include "folder.h"
#include "grids.h"
#include "io/geo_reference.h"

namespace rill::test {
namespace {

TerrainFile read(const char* name) { return read_terrain(data_path(name)); }

std::string why_not(const char* name) {
  return refusal([&] { read_terrain(data_path(name)); });
}

// Lengths of a degree on WGS 84 at 47 degrees minus half the terrain, computed from the series of
// the National Geospatial-Intelligence Agency: 111132.954 - 559.822 cos 2p + 1.175 cos 4p along the
// meridian and 111412.84 cos p - 93.5 cos 3p + 0.118 cos 5p along the parallel.
double meridian_degree(double p) {
  p *= M_PI / 180;
  return 111132.954 - 559.822 * std::cos(2 * p) + 1.175 * std::cos(4 * p);
}
double parallel_degree(double p) {
  p *= M_PI / 180;
  return 111412.84 * std::cos(p) - 93.5 * std::cos(3 * p) + 0.118 * std::cos(5 * p);
}

TEST(Place, MetresAreTakenAsTheyAre) {
  const TerrainFile file = read("bigtujunga_crop.tif");
  EXPECT_EQ(file.terrain.nx, 64);
  EXPECT_EQ(file.terrain.ny, 48);
  EXPECT_EQ(file.terrain.cell, 30);
  EXPECT_TRUE(file.notes.empty());
  EXPECT_EQ(file.terrain.layers.at("height")[47 * 64], 1575);  // north-west
  EXPECT_EQ(file.terrain.layers.at("height")[63], 1398);       // south-east
  EXPECT_TRUE(file.nodata.empty());
}

TEST(Place, DegreesBecomeMetresAtTheLatitude) {
  const TerrainFile file = read("gdal_degrees_f4.tif");
  const double latitude = 47 - 33 / 2.0 / 3600;
  const double east = parallel_degree(latitude) / 3600, north = meridian_degree(latitude) / 3600;
  EXPECT_NEAR(file.terrain.cell, std::sqrt(east * north), 1e-5);
  ASSERT_EQ(file.notes.size(), 1u);
  EXPECT_TRUE(mentions(file.notes[0], {"21.1", "30.8", "25.5", "square", "gdalwarp"}));
}

TEST(Place, ARealGridInDegreesThatDoesNotSayIt) {
  const TerrainFile file = read("SRTMGL3_colorado_frontrange.asc");
  EXPECT_EQ(file.terrain.nx, 240);
  EXPECT_EQ(file.terrain.ny, 144);
  const double latitude = 40.090416666671 + 72 * 0.000833333333;
  EXPECT_NEAR(file.terrain.cell,
              0.000833333333 * std::sqrt(parallel_degree(latitude) * meridian_degree(latitude)),
              1e-4);
  ASSERT_EQ(file.notes.size(), 2u);
  EXPECT_TRUE(mentions(file.notes[0], {"taken for degrees", "cell size"}));
  EXPECT_TRUE(mentions(file.notes[1], {"71.", "92.", "square"}));
  EXPECT_EQ(file.terrain.layers.at("height")[143 * 240], 2569);
  EXPECT_EQ(file.terrain.layers.at("height")[239], 2028);
  EXPECT_TRUE(file.nodata.empty());  // NODATA_value is 0 and no height is
}

TEST(Place, FeetBecomeMetres) {
  EXPECT_NEAR(read("gdal_feet_us.tif").terrain.cell, 100 * 1200.0 / 3937, 1e-9);
}

TEST(Place, ARotatedGridKeepsItsCells) {
  EXPECT_NEAR(read("gdal_rotated.tif").terrain.cell, 10, 1e-9);
}

TEST(Place, WhatCannotBeKeptIsRefused) {
  EXPECT_TRUE(mentions(why_not("gdal_south_up.tif"), {"first row lies in the south"}));
  EXPECT_TRUE(mentions(why_not("gdal_long_cells.tif"), {"10 m", "50 m", "square"}));
  EXPECT_TRUE(mentions(why_not("tifffile_feet_heights.tif"), {"not in metres", "9002"}));
}

TEST(Place, WhatIsNotSaidIsNoted) {
  const TerrainFile metres = read("tifffile_no_keys.tif");
  EXPECT_EQ(metres.terrain.cell, 10);
  ASSERT_EQ(metres.notes.size(), 1u);
  EXPECT_TRUE(mentions(metres.notes[0], {"10 is taken for metres"}));
  const TerrainFile degrees = read("tifffile_no_keys_degrees.tif");
  ASSERT_EQ(degrees.notes.size(), 2u);
  EXPECT_TRUE(mentions(degrees.notes[0], {"is taken for degrees"}));
  const TerrainFile chains = read("tifffile_unknown_unit.tif");  // miles
  EXPECT_EQ(chains.terrain.cell, 0);
  ASSERT_EQ(chains.notes.size(), 1u);
  EXPECT_TRUE(mentions(chains.notes[0], {"unit", "give the cell size"}));
  EXPECT_TRUE(mentions(read("gdal_web_mercator.tif").notes.at(0), {"Web Mercator"}));
}

TEST(Place, ATagOfTheWrongTypeIsNoTag) {
  EXPECT_EQ(read("tifffile_scale_as_shorts.tif").terrain.cell, 0);
}

TEST(Place, TagsStayAsTheyWere) {
  const Folder folder;
  for (const char* name : {"bigtujunga_crop.tif", "gdal_utm_i2_nodata.tif", "gdal_degrees_f4.tif",
                           "gdal_rotated.tif", "gdal_nan_nodata_f4.tif", "gdal_feet_us.tif"}) {
    const TerrainFile file = read(name);
    write_terrain(folder.path("a.tif"), file);
    const TerrainFile back = read_terrain(folder.path("a.tif"));
    ASSERT_TRUE(file.place && back.place) << name;
    EXPECT_EQ(back.place->pixel_scale, file.place->pixel_scale) << name;
    EXPECT_EQ(back.place->tiepoint, file.place->tiepoint) << name;
    EXPECT_EQ(back.place->transformation, file.place->transformation) << name;
    EXPECT_EQ(back.place->keys, file.place->keys) << name;
    EXPECT_EQ(back.place->key_numbers, file.place->key_numbers) << name;
    EXPECT_EQ(back.place->key_text, file.place->key_text) << name;
    EXPECT_EQ(back.place->nodata_text, file.place->nodata_text) << name;
    EXPECT_EQ(back.nodata, file.nodata) << name;
    EXPECT_EQ(back.terrain.cell, file.terrain.cell) << name;
    EXPECT_TRUE(same_layers(back.terrain, file.terrain) || file.nodata_value != file.nodata_value)
        << name;
  }
}

TEST(Place, NodataOfATiffIsMarked) {
  const TerrainFile file = read("gdal_utm_i2_nodata.tif");
  ASSERT_EQ(file.nodata.size(), 33u * 21u);
  EXPECT_EQ(file.nodata[(33 - 1 - 3) * 21 + 4], 1);
  EXPECT_EQ(std::count(file.nodata.begin(), file.nodata.end(), 1), 1);
  EXPECT_EQ(file.nodata_value, -32768);
  const TerrainFile no_number = read("gdal_nan_nodata_f4.tif");
  EXPECT_EQ(no_number.nodata[8 * 7], 1);
  EXPECT_TRUE(std::isnan(no_number.nodata_value));
}

TEST(Place, AnAscGridKeepsItsHeader) {
  const Folder folder;
  write_terrain(folder.path("a.asc"), read("SRTMGL3_colorado_frontrange.asc"));
  EXPECT_EQ(read_bytes(folder.path("a.asc")).substr(0, 138),
            "ncols 240\nnrows 144\nxllcorner -105.550416666684\nyllcorner 40.090416666671\n"
            "cellsize 0.000833333333\nNODATA_value 0\n2569 2569 2573 2578 2592 ");
}

TEST(Place, GoesFromTiffToAscAndBack) {
  const Folder folder;
  const TerrainFile tiff = read("gdal_utm_i2_nodata.tif");
  write_terrain(folder.path("a.asc"), tiff);
  EXPECT_EQ(read_bytes(folder.path("a.asc")).substr(0, 93),
            "ncols 21\nnrows 33\nxllcorner 376313.5\nyllcorner 3806927.25\ncellsize 30\n"
            "NODATA_value -32768\n0 1");
  const TerrainFile grid = read_terrain(folder.path("a.asc"));
  write_terrain(folder.path("b.tif"), grid);
  const TerrainFile back = read_terrain(folder.path("b.tif"));
  EXPECT_EQ(back.place->tiepoint, tiff.place->tiepoint);
  EXPECT_EQ(back.place->pixel_scale, tiff.place->pixel_scale);
  EXPECT_EQ(back.nodata, tiff.nodata);
}

TEST(Place, CentresAndCornersOfAGridAreTheSamePlace) {
  const Folder folder;
  const std::string rest = "\ncellsize 2\n1 2 3\n4 5 6\n";
  write_bytes(folder.path("corner.asc"), "ncols 3\nnrows 2\nxllcorner 100\nyllcorner 200" + rest);
  write_bytes(folder.path("centre.asc"), "NCOLS 3\r\nNROWS 2\nXLLCENTER 101\nYLLCENTER 201" + rest);
  const TerrainFile corner = read_terrain(folder.path("corner.asc"));
  const TerrainFile centre = read_terrain(folder.path("centre.asc"));
  EXPECT_EQ(corner.place->tiepoint, (std::vector<double>{0, 0, 0, 100, 204, 0}));
  EXPECT_EQ(centre.place->tiepoint, corner.place->tiepoint);
  EXPECT_EQ(centre.terrain.layers.at("height"), (Layer{4, 5, 6, 1, 2, 3}));
}

TEST(Place, IsNotedWhereItIsLost) {
  const Folder folder;
  const WriteResult written = write_terrain(folder.path("a.exr"), read("bigtujunga_crop.tif"));
  ASSERT_EQ(written.notes.size(), 1u);
  EXPECT_TRUE(mentions(written.notes[0], {"a.exr", "where the terrain lies"}));
}

class Tile : public testing::Test {
 protected:
  // 1201 x 1201 posts: row + column, one hole.
  std::string tile_bytes() const {
    std::string bytes;
    for (int row = 0; row < 1201; ++row)
      for (int x = 0; x < 1201; ++x) {
        const int post = row == 3 && x == 5 ? -32768 : row + x - 100;
        bytes += char((post >> 8) & 255);
        bytes += char(post & 255);
      }
    return bytes;
  }
  const Folder folder_;
};

TEST_F(Tile, IsReadWithItsPlace) {
  write_bytes(folder_.path("S46W007.hgt"), tile_bytes());
  const TerrainFile file = read_terrain(folder_.path("S46W007.hgt"));
  EXPECT_EQ(file.terrain.nx, 1201);
  EXPECT_NEAR(file.terrain.cell, std::sqrt(parallel_degree(-45.5) * meridian_degree(-45.5)) / 1200,
              1e-4);
  const Layer& height = file.terrain.layers.at("height");
  EXPECT_EQ(height[1200 * 1201], -100);  // the first post is the north-west
  EXPECT_EQ(height[1200], 2300);
  EXPECT_EQ(file.nodata[(1200 - 3) * 1201 + 5], 1);
  EXPECT_EQ(std::count(file.nodata.begin(), file.nodata.end(), 1), 1);
  EXPECT_EQ(file.nodata_value, -32768);
  EXPECT_EQ(file.place->tiepoint, (std::vector<double>{0, 0, 0, -7, -45, 0}));
}

TEST_F(Tile, ComesBackByteForByte) {
  write_bytes(folder_.path("N46E007.hgt"), tile_bytes());
  TerrainFile file = read_terrain(folder_.path("N46E007.hgt"));
  file.terrain.layers["water"] = Layer(file.terrain.cells(), 0.5f);
  const WriteResult written = write_terrain(folder_.path("n46e007.hgt"), file);
  EXPECT_TRUE(read_bytes(folder_.path("n46e007.hgt")) == tile_bytes());
  EXPECT_EQ(written.paths.size(), 1u);
  ASSERT_EQ(written.notes.size(), 1u);
  EXPECT_TRUE(mentions(written.notes[0], {"heights only", "water"}));
}

TEST_F(Tile, RoundsToWholeMetresAndSaysSo) {
  write_bytes(folder_.path("N46E007.hgt"), tile_bytes());
  TerrainFile file = read_terrain(folder_.path("N46E007.hgt"));
  Layer& height = file.terrain.layers["height"];
  height[0] = 7.5f;
  height[1] = -7.6f;
  EXPECT_TRUE(mentions(write_terrain(folder_.path("N46E007.hgt"), file).notes.at(0), {"rounded"}));
  const Layer back = read_terrain(folder_.path("N46E007.hgt")).terrain.layers.at("height");
  EXPECT_EQ(back[0], 8);
  EXPECT_EQ(back[1], -8);
  for (const float bad : {32768.0f, -32768.0f, NAN, INFINITY}) {
    height[2] = bad;
    EXPECT_TRUE(mentions(refusal([&] { write_terrain(folder_.path("N46E007.hgt"), file); }),
                         {"-32767 to 32767"}))
        << bad;
  }
}

TEST_F(Tile, OfAnotherSizeOrName) {
  write_bytes(folder_.path("N46E007.hgt"), tile_bytes() + "x");
  EXPECT_TRUE(mentions(refusal([&] { read_terrain(folder_.path("N46E007.hgt")); }),
                       {"2884803 bytes", "1201 x 1201"}));
  EXPECT_TRUE(
      mentions(refusal([&] { write_terrain(folder_.path("N46E007.hgt"), sample_file(7, 9)); }),
               {"7 x 9", ".tif"}));
  write_bytes(folder_.path("alps.hgt"), tile_bytes());
  const TerrainFile file = read_terrain(folder_.path("alps.hgt"));
  EXPECT_EQ(file.terrain.cell, 0);
  EXPECT_TRUE(mentions(file.notes.at(0), {"N46E007.hgt", "cell size"}));
}

}  // namespace
}  // namespace rill::test
