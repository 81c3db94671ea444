// Ctrl-C and SIGTERM in the middle of a cook.

#include <gtest/gtest.h>

#include <signal.h>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

class Interrupt : public testing::TestWithParam<int> {};

TEST_P(Interrupt, StopsTheCookAndLeavesNothing) {
  const Folder folder;
  write_floats(folder.path("height.r32"), fractal(64, 64, 30, 2, 16));
  RunningRill rill({"cook", folder.path("height.r32"), "--size", "64x64", "--cell", "5", "--node",
                    "combined", "--set", "iterations=1000000", "--stats", folder.path("s.json"),
                    "-o", folder.path("out")});
  ASSERT_TRUE(rill.wait_for_stderr("cooking", 30));
  rill.send(GetParam());
  const Outcome outcome = rill.wait();
  EXPECT_EQ(outcome.exit_code, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("rill: The cook was interrupted"), std::string::npos) << outcome.err;
  EXPECT_EQ(folder.list(), std::vector<std::string>{"height.r32"});
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, testing::Values(SIGINT, SIGTERM));

}  // namespace
}  // namespace rill::test
