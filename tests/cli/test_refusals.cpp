// What rill cannot do it says in one sentence, with an exit code, and leaves nothing behind.

#include <gtest/gtest.h>

#include <limits>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

class Refusals : public testing::Test {
 protected:
  Refusals() { write_floats(folder_.path("height.r32"), fractal(9, 7, 30, 2, 4)); }
  ~Refusals() override { EXPECT_EQ(folder_.list(), files_); }

  Words cook(const Words& more, const std::string& size = "9x7",
             const std::string& node = "combined") {
    return Words{"cook", folder_.path("height.r32"), "--size", size, "--cell", "5", "--node", node,
                 "-o",   folder_.path("out")} +
           more;
  }

  void add_layer(const std::string& name, const Layer& values) {
    write_floats(folder_.path(name), values);
    files_.push_back(name);
  }

  const Folder folder_;
  std::vector<std::string> files_ = {"height.r32"};
};

TEST_F(Refusals, SizesThatAreNone) {
  for (const std::string size : {"0x7", "9x0", "-9x7", "9x-7", "9", "9x", "x7", "9x7x1", "9.5x7",
                                 "9 x 7", "9x7 ", "", "nine", "999999999999999999999999x7"})
    EXPECT_TRUE(refused(run_rill(cook({}, size)), 1, {"--size", size}));
  for (const std::string size :
       {"65536x65536", "2147483647x2147483647", "9223372036854775807x2", "4294967297x1"})
    EXPECT_TRUE(refused(run_rill(cook({}, size)), 1, {"--size", size, "2147483647"}));
}

TEST_F(Refusals, AFileOfAnotherSizeSaysBoth) {
  EXPECT_TRUE(refused(run_rill(cook({}, "9x8")), 1, {"height.r32", "252", "288"}));
  EXPECT_TRUE(refused(run_rill(cook({}, "40000x50000")), 1, {"252", "8000000000"}));
}

TEST_F(Refusals, ATruncatedLayer) {
  write_bytes(folder_.path("water.r32"), std::string(251, '\0'));
  files_.push_back("water.r32");
  EXPECT_TRUE(
      refused(run_rill(cook({"--layer", "water=" + folder_.path("water.r32")})), 1, {"251", "252"}));
}

TEST_F(Refusals, FilesThatCannotBeRead) {
  EXPECT_TRUE(refused(run_rill(cook({"--layer", "rain=" + folder_.path("none")})), 1,
                      {"none", "No such file"}));
  EXPECT_TRUE(refused(run_rill({"cook", "/", "--size", "1x1", "--cell", "1", "--node", "thermal",
                                "-o", folder_.path("out")}),
                      1, {"'/'", "height.r32"}));
}

TEST_F(Refusals, NamesLayerAndCellOfANaN) {
  Layer values = constant(9, 7, 0.5f);
  values[2 * 9 + 5] = std::numeric_limits<float>::quiet_NaN();
  add_layer("rain.r32", values);
  EXPECT_TRUE(refused(run_rill(cook({"--layer", "rain=" + folder_.path("rain.r32")})), 1,
                      {"'rain'", "nan", "(5, 2)"}));
}

TEST_F(Refusals, AnInfinityInALayerThatTheNodeOnlyPassesOn) {
  Layer values = constant(9, 7, 0.0f);
  values[6 * 9] = -std::numeric_limits<float>::infinity();
  add_layer("water.r32", values);
  EXPECT_TRUE(
      refused(run_rill(cook({"--layer", "water=" + folder_.path("water.r32")}, "9x7", "thermal")), 1,
              {"'water'", "inf", "(0, 6)"}));
}

TEST_F(Refusals, NamesThatDoNotExist) {
  EXPECT_TRUE(refused(run_rill(cook({"--set", "rian=1"})), 1, {"'rian'", "'rain'"}));
  EXPECT_TRUE(refused(run_rill(cook({"--set", "rain"})), 1, {"rain", "name=value"}));
  EXPECT_TRUE(refused(run_rill(cook({}, "9x7", "glacial")), 1, {"'glacial'", "hydraulic"}));
  EXPECT_TRUE(refused(run_rill(cook({"--device", "abacus"})), 1, {"'abacus'", "auto", "tbb"}));
  EXPECT_TRUE(
      refused(run_rill(cook({"--quiet", "--device", "tbb", "--lanes", "abacus"})), 3, {"'abacus'", "one"}));
  EXPECT_TRUE(refused(
      run_rill({"generate", folder_.path("x"), "--size", "4x4", "--cell", "1", "--shape", "torus"}),
      1, {"'torus'", "cone"}));
}

TEST_F(Refusals, LayersThatAreNoInput) {
  const std::string file = folder_.path("height.r32");
  for (const std::string name : {"snow", "flow", "velocity.x"})
    EXPECT_TRUE(refused(run_rill(cook({"--layer", name + "=" + file})), 1,
                        {"'" + name + "'", "erodability", "flux.n", "height.low"}));
  EXPECT_TRUE(refused(run_rill(cook({"--layer", "height=" + file})), 1, {"'height'", "twice"}));
  EXPECT_TRUE(refused(run_rill(cook({"--layer", "water=" + file, "--layer", "water=" + file})), 1,
                      {"'water'"}));
}

TEST_F(Refusals, NumbersThatAreNone) {
  EXPECT_TRUE(refused(run_rill(cook({"--threads", "two"})), 1, {"--threads", "two"}));
  EXPECT_TRUE(refused(run_rill(cook({"--threads", "-1"})), 1, {"--threads", "-1"}));
  for (const std::string cell : {"0", "-1", "nan", "inf", "1m", ""})
    EXPECT_TRUE(refused(run_rill({"cook", folder_.path("height.r32"), "--size", "9x7", "--cell",
                                  cell, "--node", "thermal", "-o", folder_.path("out")}),
                        1, {"--cell " + cell}));
}

TEST_F(Refusals, AStepThatIsTooLong) {
  EXPECT_TRUE(refused(run_rill(cook({"--quiet", "--set", "time_step=1"})), 1, {"time_step"}));
}

TEST_F(Refusals, MisuseOfTheCommandLine) {
  EXPECT_TRUE(refused(run_rill({}), 2, {"--help"}));
  EXPECT_TRUE(refused(run_rill({"melt"}), 2, {"melt", "--help"}));
  EXPECT_TRUE(refused(run_rill({"cook"}), 2, {"rill cook --help"}));
  EXPECT_TRUE(refused(run_rill(cook({"--bogus"})), 2, {"--bogus"}));
  EXPECT_TRUE(refused(run_rill({"params", "--json", "--markdown"}), 2, {"--json"}));
}

TEST_F(Refusals, AnOutputThatWouldReplaceTheInput) {
  const std::string before = read_bytes(folder_.path("height.r32"));
  EXPECT_TRUE(refused(run_rill({"cook", folder_.path("height.r32"), "--size", "9x7", "--cell", "5",
                                "--node", "thermal", "-o", folder_.path(".")}),
                      1, {"height.r32", "input"}));
  EXPECT_EQ(read_bytes(folder_.path("height.r32")), before);
}

TEST(Help, IsNoError) {
  for (const Words& words : {Words{"--help"}, Words{"cook", "--help"}, Words{"bench", "--help"}}) {
    const Outcome outcome = run_rill(words);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.out.find("Usage: rill"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.err, "");
  }
}

TEST(Version, NamesCompilerAndLanes) {
  const Outcome outcome = run_rill({"--version"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out.rfind("rill ", 0), 0u) << outcome.out;
  EXPECT_NE(outcome.out.find("compiler: "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("lanes: one"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace rill::test
