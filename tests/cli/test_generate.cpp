// rill generate: the files it writes; the terrain itself is tested in test_fractal.cpp.

#include <gtest/gtest.h>

#include <algorithm>

#include "folder.h"
#include "io/fractal.h"
#include "io/hardness_field.h"
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

TEST(Generate, MakesEveryShape) {
  for (const Shape& shape : shapes())
    EXPECT_EQ(generate({"--shape", shape.name, "--relief", "10"}), shape.make(40, 24, 10))
        << shape.name;
}

TEST(Generate, MakesAHardnessLayer) {
  const Folder folder;
  ASSERT_EQ(run_rill({"generate", folder.path("t"), "--size", "40x24", "--cell", "5", "--seed", "3",
                      "--hardness", "0.1:0.9", "--hardness-noise", "0.2", "--hardness-blur", "8"})
                .exit_code,
            0);
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"t", "t/hardness.r32", "t/height.r32"}));
  HardnessOptions options;
  options.low = 0.1;
  options.high = 0.9;
  options.noise = 0.2;
  options.blur = 8;
  options.seed = 3;
  Terrain made{40, 24, 5, {}};
  made.layers[layer::height] = read_floats(folder.path("t/height.r32"));
  EXPECT_EQ(read_floats(folder.path("t/hardness.r32")), hardness_field(made, options));
}

TEST(Generate, TakesItsOutputAsCookDoes) {
  const Folder folder;
  const Words words = {"generate", "--size", "9x7", "--cell", "1"};
  ASSERT_EQ(run_rill(words + Words{"-o", folder.path("named.r32")}).exit_code, 0);
  ASSERT_EQ(run_rill(words + Words{folder.path("placed.r32")}).exit_code, 0);
  EXPECT_EQ(read_bytes(folder.path("named.r32")), read_bytes(folder.path("placed.r32")));
  EXPECT_TRUE(refused(run_rill(words), 2, {"--output"}));
}

TEST(Generate, RefusesNumbersBeyondTheirRange) {
  const Folder folder;
  const Words words = {"generate", folder.path("h.r32"), "--size", "4x4", "--cell", "1"};
  EXPECT_TRUE(refused(run_rill(words + Words{"--roughness", "1.5"}), 1, {"--roughness", "1.5"}));
  EXPECT_TRUE(refused(run_rill(words + Words{"--relief", "-3"}), 1, {"--relief", "-3"}));
  EXPECT_TRUE(refused(run_rill(words + Words{"--seed", "x"}), 2, {"--seed"}));
  EXPECT_TRUE(refused(run_rill(words + Words{"--shape", "egg"}), 1, {"egg", "plateau"}));
  EXPECT_TRUE(refused(run_rill(words + Words{"--hardness", "0:2"}), 1, {"--hardness", "0:2"}));
  EXPECT_TRUE(refused(run_rill(words + Words{"--hardness-blur", "2"}), 1, {"--hardness"}));
  EXPECT_TRUE(refused(run_rill(words + Words{"--hardness", "0:1", "--hardness-blur", "-1"}), 1,
                      {"--hardness-blur", "-1"}));
  EXPECT_TRUE(
      refused(run_rill({"generate", folder.path("h.r32"), "--size", "2000000000x1", "--cell", "1"}),
              3, {"memory"}));
  EXPECT_TRUE(folder.list().empty());
}

}  // namespace
}  // namespace rill::test
