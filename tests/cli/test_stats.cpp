// rill cook --stats: what it says is true.

#include <rill/params.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

using Json = nlohmann::json;

Json cook_stats(const Folder& folder, const Words& settings) {
  write_floats(folder.path("height.r32"), fractal(64, 48, 90, 11, 32));
  const Outcome outcome = run_rill(
      Words{"cook", folder.path("height.r32"), "--size", "64x48", "--cell", "8", "--node",
            "combined", "--quiet", "--device", "tbb", "--threads", "2", "--set", "iterations=60",
            "--stats", folder.path("stats.json"), "-o", folder.path("out")} +
      settings);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return Json::parse(read_bytes(folder.path("stats.json")));
}

TEST(Stats, NamesWhatRan) {
  const Folder folder;
  const Json stats = cook_stats(folder, {"--set", "max_speed=4"});
  EXPECT_FALSE(stats.at("version").get<std::string>().empty());
  EXPECT_EQ(stats.at("node"), "combined");
  EXPECT_EQ(stats.at("steps"), 60);
  EXPECT_EQ(stats.at("parameters").at("time_step"), "auto");
  EXPECT_EQ(stats.at("parameters").at("max_speed"), 4.0);
  EXPECT_DOUBLE_EQ(stats.at("time_step").get<double>(), 0.16);  // 0.02 of the cell
  EXPECT_EQ(stats.at("grid"), (Json{{"nx", 64}, {"ny", 48}, {"cell", 8.0}}));
  EXPECT_NE(stats.at("device").get<std::string>().find("2 threads"), std::string::npos);
  EXPECT_GT(stats.at("seconds").at("steps").get<double>(), 0);
  EXPECT_TRUE(stats.at("notes").is_array());
}

TEST(Stats, SayOffWhereAParameterIsOff) {
  const Folder folder;
  EXPECT_EQ(cook_stats(folder, {}).at("parameters").at("max_speed"), "off");
}

TEST(Stats, DescribeTheLayersThatWereWritten) {
  const Folder folder;
  const Json layers = cook_stats(folder, {}).at("layers");
  EXPECT_EQ(layers.size(), 8u);
  for (const auto& [name, described] : layers.items()) {
    const Layer values = read_floats(folder.path("out/" + name + ".r32"));
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    EXPECT_EQ(described.at("min").get<float>(), *least) << name;
    EXPECT_EQ(described.at("max").get<float>(), *most) << name;
    EXPECT_NEAR(described.at("mean").get<double>(), mean, 1e-9 * (1 + std::fabs(mean))) << name;
  }
}

class StatsBudget : public testing::TestWithParam<const char*> {};

TEST_P(StatsBudget, ClosesAndAgreesWithTheLayers) {
  const Folder folder;
  const Json budget = cook_stats(folder, {"--set", GetParam(), "--set", "talus_bias=0.05", "--set",
                                          "talus_scale=0.2"})
                          .at("budget");
  const auto value = [&](const char* name) { return budget.at(name).get<double>(); };
  EXPECT_GT(value("rained"), 0);
  EXPECT_GT(value("eroded"), 0);
  EXPECT_GT(value("talus_moved"), 0);
  const double water_residual = value("water_after") - value("water_before") -
                                (value("rained") + value("eroded") - value("deposited") -
                                 value("evaporated") - value("water_left"));
  EXPECT_DOUBLE_EQ(value("water_residual"), water_residual);
  EXPECT_LE(std::fabs(water_residual), 1e-6 * value("water_moved"));
  const double soil_residual = value("height_change") + value("suspended_after") -
                               value("suspended_before") + value("sediment_left");
  EXPECT_DOUBLE_EQ(value("soil_residual"), soil_residual);
  EXPECT_LE(std::fabs(soil_residual), 1e-6 * value("soil_moved"));

  const Layer water = read_floats(folder.path("out/water.r32"));
  const double stored = std::accumulate(water.begin(), water.end(), 0.0) * 8 * 8;
  EXPECT_NEAR(value("water_after"), stored, 1e-9 * stored);
}

INSTANTIATE_TEST_SUITE_P(Each, StatsBudget,
                         testing::Values("border=open", "border=closed", "border=wrap",
                                         "scheme=jako2011"));

}  // namespace
}  // namespace rill::test
