// Progress of a cook on stderr: a bar on a terminal, a few lines elsewhere, nothing when quiet.
#pragma once

#include <chrono>
#include <string>

namespace rill {

class ProgressDisplay {
 public:
  explicit ProgressDisplay(bool quiet);
  ~ProgressDisplay();  // leaves the bar's line
  void show(int steps_done, int steps);

 private:
  void show_bar(int steps_done, int steps);
  void show_line(int steps_done, int steps);
  double seconds() const;
  std::string rate_and_rest(int steps_done, int steps) const;

  enum class Style { none, bar, lines } style_;
  std::chrono::steady_clock::time_point start_;
  int first_step_ = -1;  // where this cook began: not at 0 when it goes on from a checkpoint
  double last_shown_ = -1;
  int quarters_shown_ = 0;
  bool bar_open_ = false;
};

// "45 s", "2:05 min", "1:02:05 h"
std::string duration_text(double seconds);

}  // namespace rill
