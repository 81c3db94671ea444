// Completion script and manual page know every command and option.

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include <rill/params.h>

#include "folder.h"
#include "run_rill.h"

namespace rill::test {
namespace {

std::string output_of(const std::string& shell_command) {
  std::string text;
  FILE* const pipe = popen(shell_command.c_str(), "r");
  char buffer[4096];
  while (const std::size_t count = fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, count);
  EXPECT_EQ(pclose(pipe), 0) << text;
  return text;
}

class Completion : public testing::Test {
 protected:
  Completion() {
    const Outcome outcome = run_rill({"completion", "bash"});
    EXPECT_EQ(outcome.exit_code, 0);
    write_bytes(folder_.path("rill.bash"), outcome.out);
  }
  // What the TAB key offers behind these words.
  std::string offered(const std::string& words, int at) {
    return output_of("bash -c 'source " + folder_.path("rill.bash") + "; COMP_WORDS=(" + words +
                     "); COMP_CWORD=" + std::to_string(at) + "; _rill; echo \"${COMPREPLY[*]}\"'");
  }
  const Folder folder_;
};

TEST_F(Completion, OffersCommandsOptionsAndWords) {
  EXPECT_EQ(offered("rill co", 1), "cook compare convert completion\n");
  EXPECT_EQ(offered("rill cook --evap", 2), "--evaporation\n");
  EXPECT_EQ(offered("rill cook --border w", 3), "wrap\n");
  EXPECT_EQ(offered("rill cook --preset jak", 3), "jako2011\n");
  EXPECT_EQ(offered("rill cook --rain \"\"", 3), "\n");
  EXPECT_EQ(offered("rill convert --spl", 2), "--splat\n");
  EXPECT_NE(offered("rill info " + folder_.path("ril"), 2).find("rill.bash"), std::string::npos);
  EXPECT_TRUE(refused(run_rill({"completion", "fish"}), 1, {"fish", "bash"}));
}

TEST_F(Completion, TheManualPageHasEveryCommandAndParameter) {
  const std::string page = run_rill({"man"}).out;
  EXPECT_EQ(page.find("TH RILL 1"), page.find(".TH") + 1);
  for (const char* command : {"cook", "generate", "preview", "info", "compare", "convert", "params",
                              "presets", "devices", "bench", "completion", "man"})
    EXPECT_NE(page.find(".SS rill " + std::string(command)), std::string::npos) << command;
  for (const ParameterInfo& parameter : parameter_table()) {
    std::string flag = "\\-\\-";
    for (const char c : std::string(parameter.name)) flag += c == '_' ? "\\-" : std::string(1, c);
    EXPECT_NE(page.find("\\fB" + flag + "\\fR"), std::string::npos) << flag;
  }
}

}  // namespace
}  // namespace rill::test
