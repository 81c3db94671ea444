// A cook that goes on from the layers of an earlier one.

#include <gtest/gtest.h>

#include <filesystem>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

Words steps(const Folder& folder, const std::string& height, int iterations,
            const std::string& output) {
  return {"cook",       folder.path(height),
          "--size",     "40x30",
          "--cell",     "5",
          "--node",     "combined",
          "--set",      "iterations=" + std::to_string(iterations),
          "--keep-low", "--quiet",
          "-o",         folder.path(output)};
}

TEST(Continue, TwoCooksAreOneLongCookToTheBit) {
  const Folder folder;
  write_floats(folder.path("height.r32"), fractal(40, 30, 700, 3, 20));
  ASSERT_EQ(run_rill(steps(folder, "height.r32", 50, "whole")).exit_code, 0);
  ASSERT_EQ(run_rill(steps(folder, "height.r32", 20, "first")).exit_code, 0);
  Words second = steps(folder, "first/height.r32", 30, "second");
  for (const auto& entry : std::filesystem::directory_iterator(folder.path("first"))) {
    const std::string name = entry.path().stem().string();
    if (name != "height") second = second + Words{"--layer", name + "=" + entry.path().string()};
  }
  ASSERT_EQ(run_rill(second).exit_code, 0);
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path("whole"))) {
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(read_bytes(entry.path()), read_bytes(folder.path("second/" + name))) << name;
    ++compared;
  }
  EXPECT_EQ(compared, 9);
}

}  // namespace
}  // namespace rill::test
