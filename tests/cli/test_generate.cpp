// rill generate: the files it writes; the terrain itself is tested in test_fractal.cpp.

#include <gtest/gtest.h>

#include <algorithm>

#include "folder.h"
#include "io/fractal.h"
#include "io/shapes.h"
#include "run_rill.h"

namespace rill::test {
namespace {

Layer generate(const Words& more) {
  const Folder folder;
  const Outcome outcome =
      run_rill(Words{"generate", folder.path("h.r32"), "--size", "40x24", "--cell", "5"} + more);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(folder.list(), std::vector<std::string>{"h.r32"});
  return read_floats(folder.path("h.r32"));
}

TEST(Generate, WritesTheFractalThatWasAskedFor) {
  FractalOptions options;
  options.seed = 7;
  options.relief = 33;
  options.roughness = 0.6;
  EXPECT_EQ(generate({"--seed", "7", "--relief", "33", "--roughness", "0.6"}),
            fractal_height(40, 24, options));
}

TEST(Generate, TakesAFifthOfTheLongerSideAsRelief) {
  FractalOptions options;
  options.relief = 40;
  EXPECT_EQ(generate({}), fractal_height(40, 24, options));
}

TEST(Generate, MakesConeAndRamp) {
  EXPECT_EQ(generate({"--shape", "cone", "--relief", "10"}), cone_height(40, 24, 10));
  EXPECT_EQ(generate({"--shape", "ramp", "--relief", "10"}), ramp_height(40, 24, 10));
}

TEST(Generate, RefusesNumbersBeyondTheirRange) {
  const Folder folder;
  const Words words = {"generate", folder.path("h.r32"), "--size", "4x4", "--cell", "1"};
  EXPECT_TRUE(refused(run_rill(words + Words{"--roughness", "1.5"}), 1, {"--roughness", "1.5"}));
  EXPECT_TRUE(refused(run_rill(words + Words{"--relief", "-3"}), 1, {"--relief", "-3"}));
  EXPECT_TRUE(refused(run_rill(words + Words{"--seed", "x"}), 2, {"--seed"}));
  EXPECT_TRUE(
      refused(run_rill({"generate", folder.path("h.r32"), "--size", "2000000000x1", "--cell", "1"}),
              3, {"memory"}));
  EXPECT_TRUE(folder.list().empty());
}

}  // namespace
}  // namespace rill::test
