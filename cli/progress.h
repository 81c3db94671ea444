// Progress of a cook on stderr: a bar on a terminal, a few lines elsewhere, nothing when quiet.
#pragma once

#include <chrono>

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

  enum class Style { none, bar, lines } style_;
  std::chrono::steady_clock::time_point start_;
  double last_shown_ = -1;
  int quarters_shown_ = 0;
  bool bar_open_ = false;
};

}  // namespace rill
