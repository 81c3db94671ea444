// A cook is counted twice, with few steps and with more; the difference belongs to the steps.

#include "bench_count.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <vector>

#include <rill/error.h>

#if defined(__linux__)
#include <linux/perf_event.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
extern char** environ;
#endif

namespace rill {
namespace {

constexpr int few_steps = 2, more_steps = 6;

BenchCounts per_cell_step(const BenchCounts& few, const BenchCounts& more, int size) {
  const double cell_steps = double(size) * size * (more_steps - few_steps);
  // Where a step misses hardly ever, what else a cook misses by chance can outweigh it.
  return {(more.instructions - few.instructions) / cell_steps,
          std::max(0.0, (more.first_cache - few.first_cache) / cell_steps),
          std::max(0.0, (more.last_cache - few.last_cache) / cell_steps)};
}

BenchCase one_thread(BenchCase bench_case, int steps) {
  bench_case.threads = 1;
  bench_case.steps = steps;
  return bench_case;
}

#if defined(__linux__)

// The events of this thread, while it lives.
class Event {
 public:
  Event(std::uint32_t type, std::uint64_t config) {
    perf_event_attr attributes;
    std::memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = type;
    attributes.config = config;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    handle_ = int(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
    if (handle_ < 0) error_ = errno;
  }
  ~Event() {
    if (handle_ >= 0) close(handle_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  int error() const { return error_; }
  double count() const {
    std::uint64_t value = 0;
    return read(handle_, &value, sizeof value) == ssize_t(sizeof value) ? double(value) : 0;
  }

 private:
  int handle_ = -1, error_ = 0;
};

constexpr std::uint64_t first_cache_misses =
    PERF_COUNT_HW_CACHE_L1D | (PERF_COUNT_HW_CACHE_OP_READ << 8) |
    (PERF_COUNT_HW_CACHE_RESULT_MISS << 16);

BenchCounts count_by_cpu(const BenchCase& bench_case) {
  const Event instructions(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
  const Event first(PERF_TYPE_HW_CACHE, first_cache_misses);
  const Event last(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES);
  std::vector<BenchCase> cases = {bench_case};
  const BenchCounts before = {instructions.count(), first.count(), last.count()};
  measure_cases(cases, 1);
  return {instructions.count() - before.instructions, first.count() - before.first_cache,
          last.count() - before.last_cache};
}

// Runs a program and returns what it says on stderr; false when it cannot be started or fails.
bool run_program(const std::vector<std::string>& words, std::string& said) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1 /* O_WRONLY */, 0);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  said.clear();
  std::array<char, 4096> block;
  for (ssize_t got; !failed && (got = read(ends[0], block.data(), block.size())) > 0;)
    said.append(block.data(), std::size_t(got));
  close(ends[0]);
  int status = 0;
  return !failed && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

std::string own_program() {
  std::array<char, 4096> path;
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  return length > 0 ? std::string(path.data(), std::size_t(length)) : std::string();
}

// The number behind `label` in valgrind's report, which groups digits by commas.
double number_behind(const std::string& report, const std::string& label) {
  const std::size_t at = report.find(label);
  if (at == std::string::npos)
    throw Error("valgrind's report says nothing of '" + label + "'.", Fault::resource);
  std::string digits;
  for (std::size_t i = at + label.size(); i < report.size() && report[i] != '\n'; ++i) {
    if (report[i] >= '0' && report[i] <= '9')
      digits += report[i];
    else if (report[i] != ',' && !digits.empty())
      break;
  }
  return digits.empty() ? 0 : std::stod(digits);
}

BenchCounts count_by_callgrind(const BenchCase& bench_case) {
  std::ostringstream text;
  text << int(bench_case.node) << ' ' << bench_case.scheme << ' ' << bench_case.size << ' '
       << bench_case.steps << ' ' << bench_case.lanes;
  std::string report;
  if (!run_program({"valgrind", "--tool=callgrind", "--cache-sim=yes", "--callgrind-out-file=/dev/null",
                    own_program(), "bench", "--counted", text.str()},
                   report))
    throw Error("valgrind could not count: " +
                    report.substr(report.size() > 300 ? report.size() - 300 : 0),
                Fault::resource);
  return {number_behind(report, "I   refs:"), number_behind(report, "D1  misses:"),
          number_behind(report, "LL misses:")};
}

#endif

}  // namespace

Counter find_counter() {
#if defined(__linux__)
  const Event instructions(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
  const Event first(PERF_TYPE_HW_CACHE, first_cache_misses);
  const Event last(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES);
  int error = 0;
  for (const Event* event : {&instructions, &first, &last})
    if (event->error() && !error) error = event->error();
  if (!error) return {"counters", ""};
  std::string said;
  const std::string why = "Nothing is counted: the system gives no counters (" +
                          std::string(std::strerror(error)) + "), and valgrind ";
  if (!run_program({"valgrind", "--version"}, said)) return {"", why + "is not installed."};
  // Not, for one, a build with sanitizers.
  if (!run_program({"valgrind", "--tool=none", own_program(), "--version"}, said))
    return {"", why + "cannot run this program."};
  return {"callgrind", ""};
#else
  return {"", "Nothing is counted: that works on Linux only."};
#endif
}

BenchCounts count_case(const Counter& counter, const BenchCase& bench_case) {
#if defined(__linux__)
  const auto count = counter.by == "counters" ? count_by_cpu : count_by_callgrind;
  return per_cell_step(count(one_thread(bench_case, few_steps)),
                       count(one_thread(bench_case, more_steps)), bench_case.size);
#else
  (void)counter;
  (void)bench_case;
  return {};
#endif
}

void run_counted(const std::string& text) {
  std::istringstream words(text);
  BenchCase bench_case;
  int node = 0;
  words >> node >> bench_case.scheme >> bench_case.size >> bench_case.steps >> bench_case.lanes;
  if (!words || bench_case.size < 1 || bench_case.steps < 1)
    throw Error("--counted is for rill itself; use --perf.");
  bench_case.node = Node(node);
  bench_case.threads = 1;
  std::vector<BenchCase> cases = {bench_case};
  measure_cases(cases, 1);
}

}  // namespace rill
