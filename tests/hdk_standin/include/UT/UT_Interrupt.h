// Stand-in for UT_AutoInterrupt: polls are counted, and a test can press Esc at the n-th one.
// Source: openvdb_houdini (constructor with a text, wasInterrupted with an optional percentage).
#pragma once
#include <vector>
class UT_AutoInterrupt {
 public:
  explicit UT_AutoInterrupt(const char* operation);
  ~UT_AutoInterrupt();
  bool wasInterrupted(int percent = -1);
};

namespace standin {
// Of this thread: Esc at the n-th poll from now (0 = the first); negative = never.
void press_escape_at_poll(int poll);
void press_escape_after(double seconds);  // from now, as a time-out does; negative = never
struct InterruptLog {
  int polls = 0;
  bool interrupted = false;
  std::vector<int> percents;
};
InterruptLog& interrupt_log();
}  // namespace standin
