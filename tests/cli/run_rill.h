// Runs the built command as a user would.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rill::test {

using Words = std::vector<std::string>;

struct Outcome {
  int exit_code = -1;  // 128 + signal when it was killed
  std::string out, err;
};

// Where the command runs.
struct Surroundings {
  long largest_file = -1;  // bytes that it may write to one file, as on a full disk
  long most_memory = -1;   // bytes of address space
  bool terminal = false;   // stderr is one
};

Outcome run_rill(const Words& words, const Surroundings& surroundings = {});
Outcome run_rill(const Words& words, long largest_file);

// A command that runs on while the test does something.
class RunningRill {
 public:
  explicit RunningRill(const Words& words, const Surroundings& surroundings = {});
  ~RunningRill();  // kills it
  RunningRill(const RunningRill&) = delete;
  RunningRill& operator=(const RunningRill&) = delete;

  bool wait_for_stderr(const std::string& text, double seconds);
  void send(int signal_number);
  Outcome wait();

 private:
  pid_t process_ = -1;
  int out_ = -1, err_ = -1;
  Outcome outcome_;
};

// Exit code, one sentence that begins with "rill: " and holds these words, nothing on stdout.
testing::AssertionResult refused(const Outcome& outcome, int exit_code, const Words& words);

Words operator+(Words a, const Words& b);

}  // namespace rill::test
