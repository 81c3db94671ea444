// Ctrl-C (SIGINT) and SIGTERM as a flag to read between steps, while an InterruptGuard lives.
#pragma once

#include <csignal>

namespace rill {

class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool came();

 private:
  struct sigaction previous_interrupt_;
  struct sigaction previous_terminate_;
};

}  // namespace rill
