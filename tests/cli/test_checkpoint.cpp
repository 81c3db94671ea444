// A cook that is killed at any moment and taken up again gives the same bytes as one without a break.

#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <random>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Checkpoint : public testing::Test {
 protected:
  Checkpoint() { write_input(67, 41); }

  void write_input(int nx, int ny) {
    size_ = std::to_string(nx) + "x" + std::to_string(ny);
    write_floats(folder_.path("height.r32"), fractal(nx, ny, 90, 3, 20));
    write_floats(folder_.path("rain.r32"), fractal(nx, ny, 1, 4, 9));
  }

  Words cook(const std::string& output, const Words& more = {}) {
    return Words{"cook",
                 folder_.path("height.r32"),
                 "--size",
                 size_,
                 "--cell",
                 "5",
                 "--layer",
                 "rain=" + folder_.path("rain.r32"),
                 "--keep-low",
                 "--output-flow",
                 "--output-erosion",
                 "--output-deposition",
                 "--output-debris",
                 "--output-velocity",
                 "--stats",
                 folder_.path(output + ".json"),
                 "-o",
                 folder_.path(output)} +
           more;
  }

  Words kept(const std::string& output, const Words& more = {}) {
    return cook(output, Words{"--checkpoint", folder_.path("kept")} + more);
  }

  // Layers and budget, to the bit.
  void expect_same(const std::string& a, const std::string& b) {
    int compared = 0;
    for (const auto& entry : fs::directory_iterator(folder_.path(a))) {
      const std::string name = entry.path().filename().string();
      EXPECT_TRUE(read_bytes(entry.path().string()) == read_bytes(folder_.path(b + "/" + name)))
          << name;
      ++compared;
    }
    EXPECT_GE(compared, 5);
    const Json first = Json::parse(read_bytes(folder_.path(a + ".json")));
    const Json second = Json::parse(read_bytes(folder_.path(b + ".json")));
    EXPECT_EQ(first["budget"], second["budget"]);
    EXPECT_EQ(first["layers"], second["layers"]);
    EXPECT_EQ(first["steps"], second["steps"]);
  }

  // Runs until it is killed after a checkpoint was written.
  void leave_checkpoint(const Words& settings) {
    RunningRill rill(kept("never", settings + Words{"--every", "3"}));
    for (int wait = 0; wait < 3000 && !fs::exists(folder_.path("kept")); ++wait) usleep(1000);
    rill.send(SIGKILL);
    rill.wait();
    ASSERT_TRUE(fs::exists(folder_.path("kept")));
    ASSERT_FALSE(fs::exists(folder_.path("never")));
  }

  const Folder folder_;
  std::string size_;
};

TEST_F(Checkpoint, OnesThatAreWrittenChangeNothing) {
  const Words steps = {"--iterations", "50", "--quiet"};
  ASSERT_EQ(run_rill(cook("whole", steps)).exit_code, 0);
  for (const std::string every : {"1", "7", "50", "51"}) {
    const Outcome outcome = run_rill(kept("part" + every, steps + Words{"--every", every}));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_same("whole", "part" + every);
    EXPECT_FALSE(fs::exists(folder_.path("kept")));
  }
}

// As often as it takes, at random times; odd sizes, both schemes, every node.
TEST_F(Checkpoint, KilledAgainAndAgainItEndsInTheSameBits) {
  std::mt19937 random(7);
  struct Case {
    int nx, ny;
    std::string every;
    Words settings;
  };
  const Case cases[] = {
      {67, 41, "37", {"--iterations", "4000"}},
      {515, 33, "5", {"--iterations", "900", "--scheme", "jako2011", "--border", "wrap"}},
      {33, 515, "10", {"--iterations", "900", "--border", "closed", "--settle"}},
      {9, 8, "500", {"--iterations", "20000", "--node", "hydraulic"}},
      {1, 7, "501", {"--iterations", "30000", "--node", "thermal"}},
  };
  for (const Case& one : cases) {
    write_input(one.nx, one.ny);
    SCOPED_TRACE(size_);
    const Words settings = one.settings + Words{"--quiet"};
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(run_rill(cook("whole", settings)).exit_code, 0);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    int kills = 0, exit_code = -1;
    for (int attempt = 0; exit_code != 0 && attempt < 200; ++attempt) {
      RunningRill rill(kept("parts", settings + Words{"--every", one.every, "--resume"}));
      // Towards the end it may run on.
      const double most = seconds * (attempt < 12 ? 0.5 : 20);
      usleep(useconds_t(1e6 * std::uniform_real_distribution<double>(0, most)(random)));
      rill.send(SIGKILL);
      const Outcome outcome = rill.wait();
      exit_code = outcome.exit_code;
      ASSERT_TRUE(exit_code == 0 || exit_code == 128 + SIGKILL) << exit_code << outcome.err;
      kills += exit_code != 0;
    }
    ASSERT_EQ(exit_code, 0);
    EXPECT_GE(kills, 1);
    expect_same("whole", "parts");
    EXPECT_FALSE(fs::exists(folder_.path("kept")));
    for (const std::string& file : folder_.list())
      EXPECT_TRUE(file.rfind(".kept", 0) != 0) << file;
    for (const char* output : {"whole", "parts"}) fs::remove_all(folder_.path(output));
  }
}

TEST_F(Checkpoint, CtrlCKeepsTheStepItCameAt) {
  const Words settings = {"--iterations", "3000"};
  ASSERT_EQ(run_rill(cook("whole", settings + Words{"--quiet"})).exit_code, 0);
  {
    RunningRill rill(kept("parts", settings + Words{"--every", "1000000"}));
    ASSERT_TRUE(rill.wait_for_stderr("cooking", 30));
    usleep(20000);
    rill.send(SIGINT);
    const Outcome outcome = rill.wait();
    ASSERT_EQ(outcome.exit_code, 130) << outcome.err;
    EXPECT_NE(outcome.err.find("--resume"), std::string::npos) << outcome.err;
  }
  const Outcome outcome = run_rill(kept("parts", settings + Words{"--resume"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("going on after step"), std::string::npos) << outcome.err;
  expect_same("whole", "parts");
}

TEST_F(Checkpoint, AnotherCookIsRefusedByName) {
  const Words settings = {"--iterations", "100000", "--quiet"};
  leave_checkpoint(settings);
  const std::string before = read_bytes(folder_.path("kept"));
  const auto resumed = [&](const Words& more) {
    return run_rill(kept("out", Words{"--quiet", "--resume"} + more));
  };
  EXPECT_TRUE(refused(resumed({"--iterations", "100000", "--rain", "0.5"}), 1, {"rain", "0.5"}));
  EXPECT_TRUE(refused(resumed({"--iterations", "99999"}), 1, {"iterations", "99999"}));
  EXPECT_TRUE(refused(resumed({"--iterations", "100000", "--node", "thermal"}), 1, {"node"}));
  EXPECT_TRUE(refused(resumed({"--iterations", "100000", "--cell", "6"}), 2, {"--cell"}));
  EXPECT_TRUE(refused(resumed({"--iterations", "100000", "--layer",
                               "water=" + folder_.path("rain.r32")}),
                      1, {"without", "'water'"}));
  Layer height = read_floats(folder_.path("height.r32"));
  height[5] += 0.001f;
  write_floats(folder_.path("height.r32"), height);
  EXPECT_TRUE(refused(resumed({"--iterations", "100000"}), 1, {"'height'", "other values"}));
  write_input(41, 67);
  EXPECT_TRUE(refused(resumed({"--iterations", "100000"}), 1, {"nx"}));
  EXPECT_TRUE(refused(run_rill(kept("out", settings)), 1, {"kept", "--resume"}));
  EXPECT_TRUE(before == read_bytes(folder_.path("kept")));
}

TEST_F(Checkpoint, ADamagedOneIsRefused) {
  const Words settings = {"--iterations", "100000", "--quiet", "--resume"};
  leave_checkpoint({"--iterations", "100000", "--quiet"});
  const std::string good = read_bytes(folder_.path("kept"));
  std::mt19937 random(3);
  const auto refused_with = [&](const std::string& bytes) {
    write_bytes(folder_.path("kept"), bytes);
    const Outcome outcome = run_rill(kept("out", settings));
    return refused(outcome, 1, {"kept"});
  };
  for (const std::size_t size : {std::size_t(0), std::size_t(7), std::size_t(16), std::size_t(500),
                                 good.size() / 2, good.size() - 1})
    EXPECT_TRUE(refused_with(good.substr(0, size))) << size;
  EXPECT_TRUE(refused_with(good + "x"));
  EXPECT_TRUE(refused_with(std::string(10000, '\xff')));
  for (int i = 0; i < 40; ++i) {
    std::string bad = good;
    const std::size_t at =
        std::uniform_int_distribution<std::size_t>(0, i < 20 ? 2000 : bad.size() - 1)(random);
    bad[at] = char(bad[at] ^ (1 << (i % 8)));
    EXPECT_TRUE(refused_with(bad)) << at;
  }
  EXPECT_TRUE(refused(run_rill(cook("out", settings + Words{"--checkpoint", folder_.path("")})), 1,
                      {"checkpoint"}));
}

TEST_F(Checkpoint, AFullDiskKeepsTheOldOne) {
  leave_checkpoint({"--iterations", "100000", "--quiet"});
  const std::string before = read_bytes(folder_.path("kept"));
  const Outcome outcome = run_rill(
      kept("out", {"--iterations", "100000", "--quiet", "--resume", "--every", "1"}), 2000);
  EXPECT_TRUE(refused(outcome, 3, {"kept"}));
  EXPECT_TRUE(before == read_bytes(folder_.path("kept")));
}

TEST_F(Checkpoint, NeedsAFile) {
  EXPECT_TRUE(refused(run_rill(cook("out", {"--resume"})), 1, {"--checkpoint"}));
  EXPECT_TRUE(refused(run_rill(cook("out", {"--every", "3"})), 1, {"--checkpoint"}));
  EXPECT_TRUE(refused(run_rill(kept("out", {"--every", "0"})), 1, {"--every"}));
  EXPECT_TRUE(refused(run_rill(cook("out", {"--checkpoint", folder_.path("no/kept")})), 1,
                      {"no/kept"}));
}

}  // namespace
}  // namespace rill::test
