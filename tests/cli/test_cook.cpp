// rill cook: layers in and out, every parameter, the same bytes from every thread and lane count.

#include <rill/cook.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

using Json = nlohmann::json;

Words cook_words(const Folder& folder, const std::string& node, const std::string& output) {
  return {"cook",
          folder.path("height.r32"),
          "--size",
          "13x9",
          "--cell",
          "10",
          "--node",
          node,
          "--quiet",
          "-o",
          folder.path(output)};
}

void write_height(const Folder& folder) {
  write_floats(folder.path("height.r32"), fractal(13, 9, 60, 5, 6));
}

std::vector<std::string> layers_in(const Folder& folder, const std::string& output) {
  std::vector<std::string> names;
  for (const std::string& entry : folder.list())
    if (entry.rfind(output + "/", 0) == 0)
      names.push_back(entry.substr(output.size() + 1, entry.size() - output.size() - 5));
  return names;
}

TEST(Cook, EveryInputLayerComesBackUnchangedAfterNoSteps) {
  const Folder folder;
  write_height(folder);
  const Words settings = {"--keep-low", "--set", "iterations=0", "--set", "border=wrap"};
  // The low part belongs to its height, so it comes from a cook.
  ASSERT_EQ(run_rill(cook_words(folder, "combined", "low") + settings).exit_code, 0);
  std::filesystem::rename(folder.path("low/height.low.r32"), folder.path("height.low.r32"));
  Words words = cook_words(folder, "combined", "out") + settings;
  std::uint32_t seed = 1;
  for (const LayerInfo& info : known_layers()) {
    const std::string name = info.name;
    if (info.role == LayerRole::output || name == layer::height) continue;
    const std::string file = folder.path(name + ".r32");
    words = words + Words{"--layer", name + "=" + file};
    if (name == layer::height_low) continue;
    Layer values = fractal(13, 9, 0.9, ++seed, 4);
    for (float& value : values) value = std::clamp(std::fabs(value) * 0.5f, 0.0f, 0.9f);
    write_floats(file, values);
  }
  const Outcome outcome = run_rill(words);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const LayerInfo& info : known_layers()) {
    if (info.role == LayerRole::output) continue;
    const std::string file = std::string(info.name) + ".r32";
    EXPECT_TRUE(read_bytes(folder.path("out/" + file)) == read_bytes(folder.path(file))) << file;
  }
}

TEST(Cook, WritesTheLayersOfItsSchemeAndNode) {
  const Folder folder;
  write_height(folder);
  using Names = std::vector<std::string>;
  ASSERT_EQ(run_rill(cook_words(folder, "thermal", "thermal")).exit_code, 0);
  EXPECT_EQ(layers_in(folder, "thermal"), (Names{"hardness", "height"}));
  ASSERT_EQ(run_rill(cook_words(folder, "hydraulic", "rill")).exit_code, 0);
  EXPECT_EQ(layers_in(folder, "rill"), (Names{"flux.n", "flux.p", "flux.x", "flux.y", "hardness",
                                              "height", "sediment", "water"}));
  ASSERT_EQ(run_rill(cook_words(folder, "hydraulic", "jako") + Words{"--set", "scheme=jako2011"})
                .exit_code,
            0);
  EXPECT_EQ(layers_in(folder, "jako"), (Names{"flux.b", "flux.l", "flux.r", "flux.t", "hardness",
                                              "height", "sediment", "water"}));
}

TEST(Cook, WritesEveryOutputLayerThatIsAskedFor) {
  const Folder folder;
  write_height(folder);
  Words words = cook_words(folder, "combined", "out");
  for (const char* name : {"velocity", "erosion", "deposition", "debris", "flow"})
    words = words + Words{"--set", std::string("output_") + name + "=1"};
  ASSERT_EQ(run_rill(words).exit_code, 0);
  const std::vector<std::string> written = layers_in(folder, "out");
  for (const LayerInfo& info : known_layers()) {
    if (info.role != LayerRole::output) continue;
    EXPECT_NE(std::find(written.begin(), written.end(), info.name), written.end()) << info.name;
  }
}

TEST(Cook, GivesWhatTheLibraryGives) {
  const Folder folder;
  write_height(folder);
  Params params;
  params.iterations = 30;
  params.rain = 0.02;
  params.border = border_closed;
  const CookResult expected =
      cook(terrain(13, 9, 10, fractal(13, 9, 60, 5, 6)), Node::combined, params);
  const Words settings = {"--set", "iterations=30", "--set", "rain=0.02", "--set", "border=closed"};
  ASSERT_EQ(run_rill(cook_words(folder, "combined", "out") + settings).exit_code, 0);
  for (const auto& [name, values] : expected.terrain.layers)
    EXPECT_EQ(read_floats(folder.path("out/" + name + ".r32")), values) << name;
}

// A value that differs from the default, is allowed, and keeps the cook stable.
std::string another_value(const ParameterInfo& parameter) {
  if (parameter.kind == ParameterKind::choice)
    return parameter.choices[parameter.standard == 0 ? 1 : 0];
  if (parameter.kind == ParameterKind::toggle) return parameter.standard == 0 ? "1" : "0";
  if (parameter.kind == ParameterKind::integer) return "7";
  return std::to_string(0.75 * parameter.ui_min + 0.25 * parameter.ui_max);
}

TEST(Cook, TakesEveryParameterAndSaysWhatItUsed) {
  const Folder folder;
  write_height(folder);
  for (const ParameterInfo& parameter : parameter_table()) {
    const std::string value = another_value(parameter);
    const Outcome outcome =
        run_rill(cook_words(folder, "combined", "out") +
                 Words{"--set", "iterations=2", "--set", std::string(parameter.name) + "=" + value,
                       "--stats", folder.path("stats.json")});
    ASSERT_EQ(outcome.exit_code, 0) << parameter.name << "=" << value << ": " << outcome.err;
    const Json used = Json::parse(read_bytes(folder.path("stats.json")))["parameters"];
    ASSERT_EQ(used.size(), parameter_table().size());
    const Json& found = used.at(parameter.name);
    if (parameter.kind == ParameterKind::choice)
      EXPECT_EQ(found, value) << parameter.name;
    else if (parameter.kind == ParameterKind::toggle)
      EXPECT_EQ(found, value == "1") << parameter.name;
    else
      EXPECT_EQ(found.get<double>(), std::stod(value)) << parameter.name;
  }
}

TEST(Cook, RefusesEveryParameterBeyondItsRange) {
  const Folder folder;
  write_height(folder);
  for (const ParameterInfo& parameter : parameter_table()) {
    const bool is_choice = parameter.kind == ParameterKind::choice;
    const std::string value = is_choice ? "neither" : std::to_string(parameter.hard_max * 2 + 1);
    const Outcome outcome = run_rill(cook_words(folder, "combined", "out") +
                                     Words{"--set", std::string(parameter.name) + "=" + value});
    EXPECT_TRUE(refused(outcome, 1, {parameter.name, value}));
  }
  EXPECT_EQ(folder.list(), std::vector<std::string>{"height.r32"});
}

TEST(Cook, GivesTheSameBytesWithEveryThreadAndLaneCount) {
  for (const std::string scheme : {"rill", "jako2011"}) {
    const Folder folder;
    write_floats(folder.path("height.r32"), fractal(131, 67, 80, 9, 40));
    const auto words = [&](const std::string& output) {
      return Words{"cook",
                   folder.path("height.r32"),
                   "--size",
                   "131x67",
                   "--cell",
                   "4",
                   "--node",
                   "combined",
                   "--set",
                   "iterations=40",
                   "--set",
                   "scheme=" + scheme,
                   "--quiet",
                   "-o",
                   folder.path(output)};
    };
    ASSERT_EQ(run_rill(words("base") + Words{"--device", "tbb", "--threads", "1", "--lanes", "one"})
                  .exit_code,
              0);
    const std::vector<std::string> names = layers_in(folder, "base");
    ASSERT_EQ(names.size(), 8u);
    for (const std::string& lanes : available_lanes())
      for (const std::string threads : {"1", "2"}) {
        const std::string output = lanes + threads;
        ASSERT_EQ(run_rill(words(output) +
                           Words{"--device", "tbb", "--threads", threads, "--lanes", lanes})
                      .exit_code,
                  0);
        for (const std::string& name : names)
          EXPECT_EQ(read_bytes(folder.path(output + "/" + name + ".r32")),
                    read_bytes(folder.path("base/" + name + ".r32")))
              << scheme << " " << name << " " << output;
      }
  }
}

TEST(Cook, IsSilentWhenQuietAndElseSaysWhereTheResultIs) {
  const Folder folder;
  write_height(folder);
  Words words = cook_words(folder, "thermal", "out");
  const Outcome quiet = run_rill(words);
  EXPECT_EQ(quiet.exit_code, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
  words.erase(std::find(words.begin(), words.end(), "--quiet"));
  const Outcome outcome = run_rill(words);
  EXPECT_NE(outcome.out.find(folder.path("out")), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.err.find("100 %"), std::string::npos) << outcome.err;
}

TEST(Cook, PassesTheSolversNotesOn) {
  const Folder folder;
  write_height(folder);
  write_floats(folder.path("hard.r32"), constant(13, 9, 3.0f));  // clamped to 1
  const Outcome outcome = run_rill(cook_words(folder, "thermal", "out") +
                                   Words{"--layer", "hardness=" + folder.path("hard.r32")});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err.rfind("note: ", 0), 0u) << outcome.err;
  EXPECT_NE(outcome.err.find("hardness"), std::string::npos) << outcome.err;
}

TEST(Cook, SaysWhyItDidNotUseTheDeviceThatWasAskedFor) {
  const Folder folder, no_drivers;
  write_height(folder);
  const Environment vendors("OCL_ICD_VENDORS", no_drivers.path().c_str());
  const Environment other_vendors("OPENCL_VENDOR_PATH", no_drivers.path().c_str());
  const Outcome outcome =
      run_rill(cook_words(folder, "thermal", "out") +
               Words{"--device", "opencl", "--stats", folder.path("stats.json")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err.rfind("note: ", 0), 0u) << outcome.err;
  const Json stats = Json::parse(read_bytes(folder.path("stats.json")));
  const std::string reason = stats.at("fallback");
  EXPECT_FALSE(reason.empty());
  EXPECT_NE(outcome.err.find(reason), std::string::npos) << outcome.err;
  EXPECT_EQ(stats.at("device").get<std::string>().rfind("tbb ", 0), 0u) << stats.at("device");
}

TEST(Cook, ReplacesTheLayersOfAnEarlierCook) {
  const Folder folder;
  write_height(folder);
  ASSERT_EQ(run_rill(cook_words(folder, "thermal", "out")).exit_code, 0);
  const std::string first = read_bytes(folder.path("out/height.r32"));
  const std::vector<std::string> files = folder.list();
  ASSERT_EQ(run_rill(cook_words(folder, "thermal", "out") + Words{"--set", "creep=2"}).exit_code,
            0);
  EXPECT_NE(read_bytes(folder.path("out/height.r32")), first);
  EXPECT_EQ(folder.list(), files);
}

}  // namespace
}  // namespace rill::test
