// Places that cannot be written: nothing half-written stays, what was there stays.

#include <gtest/gtest.h>

#include <sys/stat.h>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

class Unwritable : public testing::Test {
 protected:
  Unwritable() { write_floats(folder_.path("height.r32"), fractal(32, 32, 30, 2, 8)); }

  Words cook(const std::string& output, const Words& more = {}) {
    return Words{"cook",    folder_.path("height.r32"),
                 "--size",  "32x32",
                 "--cell",  "5",
                 "--node",  "combined",
                 "--set",   "iterations=2",
                 "--quiet", "-o",
                 output} +
           more;
  }

  const Folder folder_;
  const std::vector<std::string> untouched_ = {"height.r32"};
};

TEST_F(Unwritable, AFolderBelowAFile) {
  EXPECT_TRUE(refused(run_rill(cook(folder_.path("height.r32/out"))), 1,
                      {"height.r32/out", "Not a directory"}));
  EXPECT_TRUE(refused(run_rill(cook(folder_.path("height.r32"))), 1, {"replace the input"}));
  write_bytes(folder_.path("file"), "x");
  EXPECT_TRUE(refused(run_rill(cook(folder_.path("file"))), 1, {"is a file"}));
  EXPECT_EQ(read_bytes(folder_.path("file")), "x");
}

TEST_F(Unwritable, AFolderThatTheSystemRefuses) {
  EXPECT_TRUE(refused(run_rill(cook("/proc/rill/out")), 1, {"/proc/rill/out"}));
}

TEST_F(Unwritable, AReadOnlyFolder) {
  ASSERT_EQ(mkdir(folder_.path("closed").c_str(), 0555), 0);
  EXPECT_TRUE(refused(run_rill(cook(folder_.path("closed"))), 1, {"closed", "Permission denied"}));
  EXPECT_TRUE(
      refused(run_rill(cook(folder_.path("closed/out"))), 1, {"closed", "Permission denied"}));
  EXPECT_TRUE(
      refused(run_rill({"generate", folder_.path("closed/h.r32"), "--size", "4x4", "--cell", "1"}),
              1, {"h.r32", "Permission denied"}));
}

TEST_F(Unwritable, ADiskThatFillsUpAmongTheLayers) {
  EXPECT_TRUE(refused(run_rill(cook(folder_.path("deep/er/out")), 1000), 3, {"Cannot write"}));
  EXPECT_EQ(folder_.list(), untouched_);
}

TEST_F(Unwritable, ADiskThatFillsUpKeepsTheEarlierResult) {
  ASSERT_EQ(run_rill(cook(folder_.path("out"))).exit_code, 0);
  const std::vector<std::string> files = folder_.list();
  const std::string height = read_bytes(folder_.path("out/height.r32"));
  EXPECT_TRUE(refused(run_rill(cook(folder_.path("out"), {"--set", "rain=0.5"}), 1000), 3,
                      {"Cannot write"}));
  EXPECT_EQ(folder_.list(), files);
  EXPECT_EQ(read_bytes(folder_.path("out/height.r32")), height);
}

TEST_F(Unwritable, StatsThatDoNotFitTakeTheLayersWithThem) {
  EXPECT_TRUE(refused(run_rill(cook(folder_.path("out"), {"--stats", "/dev/full"})), 3,
                      {"/dev/full", "No space left"}));
  EXPECT_EQ(folder_.list(), untouched_);
}

TEST_F(Unwritable, StatsAndPictureWithoutTheirFolder) {
  EXPECT_TRUE(refused(run_rill(cook(folder_.path("out"), {"--stats", folder_.path("no/s.json")})),
                      1, {"no/s.json"}));
  EXPECT_TRUE(refused(run_rill(cook(folder_.path("out"), {"--preview", folder_.path("no/p.png")})),
                      1, {"no/p.png"}));
  EXPECT_EQ(folder_.list(), untouched_);
}

TEST_F(Unwritable, StatsAndPictureMayGoIntoTheNewFolder) {
  const Outcome outcome =
      run_rill(cook(folder_.path("out"), {"--stats", folder_.path("out/s.json"), "--preview",
                                          folder_.path("out/p.png")}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_GT(read_bytes(folder_.path("out/s.json")).size(), 100u);
  EXPECT_GT(read_bytes(folder_.path("out/p.png")).size(), 100u);
}

TEST_F(Unwritable, AGeneratedTerrainThatDoesNotFit) {
  EXPECT_TRUE(
      refused(run_rill({"generate", folder_.path("g.r32"), "--size", "64x64", "--cell", "1"}, 1000),
              3, {"g.r32"}));
  EXPECT_EQ(folder_.list(), untouched_);
}

}  // namespace
}  // namespace rill::test
