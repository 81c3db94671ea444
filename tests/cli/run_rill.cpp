// fork and exec without a shell, so that odd arguments arrive as they are.

#include "run_rill.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

namespace rill::test {
namespace {

void limit(int resource, long most) {
  if (most < 0) return;
  const rlimit limits = {rlim_t(most), rlim_t(most)};
  setrlimit(__rlimit_resource_t(resource), &limits);
}

[[noreturn]] void become_rill(const Words& words, int out, int err, const Surroundings& around) {
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  // Tests run as root in containers: there too a read-only folder must be one.
  for (const unsigned long right : {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH})
    prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
  limit(RLIMIT_FSIZE, around.largest_file);
  limit(RLIMIT_AS, around.most_memory);
  std::vector<char*> arguments = {const_cast<char*>("rill")};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(RILL_COMMAND, arguments.data());
  _exit(127);
}

// Both ends of a pipe, or of a terminal that shows what comes as it is.
bool make_ends(bool terminal, int ends[2]) {
  if (!terminal) return pipe2(ends, O_CLOEXEC) == 0;
  ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (ends[0] < 0 || grantpt(ends[0]) != 0 || unlockpt(ends[0]) != 0) return false;
  ends[1] = open(ptsname(ends[0]), O_RDWR | O_NOCTTY | O_CLOEXEC);
  return ends[1] >= 0;
}

// False at the end of the stream.
bool read_some(int descriptor, std::string& text) {
  char buffer[4096];
  const ssize_t count = read(descriptor, buffer, sizeof buffer);
  if (count > 0) text.append(buffer, std::size_t(count));
  return count > 0;
}

}  // namespace

RunningRill::RunningRill(const Words& words, const Surroundings& surroundings) {
  int out[2], err[2];
  if (!make_ends(false, out) || !make_ends(surroundings.terminal, err)) return;
  process_ = fork();
  if (process_ == 0) become_rill(words, out[1], err[1], surroundings);
  close(out[1]);
  close(err[1]);
  out_ = out[0];
  err_ = err[0];
}

RunningRill::~RunningRill() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  close(out_);
  close(err_);
}

bool RunningRill::wait_for_stderr(const std::string& text, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (outcome_.err.find(text) == std::string::npos) {
    if (std::chrono::steady_clock::now() > end) return false;
    pollfd waiting = {err_, POLLIN, 0};
    if (poll(&waiting, 1, 100) > 0 && !read_some(err_, outcome_.err)) return false;
  }
  return true;
}

void RunningRill::send(int signal_number) { kill(process_, signal_number); }

Outcome RunningRill::wait() {
  bool out_open = true, err_open = true;
  while (out_open || err_open) {
    pollfd waiting[2] = {{out_open ? out_ : -1, POLLIN, 0}, {err_open ? err_ : -1, POLLIN, 0}};
    if (poll(waiting, 2, -1) < 0) break;
    if (waiting[0].revents) out_open = read_some(out_, outcome_.out);
    if (waiting[1].revents) err_open = read_some(err_, outcome_.err);
  }
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  outcome_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome_;
}

Outcome run_rill(const Words& words, const Surroundings& surroundings) {
  return RunningRill(words, surroundings).wait();
}

Outcome run_rill(const Words& words, long largest_file) {
  Surroundings surroundings;
  surroundings.largest_file = largest_file;
  return run_rill(words, surroundings);
}

testing::AssertionResult refused(const Outcome& outcome, int exit_code, const Words& words) {
  const auto failure = [&] {
    return testing::AssertionFailure() << "exit " << outcome.exit_code << ", stdout \""
                                       << outcome.out << "\", stderr \"" << outcome.err << "\": ";
  };
  if (outcome.exit_code != exit_code) return failure() << "expected exit " << exit_code;
  if (!outcome.out.empty()) return failure() << "stdout is not empty";
  if (outcome.err.rfind("rill: ", 0) != 0) return failure() << "does not begin with 'rill: '";
  if (std::count(outcome.err.begin(), outcome.err.end(), '\n') != 1)
    return failure() << "is not one line";
  for (const std::string& word : words)
    if (outcome.err.find(word) == std::string::npos) return failure() << "does not say " << word;
  return testing::AssertionSuccess();
}

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace rill::test
