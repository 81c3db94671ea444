// rill convert: formats, cutting, resampling, tiles, masks in one picture.

#include <gtest/gtest.h>

#include <png.h>

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>

#include "folder.h"
#include "io/geo_reference.h"
#include "io/terrain_file.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

class Convert : public testing::Test {
 protected:
  Convert() {
    file_.terrain = terrain(33, 17, 4, fractal(33, 17, 40, 3, 9));
    file_.terrain.layers["water"] = fractal(33, 17, 1, 4, 5);
    for (float& value : file_.terrain.layers["water"]) value = std::fabs(value);
    write_terrain(folder_.path("in.exr"), file_);
  }

  Outcome convert(const std::string& input, const std::string& output, const Words& more = {}) {
    return run_rill(Words{"convert", folder_.path(input), folder_.path(output), "-q"} + more);
  }
  TerrainFile converted(const std::string& input, const std::string& output,
                        const Words& more = {}) {
    const Outcome outcome = convert(input, output, more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    notes_ = outcome.err;
    return read_terrain(folder_.path(output));
  }
  static bool holds_all(const std::string& end) {
    return end == ".exr" || end == ".npz" || end.find("geo") != std::string::npos;
  }
  double least_water() {
    const Layer& water = file_.terrain.layers["water"];
    return double(*std::min_element(water.begin(), water.end()));
  }
  double most_water() {
    const Layer& water = file_.terrain.layers["water"];
    return double(*std::max_element(water.begin(), water.end()));
  }
  const Layer& height() { return file_.terrain.layers["height"]; }

  const Folder folder_;
  TerrainFile file_;
  std::string notes_;
};

TEST_F(Convert, TakesItsOutputAsCookDoes) {
  const Outcome outcome =
      run_rill({"convert", "-o", folder_.path("named.npy"), folder_.path("in.exr")});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("2 layers"), std::string::npos) << outcome.out;
  ASSERT_EQ(convert("in.exr", "placed.npy").exit_code, 0);
  EXPECT_EQ(read_bytes(folder_.path("named.npy")), read_bytes(folder_.path("placed.npy")));
  EXPECT_TRUE(refused(convert("in.exr", "a.npy", {"-o", folder_.path("b.npy")}), 2, {"--output"}));
  EXPECT_TRUE(refused(run_rill({"convert", folder_.path("in.exr")}), 2, {"--output"}));
}

// Every pair of formats: floats stay the same bits, 16 bits within their step.
TEST_F(Convert, EveryPairOfFormats) {
  const Words ends = {".r32", ".r16", ".png", ".exr", ".tif",     ".tiff",    ".asc",
                      ".npy", ".npz", ".geo", ".bgeo", ".bgeo.sc", ".bgeo.gz"};
  const double step = 200.0 / 65535;
  for (const std::string& first : ends) {
    SCOPED_TRACE(first);
    const bool small_first = first == ".r16" || first == ".png";
    const std::string one = "one" + first;
    const Words range = {"--range", "-100:100"}, none;
    ASSERT_EQ(convert("in.exr", one, small_first ? range : none).exit_code, 0);
    for (const std::string& second : ends) {
      SCOPED_TRACE(second);
      const bool small = small_first || second == ".r16" || second == ".png";
      const Outcome outcome = convert(one, "two" + second, (small ? range : none) +
                                                               Words{"--size", "33x17", "--cell", "4"});
      ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
      ReadOptions options;
      options.nx = 33;
      options.ny = 17;
      if (small) options.range = ValueRange{-100, 100};
      const Terrain result = read_terrain(folder_.path("two" + second), options).terrain;
      ASSERT_EQ(result.nx, 33);
      double largest = 0;
      for (std::size_t i = 0; i < height().size(); ++i)
        largest = std::max(largest, std::fabs(double(result.layers.at("height")[i]) -
                                              double(height()[i])));
      if (small)
        EXPECT_LE(largest, step);
      else
        EXPECT_EQ(largest, 0);
      // A format of all layers hands the other one on, to a file beside where the second holds one.
      if (!holds_all(first)) continue;
      const Layer water = read_layer(
          folder_.path(holds_all(second) ? "two" + second : "two.water" + second), "water", 33, 17,
          ValueRange{least_water(), most_water()});
      for (std::size_t i = 0; i < water.size(); ++i)
        ASSERT_NEAR(water[i], file_.terrain.layers["water"][i],
                    second == ".r16" || second == ".png" ? most_water() / 65535 : 0);
    }
  }
}

// Whole metres, of which 16 bits lose nothing: through every format and back.
TEST_F(Convert, AnElevationTileThroughEveryFormat) {
  TerrainFile tile;
  tile.terrain = terrain(1201, 1201, 1, fractal(1201, 1201, 800, 7, 200));
  for (float& value : tile.terrain.layers["height"]) value = std::round(value);
  write_terrain(folder_.path("N47E010.hgt"), tile);
  const std::string bytes = read_bytes(folder_.path("N47E010.hgt"));
  ASSERT_EQ(bytes.size(), 1201u * 1201 * 2);
  std::filesystem::create_directory(folder_.path("back"));
  for (const std::string end : {".r32", ".exr", ".tif", ".asc", ".npy", ".npz", ".bgeo.sc"}) {
    SCOPED_TRACE(end);
    ASSERT_EQ(convert("N47E010.hgt", "tile" + end).exit_code, 0);
    const Outcome back = convert("tile" + end, "back/N47E010.hgt",
                                 end == ".r32" ? Words{"--size", "1201x1201"} : Words{});
    ASSERT_EQ(back.exit_code, 0) << back.err;
    EXPECT_TRUE(read_bytes(folder_.path("back/N47E010.hgt")) == bytes);
  }
}

TEST_F(Convert, TurnsClockwise) {
  file_.terrain.layers.erase("water");
  file_.terrain.layers["velocity.x"] = constant(33, 17, 3);
  file_.terrain.layers["velocity.y"] = constant(33, 17, 1);
  file_.terrain.layers["flux.x"] = constant(33, 17, 1);
  write_terrain(folder_.path("in.exr"), file_);
  const Terrain quarter = converted("in.exr", "q.exr", {"--turn", "90"}).terrain;
  EXPECT_NE(notes_.find("flux.x"), std::string::npos) << notes_;
  ASSERT_EQ(quarter.nx, 17);
  ASSERT_EQ(quarter.ny, 33);
  // The corner in the north-west comes to the north-east.
  EXPECT_EQ(quarter.layers.at("height")[32 * 17 + 16], height()[16 * 33]);
  EXPECT_EQ(quarter.layers.at("height")[0], height()[32]);
  // What flows east-north-east flows south-south-east.
  EXPECT_EQ(quarter.layers.at("velocity.x")[0], 1);
  EXPECT_EQ(quarter.layers.at("velocity.y")[0], -3);
  const Terrain back = converted("q.exr", "b.exr", {"--turn", "270"}).terrain;
  EXPECT_EQ(back.layers.at("height"), height());
  EXPECT_EQ(back.layers.at("velocity.x"), constant(33, 17, 3));
  const Terrain half = converted("in.exr", "h.exr", {"--turn", "180"}).terrain;
  EXPECT_EQ(half.layers.at("height")[0], height().back());
  for (const std::string text : {"45", "-90", "east", "450"})
    EXPECT_TRUE(refused(convert("in.exr", "no.exr", {"--turn", text}), 1, {"--turn"})) << text;
}

TEST_F(Convert, StopsCleanly) {
  TerrainFile large;
  large.terrain = terrain(2000, 2000, 1, fractal(2000, 2000, 300, 5, 64));
  write_terrain(folder_.path("large.npz"), large);
  const std::vector<std::string> before = folder_.list();
  RunningRill rill({"convert", folder_.path("large.npz"), folder_.path("large.asc")});
  for (int i = 0; i < 30000 && folder_.list() == before; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_NE(folder_.list(), before) << "it never began to write";
  rill.send(SIGINT);
  const Outcome outcome = rill.wait();
  EXPECT_TRUE(refused(outcome, 130, {"nothing was written"}));
  EXPECT_EQ(folder_.list(), before);
}

TEST_F(Convert, CropsToTheCell) {
  const Terrain piece = converted("in.exr", "out.exr", {"--crop", "5,2,9,7"}).terrain;
  ASSERT_EQ(piece.nx, 9);
  ASSERT_EQ(piece.ny, 7);
  EXPECT_EQ(piece.cell, 4);
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 9; ++x)
      EXPECT_EQ(piece.layers.at("height")[std::size_t(y * 9 + x)],
                height()[std::size_t((y + 2) * 33 + x + 5)]);
  const Terrain last = converted("in.exr", "out.exr", {"--crop", "32,16,1,1"}).terrain;
  EXPECT_EQ(last.layers.at("height")[0], height().back());
  for (const std::string text : {"33,0,1,1", "0,0,34,1", "-1,0,3,3", "0,0,0,5", "1,2,3", "a,b,c,d"})
    EXPECT_TRUE(refused(convert("in.exr", "no.exr", {"--crop", text}), 1, {"--crop"})) << text;
}

TEST_F(Convert, ResamplingKeepsMeansAndPlanes) {
  TerrainFile plane = file_;
  plane.terrain.layers.erase("water");
  for (int y = 0; y < 17; ++y)
    for (int x = 0; x < 33; ++x)
      plane.terrain.layers["height"][std::size_t(y * 33 + x)] = float(3 * (x + 0.5) + (y + 0.5));
  write_terrain(folder_.path("plane.exr"), plane);
  const Terrain large = converted("plane.exr", "l.exr", {"--resample", "99x51"}).terrain;
  EXPECT_NE(notes_.find("bicubic"), std::string::npos) << notes_;
  EXPECT_NEAR(large.cell, 4.0 / 3, 1e-6);
  for (int y = 6; y < 45; ++y)  // beyond, the border's value goes on
    for (int x = 6; x < 93; ++x)
      EXPECT_NEAR(large.layers.at("height")[std::size_t(y * 99 + x)],
                  3 * (x + 0.5) / 3 + (y + 0.5) / 3, 1e-4);
  const Terrain tiny = converted("plane.exr", "t.exr", {"--crop", "0,0,32,16", "--resample", "2x1"}).terrain;
  EXPECT_NE(notes_.find("area mean"), std::string::npos) << notes_;
  EXPECT_NEAR(tiny.layers.at("height")[0] + tiny.layers.at("height")[1], 3 * 32 + 16, 1e-4);
  const Terrain same = converted("in.exr", "s.exr", {"--resample", "33x17"}).terrain;
  EXPECT_EQ(same.layers.at("height"), height());
  EXPECT_TRUE(refused(convert("in.exr", "no.exr", {"--resample", "33x33"}), 1,
                      {"square", "33x17", "--crop"}));
  EXPECT_TRUE(refused(convert("in.exr", "no.exr", {"--resample", "0x3"}), 1, {"--resample"}));
}

TEST_F(Convert, ResamplingLeavesTheGridsOwnLayersOut) {
  file_.terrain.layers["flux.x"] = constant(33, 17, 1);
  write_terrain(folder_.path("in.exr"), file_);
  const Terrain result = converted("in.exr", "out.exr", {"--resample", "66x34"}).terrain;
  EXPECT_FALSE(result.has("flux.x"));
  EXPECT_TRUE(result.has("water"));
  EXPECT_NE(notes_.find("flux.x"), std::string::npos) << notes_;
}

TEST_F(Convert, ACellMadeOfOneWithoutAValueHasNone) {
  file_.terrain.layers.erase("water");
  file_.nodata.assign(33 * 17, 0);
  file_.nodata[5 * 33 + 7] = 1;
  file_.nodata_value = -9999;
  file_.terrain.layers["height"][5 * 33 + 7] = -9999;
  write_terrain(folder_.path("holes.tif"), file_);
  const TerrainFile half = converted("holes.tif", "half.tif", {"--crop", "1,1,32,16", "--resample",
                                                               "16x8"});
  std::size_t missing = 0;
  for (std::size_t i = 0; i < half.nodata.size(); ++i) {
    missing += half.nodata[i];
    EXPECT_TRUE(half.nodata[i] || half.terrain.layers.at("height")[i] > -100);
  }
  EXPECT_EQ(missing, 1u);
  EXPECT_EQ(half.nodata[2 * 16 + 3], 1);
}

TEST_F(Convert, ThePlaceMovesWithThePiece) {
  auto place = std::make_shared<GeoReference>();
  place->pixel_scale = {4, 4, 0};
  place->tiepoint = {0, 0, 0, 1000, 5000, 0};  // north-west corner
  place->keys = {1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32632};
  file_.place = place;
  file_.terrain.layers.erase("water");
  write_terrain(folder_.path("geo.tif"), file_);
  const TerrainFile piece = converted("geo.tif", "piece.tif", {"--crop", "8,1,16,8", "--resample",
                                                               "8x4"});
  ASSERT_TRUE(piece.place);
  const auto& tie = piece.place->tiepoint;
  const auto& scale = piece.place->pixel_scale;
  EXPECT_EQ(scale[0], 8);
  EXPECT_EQ(tie[3] - tie[0] * scale[0], 1000 + 8 * 4);
  EXPECT_EQ(tie[4] + tie[1] * scale[1], 5000 - (17 - 1 - 8) * 4);
  EXPECT_EQ(piece.place->keys, place->keys);
}

TEST_F(Convert, TilesCoverTheTerrainAndOverlap) {
  file_.terrain.layers.erase("water");
  write_terrain(folder_.path("in.exr"), file_);
  ASSERT_EQ(convert("in.exr", "t.exr", {"--tile", "3x2", "--overlap", "2"}).exit_code, 0);
  const int x_starts[] = {0, 11, 22, 33}, y_starts[] = {0, 8, 17};
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i) {
      const std::string name =
          "t_x" + std::to_string(i) + "_y" + std::to_string(j) + ".exr";
      const Terrain tile = read_terrain(folder_.path(name)).terrain;
      const int x0 = std::max(0, x_starts[i] - 2), x1 = std::min(33, x_starts[i + 1] + 2);
      const int y0 = std::max(0, y_starts[j] - 2), y1 = std::min(17, y_starts[j + 1] + 2);
      ASSERT_EQ(tile.nx, x1 - x0) << name;
      ASSERT_EQ(tile.ny, y1 - y0) << name;
      for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x)
          ASSERT_EQ(tile.layers.at("height")[std::size_t((y - y0) * tile.nx + x - x0)],
                    height()[std::size_t(y * 33 + x)]);
    }
  EXPECT_TRUE(refused(convert("in.exr", "n.exr", {"--tile", "34x1"}), 1, {"--tile"}));
  EXPECT_TRUE(refused(convert("in.exr", "n.exr", {"--overlap", "1"}), 1, {"--tile"}));
  EXPECT_TRUE(refused(convert("in.exr", "n.exr", {"--tile", "2x2", "--overlap", "-1"}), 1,
                      {"--overlap"}));
}

TEST_F(Convert, TilesOfSixteenBitsShareARange) {
  ASSERT_EQ(convert("in.exr", "t.r16", {"--tile", "2x1", "--overlap", "1"}).exit_code, 0);
  const std::string left = read_bytes(folder_.path("t_x0_y0.r16"));
  const std::string right = read_bytes(folder_.path("t_x1_y0.r16"));
  const std::size_t left_columns = 17, right_columns = 18;  // 16 + 1 and 1 + 17
  ASSERT_EQ(left.size(), left_columns * 17 * 2);
  ASSERT_EQ(right.size(), right_columns * 17 * 2);
  for (std::size_t y = 0; y < 17; ++y)  // cells 15 and 16 are in both
    EXPECT_EQ(left.substr((y * left_columns + 15) * 2, 4), right.substr(y * right_columns * 2, 4));
}

TEST_F(Convert, AFullDiskLeavesNoTile) {
  file_.terrain.layers.erase("water");
  write_terrain(folder_.path("in.exr"), file_);
  const std::vector<std::string> before = folder_.list();
  const Outcome outcome = run_rill({"convert", folder_.path("in.exr"), folder_.path("t.r32"),
                                    "--tile", "2x1", "--overlap", "3"},
                                   16 * 17 * 4 + 3 * 17 * 4);
  EXPECT_TRUE(refused(outcome, 3, {"t_x1_y0.r32"}));
  EXPECT_EQ(folder_.list(), before);
}

std::vector<std::uint8_t> read_rgba(const std::string& path, int nx, int ny) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_TRUE(png_image_begin_read_from_file(&image, path.c_str()));
  EXPECT_EQ(image.width, png_uint_32(nx));
  EXPECT_EQ(image.height, png_uint_32(ny));
  image.format = PNG_FORMAT_RGBA;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  EXPECT_TRUE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr));
  return pixels;
}

TEST_F(Convert, PacksMasksIntoChannels) {
  TerrainFile masks;
  masks.terrain = terrain(3, 2, 1, constant(3, 2, 0));
  masks.terrain.layers["a"] = {0, 0.5f, 1, 0, 0, 2};
  masks.terrain.layers["b"] = {0, 0, 0, 4, 2, 0};
  masks.terrain.layers["c"] = constant(3, 2, 0.25f);
  masks.terrain.layers["d"] = constant(3, 2, 1);
  write_terrain(folder_.path("m.exr"), masks);
  const Outcome outcome = convert("m.exr", "s.png", {"--splat", "a,b/4,c,d"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("1 cells of 'a'"), std::string::npos) << outcome.err;
  const std::vector<std::uint8_t> pixels = read_rgba(folder_.path("s.png"), 3, 2);
  using Bytes = std::vector<std::uint8_t>;
  EXPECT_EQ(pixels, (Bytes{0, 255, 64, 255, 0, 128, 64, 255, 255, 0, 64, 255,  // y = 1 on top
                           0, 0, 64, 255, 128, 0, 64, 255, 255, 0, 64, 255}));
  ASSERT_EQ(convert("m.exr", "s.exr", {"--splat", "a,b/4"}).exit_code, 0);
  ReadOptions colours;
  colours.layer_names = {{"height", "R"}};
  const Terrain packed = read_terrain(folder_.path("s.exr"), colours).terrain;
  EXPECT_EQ(packed.layers.at("R"), (Layer{0, 0.5f, 1, 0, 0, 2}));  // not cut
  EXPECT_EQ(packed.layers.at("G"), (Layer{0, 0, 0, 1, 0.5f, 0}));
  EXPECT_TRUE(refused(convert("m.exr", "n.png", {"--splat", "a,b,c,d,a"}), 1, {"four"}));
  EXPECT_TRUE(refused(convert("m.exr", "n.png", {"--splat", "snow"}), 1, {"snow", "a, b"}));
  EXPECT_TRUE(refused(convert("m.exr", "n.tif", {"--splat", "c"}), 1, {".png or .exr"}));
  EXPECT_TRUE(refused(convert("m.exr", "n.png", {"--splat", "c/0"}), 1, {"--splat"}));
}

TEST_F(Convert, KnowsTheSizesOfEngines) {
  const auto sized = [&](const std::string& size, const std::string& engine) {
    return convert("in.exr", "e.r16", {"--crop", "0,0,17,17", "--resample", size, "--for", engine});
  };
  for (const std::string size : {"127x127", "253x253", "505x505", "1009x1009", "64x64", "8x8"})
    EXPECT_EQ(sized(size, "unreal").exit_code, 0) << size;
  EXPECT_EQ(sized("513x513", "unity").exit_code, 0);
  EXPECT_TRUE(refused(sized("1024x1024", "unreal"), 1, {"1024 x 1024", "1009x1009"}));
  EXPECT_TRUE(refused(sized("512x512", "unity"), 1, {"513x513"}));
  EXPECT_TRUE(refused(sized("513x513", "doom"), 1, {"doom", "unreal"}));
  const Outcome hint = convert("in.exr", "h.r16");
  EXPECT_EQ(hint.exit_code, 0);
  EXPECT_NE(hint.err.find("landscape size"), std::string::npos) << hint.err;
  EXPECT_EQ(convert("in.exr", "h.exr").err, "");
}

TEST_F(Convert, DoesNotReplaceItsInput) {
  const std::string before = read_bytes(folder_.path("in.exr"));
  EXPECT_TRUE(refused(convert("in.exr", "in.exr"), 1, {"in.exr", "replace"}));
  std::filesystem::create_symlink("in.exr", folder_.path("link.exr"));
  EXPECT_TRUE(refused(convert("in.exr", "link.exr"), 1, {"in.exr", "replace"}));
  std::filesystem::create_symlink("loop.exr", folder_.path("loop.exr"));
  EXPECT_TRUE(refused(convert("loop.exr", "out.exr"), 1, {"loop.exr"}));
  EXPECT_TRUE(read_bytes(folder_.path("in.exr")) == before);
}

}  // namespace
}  // namespace rill::test
