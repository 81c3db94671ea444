// The bar is redrawn at most ten times a second, the lines come at each quarter.

#include "progress.h"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace rill {
namespace {

constexpr double seconds_between_bars = 0.1;
constexpr int bar_width = 40;

}  // namespace

ProgressDisplay::ProgressDisplay(bool quiet)
    : style_(quiet                   ? Style::none
             : isatty(STDERR_FILENO) ? Style::bar
                                     : Style::lines),
      start_(std::chrono::steady_clock::now()) {}

ProgressDisplay::~ProgressDisplay() {
  if (bar_open_) std::fputc('\n', stderr);
}

double ProgressDisplay::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void ProgressDisplay::show(int steps_done, int steps) {
  if (style_ == Style::bar) show_bar(steps_done, steps);
  if (style_ == Style::lines) show_line(steps_done, steps);
}

void ProgressDisplay::show_bar(int steps_done, int steps) {
  const double now = seconds();
  const bool due = last_shown_ < 0 || now - last_shown_ >= seconds_between_bars;
  if (!due && steps_done < steps) return;
  last_shown_ = now;
  bar_open_ = true;
  const double share = steps > 0 ? double(steps_done) / steps : 1;
  std::string bar(std::size_t(share * bar_width), '#');
  bar.resize(bar_width, '.');
  // Blanks at the end wipe what a longer text left.
  std::fprintf(stderr, "\r[%s] %3.0f %%  %d of %d steps, %.1f s   ", bar.c_str(), 100 * share,
               steps_done, steps, now);
  std::fflush(stderr);
}

void ProgressDisplay::show_line(int steps_done, int steps) {
  if (steps_done == 0) {
    std::fprintf(stderr, "cooking %d %s\n", steps, steps == 1 ? "step" : "steps");
  } else if (long(steps_done) * 4 >= long(steps) * (quarters_shown_ + 1)) {
    quarters_shown_ = int(long(steps_done) * 4 / steps);
    std::fprintf(stderr, "%3d %% after %.1f s\n", quarters_shown_ * 25, seconds());
  }
}

}  // namespace rill
