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

// The pictures of a cook as an animation, each frame as it was written.
TEST_F(Frames, BecomeAnAnimation) {
  ASSERT_EQ(
      run_rill(cook(6, "out", {"--frames", "2:" + folder_.path("p%02d.png")})).exit_code, 0);
  const Outcome outcome = run_rill({"preview", folder_.path("p00.png"), folder_.path("p01.png"),
                                    folder_.path("p02.png"), folder_.path("p03.png"), "--delay",
                                    "0.5", "-o", folder_.path("a.gif")});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("33 x 17 pixels, 4 frames"), std::string::npos) << outcome.out;
  const std::string gif = read_bytes(folder_.path("a.gif"));
  ASSERT_GT(gif.size(), 800u);
  EXPECT_EQ(gif.substr(0, 6), "GIF89a");
  EXPECT_EQ(gif[6] + 256 * gif[7], 33);
  EXPECT_EQ(gif[8] + 256 * gif[9], 17);
  EXPECT_EQ(gif.back(), ';');
  int frames = 0;  // a graphic control extension each, of half a second; the last one stays
  for (std::size_t at = gif.find("\x21\xF9\x04"); at != std::string::npos;
       at = gif.find("\x21\xF9\x04", at + 1)) {
    EXPECT_EQ(int(static_cast<unsigned char>(gif[at + 4])), ++frames < 4 ? 50 : 150);
  }
  EXPECT_EQ(frames, 4);
  EXPECT_TRUE(refused(run_rill({"preview", folder_.path("p00.png"), folder_.path("none.png"), "-o",
                                folder_.path("no.gif")}),
                      1, {"none.png"}));
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
