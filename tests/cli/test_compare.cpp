// rill compare and rill info.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

#include "folder.h"
#include "io/terrain_file.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

using Json = nlohmann::json;

class Compare : public testing::Test {
 protected:
  Compare() {
    a_.terrain = terrain(9, 7, 4, fractal(9, 7, 40, 3, 9));
    a_.terrain.layers["water"] = constant(9, 7, 1);
    b_ = a_;
    write(a_, "a.exr");
    write(b_, "b.exr");
  }
  void write(const TerrainFile& file, const std::string& name) {
    write_terrain(folder_.path(name), file);
  }
  Words compare(const Words& more = {}) {
    return Words{"compare", folder_.path("a.exr"), folder_.path("b.exr")} + more;
  }

  const Folder folder_;
  TerrainFile a_, b_;
};

TEST_F(Compare, SaysHowMuchAndWhere) {
  b_.terrain.layers["water"][2 * 9 + 5] = 1.5f;
  b_.terrain.layers["water"][3 * 9 + 1] = 0.75f;
  write(b_, "b.exr");
  const Outcome text = run_rill(compare());
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_NE(text.out.find("(5, 2): 1 and 1.5"), std::string::npos) << text.out;
  const Json json = Json::parse(run_rill(compare({"--json"})).out);
  EXPECT_EQ(json["layers"]["water"]["max"], 0.5);
  EXPECT_NEAR(json["layers"]["water"]["rms"], std::sqrt((0.25 + 0.0625) / 63), 1e-12);
  EXPECT_EQ(json["layers"]["water"]["cell"], (Json{5, 2}));
  EXPECT_EQ(json["layers"]["height"]["max"], 0);
}

TEST_F(Compare, ExitCodeFollowsTheTolerance) {
  EXPECT_EQ(run_rill(compare({"--tolerance", "0"})).exit_code, 0);
  b_.terrain.layers["water"][0] = 1.5f;  // the first cell too
  write(b_, "b.exr");
  EXPECT_EQ(run_rill(compare({"--tolerance", "0.5"})).exit_code, 0);
  const Outcome over = run_rill(compare({"--tolerance", "0.499"}));
  EXPECT_EQ(over.exit_code, 1);
  EXPECT_NE(over.err.find("'water' differs by 0.5 at cell (0, 0)"), std::string::npos) << over.err;
  EXPECT_EQ(run_rill(compare()).exit_code, 0);
  EXPECT_TRUE(refused(run_rill(compare({"--tolerance", "-1"})), 1, {"--tolerance"}));
  EXPECT_TRUE(refused(run_rill(compare({"--tolerance", "much"})), 1, {"--tolerance", "much"}));
}

TEST_F(Compare, NaNIsLikeNaNOnly) {
  a_.terrain.layers["water"][4] = b_.terrain.layers["water"][4] =
      std::numeric_limits<float>::quiet_NaN();
  write(a_, "a.exr");
  write(b_, "b.exr");
  EXPECT_EQ(run_rill(compare({"--tolerance", "0"})).exit_code, 0);
  b_.terrain.layers["water"][4] = 1;
  write(b_, "b.exr");
  EXPECT_EQ(run_rill(compare({"--tolerance", "1e30"})).exit_code, 1);
}

TEST_F(Compare, NamesLayersThatOneHas) {
  b_.terrain.layers.erase("water");
  b_.terrain.layers["snow"] = constant(9, 7, 1);
  write(b_, "b.exr");
  const Outcome text = run_rill(compare());
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_NE(text.out.find("water is only in"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("snow is only in"), std::string::npos) << text.out;
  EXPECT_EQ(run_rill(compare({"--tolerance", "1"})).exit_code, 1);
}

TEST_F(Compare, RefusesOtherSizesAndDrawsThePicture) {
  const Outcome drawn = run_rill(compare({"--picture", folder_.path("d.png"), "--layer", "water"}));
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_EQ(read_bytes(folder_.path("d.png")).substr(1, 3), "PNG");
  EXPECT_TRUE(refused(run_rill(compare({"--picture", folder_.path("e.png"), "--layer", "snow"})), 1,
                      {"snow"}));
  TerrainFile small;
  small.terrain = terrain(7, 9, 4, fractal(7, 9, 40, 3, 9));
  write(small, "b.exr");
  EXPECT_TRUE(refused(run_rill(compare()), 1, {"9 x 7", "7 x 9", "--resample"}));
}

TEST_F(Compare, InfoSaysWhatIsThere) {
  const Json json = Json::parse(run_rill({"info", folder_.path("a.exr"), "--json"}).out);
  EXPECT_EQ(json["grid"], (Json{{"nx", 9}, {"ny", 7}, {"cell", 4.0}}));
  EXPECT_EQ(json["layers"]["water"]["mean"], 1);
  EXPECT_EQ(json["layers"]["water"]["not_finite"], 0);
  EXPECT_GT(json["cook"]["bytes"], 9 * 7 * 4 * 9);
  EXPECT_GT(json["cook"]["seconds"], 0);
  EXPECT_EQ(json["cook"]["steps"], 11);  // 24 s for 1024 m: 36 m in steps of 0.08 s
  const Outcome text = run_rill({"info", folder_.path("a.exr")});
  for (const std::string word : {"9 x 7 cells of 4 m", "water", "memory", "about"})
    EXPECT_NE(text.out.find(word), std::string::npos) << text.out;
}

TEST_F(Compare, InfoCountsCellsWithoutAValueAndNaN) {
  a_.nodata.assign(63, 0);
  a_.nodata[3] = a_.nodata[4] = 1;
  a_.nodata_value = -9999;
  a_.terrain.layers["height"][3] = a_.terrain.layers["height"][4] = -9999;
  a_.terrain.layers["water"][8] = std::numeric_limits<float>::quiet_NaN();
  write(a_, "a.exr");
  const Json json = Json::parse(run_rill({"info", folder_.path("a.exr"), "--json"}).out);
  EXPECT_EQ(json["cells_without_value"], 2);
  EXPECT_EQ(json["nodata_value"], -9999);
  EXPECT_GT(json["layers"]["height"]["min"], -100);
  EXPECT_EQ(json["layers"]["water"]["not_finite"], 1);
}

TEST_F(Compare, InfoWithoutACellSaysSo) {
  write_floats(folder_.path("h.r32"), fractal(9, 7, 40, 3, 9));
  const Outcome text = run_rill({"info", folder_.path("h.r32"), "--size", "9x7"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_NE(text.out.find("--cell"), std::string::npos) << text.out;
  EXPECT_TRUE(refused(run_rill({"info", folder_.path("h.r32")}), 1, {"h.r32", "size"}));
  EXPECT_TRUE(refused(run_rill({"info", folder_.path("none.exr")}), 1, {"none.exr"}));
}

}  // namespace
}  // namespace rill::test
