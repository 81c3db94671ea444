// Stand-in. Source: HDK page of OP_Context.
#pragma once
#include <cmath>
#include <SYS/SYS_Types.h>
class OP_Context {
 public:
  explicit OP_Context(fpreal time = 0) : time_(time) {}
  fpreal getTime() const { return time_; }
  fpreal getFloatFrame() const { return time_ * 24 + 1; }  // 24 frames a second, frame 1 at time 0
  int getThread() const { return 0; }

 private:
  fpreal time_;
};
