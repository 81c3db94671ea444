// Ctrl-C (SIGINT) and SIGTERM as a flag to read between steps, while an InterruptGuard lives.
#pragma once

#include <csignal>

namespace rill {

struct Interrupted {};  // main turns it into a sentence and its exit code

class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool came();
  // Throws Interrupted when one came: what was written under temporary names goes on the way out.
  static void stop_if_came();

 private:
  struct sigaction previous_interrupt_;
  struct sigaction previous_terminate_;
};

}  // namespace rill
