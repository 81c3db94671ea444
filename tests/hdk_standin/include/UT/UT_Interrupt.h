// Stand-in for UT_AutoInterrupt: polls are counted, and a test can press Esc at the n-th one.
// Sources: HDK page of UT_AutoInterrupt, openvdb_houdini.
#pragma once
#include <atomic>
#include <functional>
#include <vector>
class UT_AutoInterrupt {
 public:
  explicit UT_AutoInterrupt(const char* operation);
  ~UT_AutoInterrupt();
  bool wasInterrupted() { return wasInterrupted(-1); }
  bool wasInterrupted(int percent);
};

namespace standin {
// Of this thread: Esc at the n-th poll from now (0 = the first); negative = never.
void press_escape_at_poll(int poll);
void press_escape_when(const std::atomic<bool>& pressed, std::atomic<bool>& polled);  // by another thread
void press_escape_never();
void press_escape_after(double seconds);  // from now, as a time-out does; negative = never
void throw_at_poll(int poll, std::function<void()> thrower);  // a fault inside; negative = never
struct InterruptLog {
  int polls = 0;
  bool interrupted = false;
  std::vector<int> percents;
};
InterruptLog& interrupt_log();
}  // namespace standin
