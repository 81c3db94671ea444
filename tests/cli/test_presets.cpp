// Presets, parameter files, and which of them wins.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <filesystem>

#include <rill/params.h>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

using Json = nlohmann::json;

class Settings : public testing::Test {
 protected:
  Settings() { write_floats(folder_.path("height.r32"), fractal(13, 9, 60, 5, 6)); }

  Words cook(const Words& more, const std::string& output = "out") {
    return Words{"cook",    folder_.path("height.r32"),
                 "--size",  "13x9",
                 "--cell",  "10",
                 "--quiet", "-o",
                 folder_.path(output)} +
           more;
  }

  Json stats(const Words& more) {
    const Outcome outcome = run_rill(cook(more + Words{"--stats", folder_.path("stats.json")}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return Json::parse(read_bytes(folder_.path("stats.json")));
  }

  void write_params(const std::string& text) { write_bytes(folder_.path("p.json"), text); }

  const Folder folder_;
};

TEST_F(Settings, EveryPresetHasASentenceAndCooks) {
  const Outcome list = run_rill({"presets"});
  ASSERT_EQ(list.exit_code, 0);
  const Json presets = Json::parse(run_rill({"presets", "--json"}).out);
  ASSERT_TRUE(presets.contains("default") && presets.contains("jako2011"));
  for (const auto& [name, preset] : presets.items()) {
    const std::string sentence = preset.at("description");
    EXPECT_EQ(sentence.back(), '.') << name;
    EXPECT_NE(list.out.find(sentence), std::string::npos) << name;
    EXPECT_EQ(Json::parse(run_rill({"presets", name}).out), preset);
    const Json used = stats({"--preset", name, "--iterations", "2"});
    EXPECT_EQ(used.at("node"), preset.value("node", "combined"));
    for (const auto& [parameter, value] : preset.at("parameters").items()) {
      if (parameter == "iterations") continue;
      EXPECT_EQ(used.at("parameters").at(parameter), value) << name;
    }
  }
}

TEST_F(Settings, TheFileInTheProjectIsTheOneInTheCommand) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(RILL_PRESETS)) {
    const std::string name = entry.path().stem().string();
    EXPECT_EQ(run_rill({"presets", name}).out, read_bytes(entry.path().string())) << name;
    ++files;
  }
  EXPECT_EQ(std::size_t(files), Json::parse(run_rill({"presets", "--json"}).out).size());
}

TEST_F(Settings, LaterOnesWin) {
  write_params(R"({"node": "thermal", "parameters": {"talus_bias": 0.6, "drag": 0.25}})");
  const std::string file = folder_.path("p.json");
  const Json preset = stats({"--preset", "jako2011", "--iterations", "1"});
  EXPECT_EQ(preset["parameters"]["talus_bias"], 0.1);
  EXPECT_EQ(preset["node"], "combined");
  const Json both = stats({"--preset", "jako2011", "--params", file, "--iterations", "1"});
  EXPECT_EQ(both["parameters"]["talus_bias"], 0.6);
  EXPECT_EQ(both["parameters"]["scheme"], "jako2011");
  EXPECT_EQ(both["node"], "thermal");
  const Json all = stats({"--preset", "jako2011", "--params", file, "--iterations", "1", "--drag",
                          "0.75", "--set", "talus_bias=0.7", "--node", "hydraulic"});
  EXPECT_EQ(all["parameters"]["talus_bias"], 0.7);
  EXPECT_EQ(all["parameters"]["drag"], 0.75);
  EXPECT_EQ(all["node"], "hydraulic");
}

TEST_F(Settings, StatisticsRepeatACookToTheBit) {
  const Words odd = {"--rain",        "0.1",          "--time-step", "0.123456789012345678",
                     "--iterations",  "37",           "--border",    "wrap",
                     "--talus-scale", "0.333333333",  "--settle",    "--node",
                     "hydraulic",     "--output-flow"};
  ASSERT_EQ(run_rill(cook(odd + Words{"--stats", folder_.path("stats.json")}, "a")).exit_code, 0);
  ASSERT_EQ(run_rill(cook({"--params", folder_.path("stats.json"), "--stats",
                           folder_.path("again.json")},
                          "b"))
                .exit_code,
            0);
  const Json first = Json::parse(read_bytes(folder_.path("stats.json")));
  const Json second = Json::parse(read_bytes(folder_.path("again.json")));
  EXPECT_EQ(first["parameters"], second["parameters"]);
  EXPECT_EQ(first["budget"], second["budget"]);
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path("a"))) {
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(read_bytes(entry.path().string()), read_bytes(folder_.path("b/" + name))) << name;
    ++compared;
  }
  EXPECT_EQ(compared, 11);
}

TEST_F(Settings, EveryParameterHasItsOwnFlagInTheHelp) {
  const std::string help = run_rill({"cook", "--help"}).out;
  for (const ParameterInfo& parameter : parameter_table()) {
    std::string flag = parameter.name;
    for (char& c : flag)
      if (c == '_') c = '-';
    EXPECT_NE(help.find("--" + flag + " "), std::string::npos) << flag;
    EXPECT_NE(help.find(parameter.folder), std::string::npos) << parameter.folder;
    EXPECT_NE(help.find(parameter.unit), std::string::npos) << flag;
  }
}

TEST_F(Settings, RefusesWhatItCannotUse) {
  const auto params = [&](const std::string& text) {
    write_params(text);
    return run_rill(cook({"--params", folder_.path("p.json")}));
  };
  EXPECT_TRUE(refused(params("not json"), 1, {"p.json", "not JSON"}));
  EXPECT_TRUE(refused(params(""), 1, {"p.json", "not JSON"}));
  EXPECT_TRUE(refused(params("[1, 2]"), 1, {"p.json"}));
  EXPECT_TRUE(refused(params("{}"), 1, {"p.json", "parameters"}));
  EXPECT_TRUE(refused(params(R"({"parameters": {"rein": 1}})"), 1, {"p.json", "rein", "rain"}));
  EXPECT_TRUE(refused(params(R"({"parameters": {"rain": 2}})"), 1, {"rain", "0 to 1"}));
  EXPECT_TRUE(refused(params(R"({"parameters": {"rain": null}})"), 1, {"rain"}));
  EXPECT_TRUE(refused(params(R"({"parameters": {"rain": [1]}})"), 1, {"rain"}));
  EXPECT_TRUE(refused(params(R"({"parameters": {"rain": 1e999}})"), 1, {"p.json"}));
  EXPECT_TRUE(refused(params(R"({"node": "lava", "parameters": {}})"), 1, {"lava"}));
  EXPECT_TRUE(refused(params(R"({"node": 3, "parameters": {}})"), 1, {"node"}));
  EXPECT_TRUE(refused(params(std::string(100000, '[')), 1, {"p.json"}));
  EXPECT_TRUE(refused(run_rill(cook({"--params", folder_.path("none.json")})), 1, {"none.json"}));
  EXPECT_TRUE(refused(run_rill(cook({"--params", folder_.path("")})), 1, {"parameters"}));
  EXPECT_TRUE(refused(run_rill(cook({"--params", "/dev/zero"})), 1, {"/dev/zero"}));
  EXPECT_TRUE(refused(run_rill(cook({"--preset", "moon"})), 1, {"moon", "default", "jako2011"}));
  EXPECT_TRUE(refused(run_rill({"presets", "moon"}), 1, {"moon"}));
  EXPECT_TRUE(refused(run_rill(cook({"--rain", "0.1", "--set", "rain=0.1"})), 1, {"rain", "once"}));
  EXPECT_TRUE(refused(run_rill(cook({"--rain", "-1"})), 1, {"rain", "0 to 1"}));
  EXPECT_TRUE(refused(run_rill(cook({"--rain", "wet"})), 1, {"rain", "wet"}));
  EXPECT_EQ(folder_.list().back(), "p.json");
}

TEST_F(Settings, TogglesAreFlags) {
  const Json on = stats({"--output-erosion", "--iterations", "1"});
  EXPECT_EQ(on["parameters"]["output_erosion"], true);
  const Json off = stats({"--params", folder_.path("stats.json"), "--output-erosion=off"});
  EXPECT_EQ(off["parameters"]["output_erosion"], false);
}

}  // namespace
}  // namespace rill::test
