// Layers by name, from a second file, on another grid; cell sizes; cells without a value.

#include <gtest/gtest.h>

#include <rill/cook.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "folder.h"
#include "io/geo_reference.h"
#include "io/terrain_file.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

class TerrainInput : public testing::Test {
 protected:
  TerrainInput() {
    file_.terrain = terrain(31, 17, 4, fractal(31, 17, 40, 3, 9));
    write_terrain(folder_.path("in.exr"), file_);
  }

  Words cook(const std::string& input, const std::string& output, const Words& more = {}) {
    return Words{"cook",         folder_.path(input), "-o",     folder_.path(output), "--quiet",
                 "--iterations", "12",                "--rain", "0.05"} +
           more;
  }

  TerrainFile cooked(const Words& words, const std::string& output) {
    const Outcome outcome = run_rill(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    notes_ = outcome.err;
    return read_terrain(folder_.path(output));
  }

  Terrain expected(Terrain terrain) {
    Params params;
    params.iterations = 12;
    params.rain = 0.05;
    return cook_result(std::move(terrain), params);
  }
  static Terrain cook_result(Terrain terrain, const Params& params) {
    return rill::cook(std::move(terrain), Node::combined, params).terrain;
  }

  const Folder folder_;
  TerrainFile file_;
  std::string notes_;
};

TEST_F(TerrainInput, AFileThatSaysItsCellNeedsNoOptions) {
  const Terrain result = cooked(cook("in.exr", "out.exr"), "out.exr").terrain;
  EXPECT_EQ(result.cell, 4);
  EXPECT_EQ(difference_in_bits(result, expected(file_.terrain)), "");
  EXPECT_EQ(notes_, "");
}

TEST_F(TerrainInput, SaysWhereCellOrSizeDiffer) {
  const Terrain result =
      cooked(cook("in.exr", "out.exr", {"--cell", "5"}), "out.exr").terrain;
  EXPECT_NE(notes_.find("cells are 4 m; --cell 5 is used"), std::string::npos) << notes_;
  EXPECT_EQ(result.cell, 5);
  cooked(cook("in.exr", "out.exr", {"--cell", "4", "--size", "31x17"}), "out.exr");
  EXPECT_EQ(notes_, "");
  EXPECT_TRUE(refused(run_rill(cook("in.exr", "no.exr", {"--size", "17x31"})), 1,
                      {"31 x 17", "17x31", "leave --size out"}));
}

TEST_F(TerrainInput, AsksForWhatTheFileDoesNotSay) {
  write_floats(folder_.path("h.r32"), file_.terrain.layers["height"]);
  EXPECT_TRUE(refused(run_rill(cook("h.r32", "out", {"--size", "31x17"})), 1, {"h.r32", "--cell"}));
  EXPECT_TRUE(refused(run_rill(cook("h.r32", "out", {"--cell", "4"})), 1, {"h.r32", "size"}));
  EXPECT_TRUE(refused(run_rill(cook("none.exr", "out")), 1, {"none.exr", "No such file"}));
  EXPECT_TRUE(refused(run_rill(cook("in.exr", "out.docx")), 1, {".docx"}));
  EXPECT_TRUE(refused(run_rill(cook("in.exr", "in.exr")), 1, {"replace", "in.exr"}));
}

TEST_F(TerrainInput, LayersHaveTheNamesThatTheFileGivesThem) {
  TerrainFile named = file_;
  named.terrain.layers["wetness"] = fractal(31, 17, 1, 8, 5);
  for (float& value : named.terrain.layers["wetness"]) value = std::fabs(value);
  named.terrain.layers["rain"] = constant(31, 17, 7);  // something else in this file
  write_terrain(folder_.path("named.exr"), named);
  const TerrainFile result =
      cooked(cook("named.exr", "out.exr", {"--rain-layer", "wetness"}), "out.exr");
  Terrain same = file_.terrain;
  same.layers["rain"] = named.terrain.layers["wetness"];
  Terrain wanted = expected(same);
  EXPECT_EQ(result.terrain.layers.at("height"), wanted.layers["height"]);
  EXPECT_EQ(result.terrain.layers.at("wetness"), named.terrain.layers["wetness"]);
  EXPECT_EQ(result.terrain.layers.at("rain"), named.terrain.layers["rain"]);
  EXPECT_TRUE(refused(run_rill(cook("named.exr", "no.exr", {"--rain-layer", "snow"})), 1,
                      {"'snow'", "wetness"}));
}

TEST_F(TerrainInput, ALayerOfItsOwnFile) {
  TerrainFile rain = file_;
  rain.terrain.layers["height"] = constant(31, 17, 2);
  write_terrain(folder_.path("rain.tif"), rain);
  Terrain same = file_.terrain;
  same.layers["rain"] = constant(31, 17, 2);
  const Terrain result =
      cooked(cook("in.exr", "out.exr", {"--layer", "rain=" + folder_.path("rain.tif")}), "out.exr")
          .terrain;
  EXPECT_EQ(difference_in_bits(result, expected(same)), "");
}

TEST_F(TerrainInput, MasksOfAnotherGridAreResampled) {
  // A plane is the same plane on every grid, away from the border's half cell.
  TerrainFile masks;
  masks.terrain = terrain(62, 34, 2, constant(62, 34, 0));
  Layer& rain = masks.terrain.layers["rain"];
  rain.resize(62 * 34);
  for (int y = 0; y < 34; ++y)
    for (int x = 0; x < 62; ++x)
      rain[std::size_t(y * 62 + x)] = float((x + 0.5) / 62 + 2 * (y + 0.5) / 34);
  write_terrain(folder_.path("masks.exr"), masks);
  const Terrain result =
      cooked(cook("in.exr", "out.exr", {"--masks", folder_.path("masks.exr")}), "out.exr").terrain;
  EXPECT_NE(notes_.find("bilinear"), std::string::npos) << notes_;
  const Layer& used = result.layers.at("rain");
  for (int y = 0; y < 17; ++y)
    for (int x = 0; x < 31; ++x)
      EXPECT_NEAR(used[std::size_t(y * 31 + x)], (x + 0.5) / 31 + 2 * (y + 0.5) / 17, 1e-5);
  TerrainFile nothing = masks;
  nothing.terrain.layers.erase("rain");
  write_terrain(folder_.path("nothing.exr"), nothing);
  EXPECT_TRUE(refused(run_rill(cook("in.exr", "no.exr", {"--masks", folder_.path("nothing.exr")})),
                      1, {"nothing.exr", "erodability", "height"}));
}

// Both georeferenced in the same coordinates: the mask is read where it lies. Here it covers more
// ground than the terrain, at another cell size, and grows to the east.
TEST_F(TerrainInput, MasksLieWhereTheirFileSays) {
  const auto at = [](double west, double north, double cell) {
    auto place = std::make_shared<GeoReference>();
    place->pixel_scale = {cell, cell, 0};
    place->tiepoint = {0, 0, 0, west, north, 0};
    place->keys = {1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32632};
    return place;
  };
  file_.place = at(1000, 5000, 4);  // 31 x 17 cells: to 1124 east, 4932 north
  write_terrain(folder_.path("in.tif"), file_);
  TerrainFile mask;
  mask.terrain = terrain(40, 30, 8, constant(40, 30, 0));
  mask.place = at(900, 5100, 8);
  Layer& values = mask.terrain.layers["height"];
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = float(i % 40) * 0.1f;
  write_terrain(folder_.path("rain.tif"), mask);
  const Words more = {"--layer", "rain=" + folder_.path("rain.tif")};
  cooked(cook("in.tif", "out.tif", more), "out.tif");
  EXPECT_NE(notes_.find("by its position"), std::string::npos) << notes_;
  const Layer rain = read_layer(folder_.path("out.rain.tif"), "rain", 31, 17);
  for (int y = 0; y < 17; ++y)
    for (int x = 0; x < 31; ++x)
      ASSERT_NEAR(rain[std::size_t(y * 31 + x)], 0.1 * ((1002 + 4 * x - 904) / 8.0), 1e-4);
  // In other coordinates positions say nothing: both cover the same ground then.
  auto other = std::make_shared<GeoReference>(*mask.place);
  other->keys.back() = 32633;
  mask.place = other;
  write_terrain(folder_.path("rain.tif"), mask);
  cooked(cook("in.tif", "out.tif", more), "out.tif");
  EXPECT_NE(notes_.find("the same ground"), std::string::npos) << notes_;
}

// A file of masks has no height of its own.
TEST_F(TerrainInput, MasksNeedNoHeight) {
  Terrain same = file_.terrain;
  same.layers["rain"] = constant(31, 17, 2);
  same.layers["erodability"] = constant(31, 17, 0.5f);
  const Terrain wanted = expected(same);
  std::filesystem::create_directory(folder_.path("masks"));
  for (const char* name : {"rain", "erodability"})
    write_floats(folder_.path(std::string("masks/") + name + ".r32"), same.layers[name]);
  const Terrain result =
      cooked(cook("in.exr", "out.exr", {"--masks", folder_.path("masks")}), "out.exr").terrain;
  EXPECT_EQ(difference_in_bits(result, wanted), "");
}

TEST_F(TerrainInput, AHeightByAnotherName) {
  TerrainFile named;
  named.terrain = Terrain{31, 17, 4, {{"elevation", file_.terrain.layers["height"]},
                                      {"snow", constant(31, 17, 1)}}};
  TerrainFile with_height = named;  // a terrain is written with a height
  with_height.terrain.layers["height"] = constant(31, 17, 0);
  for (const std::string end : {".exr", ".npz"}) {
    write_terrain(folder_.path("both" + end), with_height);
    const Terrain result = cooked(cook("both" + end, "out.exr", {"--height-layer", "elevation"}),
                                  "out.exr")
                               .terrain;
    EXPECT_EQ(result.layers.at("height"), expected(file_.terrain).layers["height"]);
  }
}

TEST_F(TerrainInput, CellsWithoutAValueKeepItAndLetNothingIn) {
  TerrainFile holes = file_;
  holes.nodata.assign(31 * 17, 0);
  holes.nodata_value = -9999;
  for (int y = 4; y < 11; ++y)
    for (int x = 8; x < 16; ++x) {
      holes.nodata[std::size_t(y * 31 + x)] = 1;
      holes.terrain.layers["height"][std::size_t(y * 31 + x)] = -9999;
    }
  write_terrain(folder_.path("holes.tif"), holes);
  ASSERT_EQ(read_terrain(folder_.path("holes.tif")).nodata, holes.nodata);
  const TerrainFile result =
      cooked(cook("holes.tif", "out.tif", {"--border", "closed"}), "out.tif");
  EXPECT_EQ(result.nodata, holes.nodata);
  const Layer water = read_layer(folder_.path("out.water.tif"), "water", 31, 17);
  const Layer& height = result.terrain.layers.at("height");
  int changed = 0;
  for (std::size_t i = 0; i < height.size(); ++i) {
    if (holes.nodata[i]) {
      EXPECT_EQ(height[i], -9999);
      EXPECT_EQ(water[i], 0);
    } else {
      EXPECT_GT(height[i], -100);
      changed += height[i] != file_.terrain.layers["height"][i];
    }
  }
  EXPECT_GT(changed, 100);
  for (const std::string& name : folder_.list())
    EXPECT_EQ(name.find("out.rain"), std::string::npos) << "the wall's masks are not the user's";
}

TEST_F(TerrainInput, SaysTheMemoryItNeeds) {
  Words words = cook("in.exr", "out.exr");
  words.erase(std::find(words.begin(), words.end(), "--quiet"));
  const Outcome outcome = run_rill(words);
  EXPECT_NE(outcome.err.find("MB of memory"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("steps/s"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace rill::test
