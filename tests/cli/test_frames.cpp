// --frames: pictures and states of a running cook.

#include <gtest/gtest.h>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

class Frames : public testing::Test {
 protected:
  Frames() { write_floats(folder_.path("height.r32"), fractal(33, 17, 30, 2, 8)); }

  Words cook(int steps, const std::string& output, const Words& more = {}) {
    return Words{"cook",         folder_.path("height.r32"), "--size",  "33x17",
                 "--cell",       "5",                        "--quiet", "--iterations",
                 std::to_string(steps), "-o",                folder_.path(output)} +
           more;
  }

  const Folder folder_;
};

TEST_F(Frames, AreTheTerrainAtTheirSteps) {
  const Words outputs = {"--output-flow", "--output-velocity", "--keep-low"};
  const Outcome outcome =
      run_rill(cook(25, "out", outputs + Words{"--frames", "10:" + folder_.path("f/f.%03d")}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  ASSERT_EQ(run_rill(cook(25, "plain", outputs)).exit_code, 0);
  int compared = 0;
  const std::pair<int, std::string> frames[] = {{0, "f/f.000"}, {10, "f/f.001"}, {20, "f/f.002"}};
  for (const auto& [steps, frame] : frames) {
    const std::string alone = "alone" + std::to_string(steps);
    ASSERT_EQ(run_rill(cook(steps, alone, outputs)).exit_code, 0);
    for (const std::string& file : folder_.list())
      if (file.rfind(alone + "/", 0) == 0) {
        const std::string name = file.substr(alone.size());
        EXPECT_TRUE(read_bytes(folder_.path(file)) == read_bytes(folder_.path(frame + name)))
            << frame << name;
        ++compared;
      }
  }
  EXPECT_EQ(compared, 3 * 14);
  for (const std::string& file : folder_.list()) {
    if (file.rfind("plain/", 0) != 0) continue;
    EXPECT_TRUE(read_bytes(folder_.path(file)) == read_bytes(folder_.path("out" + file.substr(5))));
  }
}

TEST_F(Frames, ArePicturesForPng) {
  ASSERT_EQ(
      run_rill(cook(6, "out", {"--frames", "3:" + folder_.path("p%d.png")})).exit_code, 0);
  for (const char* name : {"p0.png", "p1.png", "p2.png"})
    EXPECT_EQ(read_bytes(folder_.path(name)).substr(1, 3), "PNG") << name;
  EXPECT_NE(read_bytes(folder_.path("p0.png")), read_bytes(folder_.path("p2.png")));
}

TEST_F(Frames, RefusesWhatIsNoPattern) {
  for (const std::string text :
       {"", "10", "10:", "0:f%d", "-1:f%d", "x:f%d", "10:frame.png", "10:f%d%d", "10:f%s.png",
        "10:f%9999d.png", "10:f%4d", "10:f%", "10:f%0"})
    EXPECT_TRUE(refused(run_rill(cook(1, "out", {"--frames", text})), 1, {"--frames"})) << text;
  EXPECT_TRUE(refused(run_rill(cook(1, "out", {"--frames", "1:" + folder_.path("f%d.docx")})), 1,
                      {".docx"}));
  EXPECT_TRUE(refused(run_rill(cook(1, "out", {"--frames", "1:/proc/rill/f%d.png"})), 1, {"/proc"}));
  write_floats(folder_.path("1.r32"), fractal(33, 17, 30, 2, 8));
  Words replacing = cook(5, "out", {"--frames", "1:" + folder_.path("%d.r32")});
  replacing[1] = folder_.path("1.r32");
  EXPECT_TRUE(refused(run_rill(replacing), 1, {"replace", "1.r32"}));
  EXPECT_EQ(folder_.list(), (std::vector<std::string>{"1.r32", "height.r32"}));
}

TEST_F(Frames, AFullDiskEndsTheCookWithoutAResult) {
  EXPECT_TRUE(refused(run_rill(cook(9, "out", {"--frames", "3:" + folder_.path("f%d.r32")}), 1000),
                      3, {"Cannot write"}));
  EXPECT_EQ(folder_.list(), std::vector<std::string>{"height.r32"});
}

}  // namespace
}  // namespace rill::test
