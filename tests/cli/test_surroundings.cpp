// The command on a terminal, and on a machine with little memory.

#include <gtest/gtest.h>

#include <filesystem>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SPACE_IS_TAKEN 1  // by the sanitizer's shadow
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SPACE_IS_TAKEN 1
#endif
#endif

namespace rill::test {
namespace {

class ATerminal : public testing::Test {
 protected:
  ATerminal() {
    write_floats(folder_.path("height.r32"), fractal(33, 17, 30, 2, 8));
    around_.terminal = true;
  }
  Words cook(const Words& more = {}) {
    return Words{"cook",         folder_.path("height.r32"),
                 "--size",       "33x17",
                 "--cell",       "5",
                 "--iterations", "40",
                 "-o",           folder_.path("out")} +
           more;
  }
  const Folder folder_;
  Surroundings around_;
};

TEST_F(ATerminal, ShowsABar) {
  const Outcome outcome = run_rill(cook(), around_);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string full(30, '#');
  EXPECT_NE(outcome.err.find("\r[....."), std::string::npos) << outcome.err;  // it begins empty
  EXPECT_NE(outcome.err.find("\r[" + full + "] 100 %  40 of 40 steps"), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("steps/s"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(" in all"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("\033[K"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("\ncooking"), std::string::npos) << "that is for files";
  EXPECT_EQ(outcome.err.back(), '\n');  // the prompt stands on a line of its own
}

TEST_F(ATerminal, ShowsTheTimeThatIsLeft) {
  Words slow = cook();
  slow[7] = "1000000";
  RunningRill running(slow, around_);
  EXPECT_TRUE(running.wait_for_stderr(" left", 30));
  running.send(2);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.exit_code, 130);
  EXPECT_NE(outcome.err.find("\nrill: The cook was interrupted"), std::string::npos)
      << "on a line of its own: " << outcome.err;
}

TEST_F(ATerminal, IsLeftAloneWhenQuiet) {
  const Outcome outcome = run_rill(cook({"--quiet"}), around_);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "");
}

#ifndef ADDRESS_SPACE_IS_TAKEN  // a sanitizer needs more than the limit
TEST(LittleMemory, IsRefusedBeforeTheCook) {
  const Folder folder;
  write_bytes(folder.path("height.r32"), "");
  std::filesystem::resize_file(folder.path("height.r32"), 4096ull * 4096 * 4);
  Surroundings around;
  around.most_memory = 1200l << 20;
  const Outcome outcome = run_rill({"cook", folder.path("height.r32"), "--size", "4096x4096",
                                    "--cell", "1", "-o", folder.path("out.r32")},
                                   around);
  EXPECT_TRUE(refused(outcome, 3, {"This needs ", " of memory and there are ", "smaller grid"}));
  EXPECT_EQ(folder.list(), std::vector<std::string>{"height.r32"});
}
#endif

}  // namespace
}  // namespace rill::test
