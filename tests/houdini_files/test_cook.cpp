// The command on Houdini's files: what a cook keeps, tiles one by one and joined, masks by their
// place, what info says.

#include <gtest/gtest.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "files.h"
#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

using Json = nlohmann::json;

// Four tiles of 3 x 4 to 37 x 17 cells of 2 m, which fill 40 x 21 cells: along Z 3 and 37, along X
// 4 and 17. Not in the order of the whole.
const std::vector<Tile> fitting = {
    {25, 43, 37, 17, 0}, {4, 3, 3, 4, 0}, {4, 43, 37, 4, 0}, {25, 3, 3, 17, 0}};
constexpr int all_nx = 40, all_ny = 21;

class HoudiniCook : public testing::Test {
 protected:
  HoudiniCook() {
    whole_ = terrain(all_nx, all_ny, 2, fractal(all_nx, all_ny, 30, 3, 9));
    whole_.layers["rain"] = fractal(all_nx, all_ny, 1, 4, 5);
    for (float& value : whole_.layers["rain"]) value = std::fabs(value);
  }

  // The tiles with the whole terrain's values.
  void write_tiles(const std::string& name, const std::vector<Tile>& tiles = fitting) {
    const HoudiniDocument document = parse(tiles_text(tiles, "rain"));
    const std::vector<HeightField> fields = height_fields(document);
    const JoinedField joined = join_fields(fields);
    std::vector<Terrain> parts;
    for (std::size_t p = 0; p < fields.size(); ++p)
      parts.push_back(split_part(whole_, fields, joined, p));
    std::vector<FieldResult> results;
    for (std::size_t p = 0; p < fields.size(); ++p)
      results.push_back({&fields[joined.parts[p].field], &parts[p]});
    write_height_fields(folder_.path(name), document, results);
  }

  Words cook(const std::string& input, const std::string& output, const Words& more = {}) {
    return Words{"cook",    folder_.path(input), "-o", folder_.path(output),
                 "--quiet", "--iterations",      "15", "--rain",
                 "0.05"} +
           more;
  }
  static Terrain cooked(Terrain terrain) {
    Params params;
    params.iterations = 15;
    params.rain = 0.05;
    return rill::cook(std::move(terrain), Node::combined, params).terrain;
  }
  Terrain read_joined(const std::string& name) {
    ReadOptions options;
    options.tiles = FieldTiles::joined;
    return read_terrain(folder_.path(name), options).terrain;
  }

  const Folder folder_;
  Terrain whole_;
};

// --- one height field

TEST_F(HoudiniCook, KeepsWhatItDoesNotTouch) {
  const std::string input = real_file("labs185_hf_combine_masks.bgeo.sc");
  for (const std::string output : {"out.bgeo.sc", "out.bgeo", "out.geo", "out.bgeo.gz"}) {
    const Outcome outcome =
        run_rill({"cook", input, "--iterations", "3", "-q", "-o", folder_.path(output)});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const TerrainFile before = read_terrain(input), after = read_terrain(folder_.path(output));
    Params params;
    params.iterations = 3;
    const Terrain expected = rill::cook(before.terrain, Node::combined, params).terrain;
    EXPECT_EQ(difference_in_bits(after.terrain, expected), "") << output;
    // The old volumes first, in their order and place; then the new ones.
    ASSERT_GT(after.houdini->volumes.size(), before.houdini->volumes.size());
    for (std::size_t v = 0; v < before.houdini->volumes.size(); ++v) {
      EXPECT_EQ(after.houdini->volumes[v].name, before.houdini->volumes[v].name);
      EXPECT_EQ(after.houdini->volumes[v].transform, before.houdini->volumes[v].transform);
    }
  }
}

TEST_F(HoudiniCook, CarriesAStateOn) {
  TerrainFile file;
  file.terrain = whole_;
  write_terrain(folder_.path("in.bgeo.sc"), file);
  ASSERT_EQ(run_rill(cook("in.bgeo.sc", "half.bgeo.sc", {"--keep-low"})).exit_code, 0);
  ASSERT_EQ(run_rill(cook("half.bgeo.sc", "all.bgeo.sc")).exit_code, 0);
  Params params;
  params.iterations = 30;
  params.rain = 0.05;
  const Terrain at_once = rill::cook(whole_, Node::combined, params).terrain;
  const Terrain result = read_terrain(folder_.path("all.bgeo.sc")).terrain;
  for (const char* name : {"height", "water", "sediment", "flux.x"})
    EXPECT_EQ(result.layers.at(name), at_once.layers.at(name)) << name;
}

TEST_F(HoudiniCook, LayersByOtherNames) {
  TerrainFile file;
  file.terrain = whole_;
  WriteOptions names;
  names.layer_names = {{"height", "elevation"}, {"rain", "wet"}};
  write_terrain(folder_.path("named.bgeo.sc"), file, names);
  EXPECT_TRUE(refused(run_rill(cook("named.bgeo.sc", "no.bgeo.sc")), 1, {"elevation", "wet"}));
  const Outcome outcome = run_rill(cook("named.bgeo.sc", "out.bgeo.sc",
                                        {"--height-layer", "elevation", "--rain-layer", "wet",
                                         "--masks", folder_.path("named.bgeo.sc")}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  ReadOptions options;
  options.layer_names = names.layer_names;
  EXPECT_EQ(difference_in_bits(read_terrain(folder_.path("out.bgeo.sc"), options).terrain,
                               cooked(whole_)),
            "");
  ASSERT_EQ(run_rill({"convert", folder_.path("named.bgeo.sc"), folder_.path("out.exr"),
                      "--height-layer", "elevation", "-q"})
                .exit_code,
            0);
  EXPECT_EQ(read_terrain(folder_.path("out.exr")).terrain.layers.at("height"),
            whole_.layers["height"]);
}

// --- several

TEST_F(HoudiniCook, JoinedTilesAreTheWholeToTheBit) {
  write_tiles("tiles.bgeo.sc");
  const Outcome outcome = run_rill(cook("tiles.bgeo.sc", "out.bgeo.sc", {"--tiles", "joined"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(difference_in_bits(read_joined("out.bgeo.sc"), cooked(whole_)), "");
  const TerrainFile parts = read_terrain(folder_.path("out.bgeo.sc"));
  EXPECT_EQ(parts.height_fields->all.size(), 4u);
  EXPECT_EQ(parts.terrain.nx, 37);
  // Into another format the whole goes as one grid.
  ASSERT_EQ(run_rill(cook("tiles.bgeo.sc", "out.exr", {"--tiles", "joined"})).exit_code, 0);
  EXPECT_EQ(difference_in_bits(read_terrain(folder_.path("out.exr")).terrain, cooked(whole_)), "");
}

TEST_F(HoudiniCook, JoinedTilesGoOnFromACheckpoint) {
  write_tiles("tiles.bgeo.sc");
  const Words more = {"--tiles", "joined", "--checkpoint", folder_.path("kept"),
                      "--every", "5",      "--resume"};
  RunningRill rill(cook("tiles.bgeo.sc", "out.bgeo.sc", more));
  rill.send(9);
  rill.wait();
  const Outcome outcome = run_rill(cook("tiles.bgeo.sc", "out.bgeo.sc", more));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(difference_in_bits(read_joined("out.bgeo.sc"), cooked(whole_)), "");
}

TEST_F(HoudiniCook, SeparateTilesAreEachTheirOwn) {
  write_tiles("tiles.bgeo.sc");
  for (const Words& more : {Words{}, Words{"--tiles", "separate"}}) {
    const Outcome outcome = run_rill(
        cook("tiles.bgeo.sc", "out.bgeo.sc", more + Words{"--stats", folder_.path("s.json")}));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("4 height fields"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("--tiles joined"), std::string::npos) << outcome.err;
    const TerrainFile before = read_terrain(folder_.path("tiles.bgeo.sc"));
    const TerrainFile after = read_terrain(folder_.path("out.bgeo.sc"));
    ASSERT_EQ(after.height_fields->all.size(), 4u);
    for (std::size_t f = 0; f < 4; ++f)
      EXPECT_EQ(difference_in_bits(read_other_field(after, f).terrain,
                                   cooked(read_other_field(before, f).terrain)),
                "")
          << f;
    const Json stats = Json::parse(read_bytes(folder_.path("s.json")));
    ASSERT_EQ(stats.at("height_fields").size(), 4u);
    EXPECT_EQ(stats["height_fields"][1]["grid"]["ny"], 4);
  }
  // Its statistics repeat it.
  ASSERT_EQ(run_rill({"cook", folder_.path("tiles.bgeo.sc"), "-q", "--params",
                      folder_.path("s.json"), "-o", folder_.path("again.bgeo")})
                .exit_code,
            0);
  const TerrainFile first = read_terrain(folder_.path("out.bgeo.sc"));
  const TerrainFile again = read_terrain(folder_.path("again.bgeo"));
  for (std::size_t f = 0; f < 4; ++f)
    EXPECT_EQ(
        difference_in_bits(read_other_field(first, f).terrain, read_other_field(again, f).terrain),
        "");
}

TEST_F(HoudiniCook, MasksOfSeparateTilesLieWhereTheyShould) {
  write_tiles("tiles.bgeo.sc");
  // Rain that grows along the world's X, on another grid that is off centre and larger.
  TerrainFile masks;
  masks.terrain = terrain(30, 20, 4, constant(30, 20, 0));
  masks.scene_place = GridPlace{{-13, 7, -13}, {0, 0, 4}, {4, 0, 0}};
  Layer& rain = masks.terrain.layers["rain"];
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 30; ++x) rain.push_back(float(masks.scene_place->at(x, y)[0] + 13) / 50);
  write_terrain(folder_.path("masks.bgeo.sc"), masks);
  const Outcome outcome =
      run_rill(cook("tiles.bgeo.sc", "out.bgeo.sc", {"--masks", folder_.path("masks.bgeo.sc")}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("by its position"), std::string::npos) << outcome.err;
  const Terrain result = read_joined("out.bgeo.sc");
  for (int y = 0; y < all_ny; ++y)
    for (int x = 0; x < all_nx; ++x)
      ASSERT_NEAR(result.layers.at("rain")[std::size_t(y * all_nx + x)], (2 * y + 1 + 13) / 50.0,
                  1e-5);
  // Tiles as masks cover the ground of all of them.
  TerrainFile plain;
  plain.terrain = terrain(all_nx, all_ny, 2, whole_.layers["height"]);
  plain.scene_place = GridPlace{{1, 0, 1}, {0, 0, 2}, {2, 0, 0}};
  write_terrain(folder_.path("plain.bgeo.sc"), plain);
  ASSERT_EQ(
      run_rill(cook("plain.bgeo.sc", "masked.bgeo.sc", {"--masks", folder_.path("tiles.bgeo.sc")}))
          .exit_code,
      0);
  EXPECT_EQ(read_terrain(folder_.path("masked.bgeo.sc")).terrain.layers.at("rain"),
            whole_.layers["rain"]);
}

// As in Houdini, where a mask's volume is a value beyond its grid, and a height's border goes on.
TEST_F(HoudiniCook, MasksEndWhereTheirGridEnds) {
  TerrainFile file;
  file.terrain = terrain(all_nx, all_ny, 2, whole_.layers["height"]);
  file.scene_place = GridPlace{{1, 0, 1}, {0, 0, 2}, {2, 0, 0}};
  write_terrain(folder_.path("in.bgeo.sc"), file);
  TerrainFile masks;  // of the first 4 x 3 cells
  masks.terrain = terrain(4, 3, 2, constant(4, 3, 7));
  masks.terrain.layers["rain"] = constant(4, 3, 0.5f);
  masks.scene_place = file.scene_place;
  write_terrain(folder_.path("masks.bgeo.sc"), masks);
  const TerrainFile read = read_terrain(folder_.path("masks.bgeo.sc"));
  EXPECT_EQ(read.borders.at("height").beyond, Beyond::streak);
  EXPECT_EQ(read.borders.at("rain").beyond, Beyond::constant);
  const Outcome outcome =
      run_rill(cook("in.bgeo.sc", "out.bgeo.sc", {"--masks", folder_.path("masks.bgeo.sc")}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("beyond its grid it is 0"), std::string::npos) << outcome.err;
  const Layer rain = read_terrain(folder_.path("out.bgeo.sc")).terrain.layers.at("rain");
  for (int y = 0; y < all_ny; ++y)
    for (int x = 0; x < all_nx; ++x)
      ASSERT_EQ(rain[std::size_t(y * all_nx + x)], x < 4 && y < 3 ? 0.5f : 0.0f) << x << ", " << y;
}

TEST_F(HoudiniCook, MasksNeedNoHeight) {
  TerrainFile file;
  file.terrain = terrain(all_nx, all_ny, 2, whole_.layers["height"]);
  write_terrain(folder_.path("in.bgeo.sc"), file);
  TerrainFile masks = file;  // the same grid, with two layers that are no height
  masks.terrain.layers = {{"height", whole_.layers["rain"]},
                          {"erodability", constant(all_nx, all_ny, 1)}};
  WriteOptions names;
  names.layer_names = {{"height", "rain"}};
  write_terrain(folder_.path("masks.bgeo.sc"), masks, names);
  const Outcome outcome =
      run_rill(cook("in.bgeo.sc", "out.bgeo.sc", {"--masks", folder_.path("masks.bgeo.sc")}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(read_terrain(folder_.path("out.bgeo.sc")).terrain.layers.at("height"),
            cooked(whole_).layers.at("height"));
}

TEST_F(HoudiniCook, RefusesTilesThatDoNotGoTogether) {
  std::vector<Tile> gap = fitting;
  gap[0].x += 2;
  write_bytes(folder_.path("gap.geo"), tiles_text(gap, "rain"));
  EXPECT_TRUE(refused(run_rill(cook("gap.geo", "no.bgeo.sc", {"--tiles", "joined"})), 1,
                      {"gap.geo", "do not fit together", "rectangle", "--tiles separate"}));
  std::vector<Tile> over = fitting;
  over[1].z += 2;
  write_bytes(folder_.path("over.geo"), tiles_text(over, "rain"));
  EXPECT_TRUE(refused(run_rill(cook("over.geo", "no.bgeo.sc", {"--tiles", "joined"})), 1,
                      {"over.geo", "number 2 and number 3 overlap"}));
  EXPECT_EQ(run_rill(cook("gap.geo", "gap.bgeo.sc")).exit_code, 0);
  EXPECT_TRUE(
      refused(run_rill(cook("gap.geo", "no.exr")), 1, {"4 height fields", "no.exr", "joined"}));
  EXPECT_TRUE(refused(run_rill(cook("gap.geo", "no.bgeo.sc", {"--checkpoint", folder_.path("k")})),
                      1, {"--checkpoint", "made for one"}));
  EXPECT_TRUE(
      refused(run_rill(cook("gap.geo", "no.bgeo.sc", {"--frames", "1:" + folder_.path("f%d.png")})),
              1, {"--frames"}));
  EXPECT_TRUE(refused(run_rill(cook("gap.geo", "no.bgeo.sc", {"--preview", folder_.path("p.png")})),
                      1, {"--preview"}));
  EXPECT_TRUE(refused(
      run_rill(cook("gap.geo", "no.bgeo.sc", {"--layer", "water=" + folder_.path("gap.geo")})), 1,
      {"--layer water"}));
  EXPECT_TRUE(refused(run_rill(cook("gap.geo", "no.bgeo.sc", {"--tiles", "glued"})), 1,
                      {"--tiles glued", "separate or joined"}));
  TerrainFile file;
  file.terrain = whole_;
  write_terrain(folder_.path("in.exr"), file);
  EXPECT_TRUE(
      refused(run_rill(cook("in.exr", "no.exr", {"--tiles", "joined"})), 1, {"--tiles", "in.exr"}));
  for (const std::string& name : folder_.list()) EXPECT_NE(name.substr(0, 2), "no") << name;
}

// --- convert and info

TEST_F(HoudiniCook, PiecesKeepTheirPlaceInTheScene) {
  TerrainFile file;
  file.terrain = whole_;
  const double c = 2 * std::cos(0.3), s = 2 * std::sin(0.3);  // turned about the vertical axis
  file.scene_place = GridPlace{{100, 20, -7}, {s, 0, c}, {c, 0, -s}};
  write_terrain(folder_.path("in.bgeo.sc"), file);
  const TerrainFile read = read_terrain(folder_.path("in.bgeo.sc"));
  const auto expect_at = [&](const std::string& name, int x, int y) {
    const TerrainFile piece = read_terrain(folder_.path(name));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(piece.scene_place->origin[i], file.scene_place->at(x, y)[i], 1e-4) << name;
      EXPECT_NEAR(piece.scene_place->step_y[i], file.scene_place->step_y[i], 1e-5) << name;
    }
    EXPECT_EQ(piece.terrain.layers.at("height")[0],
              whole_.layers["height"][std::size_t(y * all_nx + x)]);
  };
  EXPECT_NEAR(read.terrain.cell, 2, 1e-6);
  const auto convert = [&](const std::string& output, const Words& more) {
    const Outcome outcome =
        run_rill(Words{"convert", folder_.path("in.bgeo.sc"), folder_.path(output), "-q"} + more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  };
  convert("crop.bgeo.sc", {"--crop", "5,3,20,10"});
  expect_at("crop.bgeo.sc", 5, 3);
  convert("t.bgeo.sc", {"--tile", "2x2", "--overlap", "1"});
  expect_at("t_x1_y1.bgeo.sc", 19, 9);
  // Turned, the ground stays where it is: cell (0, 0) was the one at the south-east.
  convert("turned.bgeo.sc", {"--turn", "90"});
  const TerrainFile turned = read_terrain(folder_.path("turned.bgeo.sc"));
  EXPECT_EQ(turned.terrain.nx, all_ny);
  EXPECT_EQ(turned.terrain.layers.at("height")[0], whole_.layers["height"][all_nx - 1]);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(turned.scene_place->origin[i], file.scene_place->at(all_nx - 1, 0)[i], 1e-4);
  // Half the cells around the same middle.
  convert("half.bgeo.sc", {"--crop", "0,0,40,20", "--resample", "20x10"});
  const TerrainFile half = read_terrain(folder_.path("half.bgeo.sc"));
  EXPECT_NEAR(half.terrain.cell, 4, 1e-5);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(half.scene_place->at(9.5, 4.5)[i], file.scene_place->at(19.5, 9.5)[i], 1e-4);
}

// Tiles of a terrain from elsewhere fit together in a scene.
TEST_F(HoudiniCook, TilesOfAMapLieBesideEachOther) {
  TerrainFile file;
  file.terrain = whole_;
  write_terrain(folder_.path("map.exr"), file);
  ASSERT_EQ(run_rill({"convert", folder_.path("map.exr"), folder_.path("t.bgeo"), "--tile", "3x2"})
                .exit_code,
            0);
  std::vector<HeightField> fields;
  for (const char* name : {"t_x0_y0", "t_x1_y0", "t_x2_y0", "t_x0_y1", "t_x1_y1", "t_x2_y1"})
    fields.push_back(read_terrain(folder_.path(std::string(name) + ".bgeo")).height_fields->grid());
  const JoinedField joined = join_fields(fields);
  EXPECT_EQ(joined.whole.nx, all_nx);
  EXPECT_EQ(joined.whole.ny, all_ny);
}

TEST_F(HoudiniCook, InfoSaysVersionAndPlace) {
  const Outcome text = run_rill({"info", real_file("labs180_hf_insert_mask.bgeo.sc")});
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_NE(text.out.find("Houdini: version 18.0.604"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("transform: 0 0 "), std::string::npos) << text.out;
  write_tiles("tiles.bgeo.sc");
  const auto info = [&](const Words& more) {
    const Outcome outcome = run_rill(Words{"info", folder_.path("tiles.bgeo.sc"), "--json"} + more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return Json::parse(outcome.out);
  };
  const Json first = info({});
  EXPECT_EQ(first["houdini"]["version"], "13.0.288");
  EXPECT_EQ(first["houdini"]["height_fields"], 4);
  EXPECT_EQ(first["houdini"]["fit_together"], true);
  EXPECT_EQ(first["houdini"]["centre"], (Json{25, 0, 43}));
  EXPECT_EQ(first["houdini"]["transform"], (Json{0, 0, 37, 17, 0, 0, 0, 1, 0}));
  EXPECT_EQ(first["grid"]["nx"], 37);
  const Json joined = info({"--tiles", "joined"});
  EXPECT_EQ(joined["grid"]["nx"], all_nx);
  EXPECT_EQ(joined["houdini"]["centre"], (Json{21, 0, 40}));
  EXPECT_EQ(joined["houdini"]["cell_along_y"], (Json{2, 0, 0}));
}

}  // namespace
}  // namespace rill::test
