// The bar is redrawn at most ten times a second, the lines come at each quarter.

#include "progress.h"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace rill {
namespace {

constexpr double seconds_between_bars = 0.1;
constexpr int bar_width = 30;

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
  if (first_step_ < 0) {
    first_step_ = steps_done;
    quarters_shown_ = steps > 0 ? int(long(steps_done) * 4 / steps) : 0;
  }
  if (style_ == Style::bar) show_bar(steps_done, steps);
  if (style_ == Style::lines) show_line(steps_done, steps);
}

// ", 83.1 steps/s, 12 s left", or ", 15 s" at the end.
std::string ProgressDisplay::rate_and_rest(int steps_done, int steps) const {
  const double now = seconds();
  const int own_steps = steps_done - first_step_;
  if (own_steps == 0 || now <= 0) return "";
  char rate[64];
  std::snprintf(rate, sizeof rate, ", %.3g steps/s", own_steps / now);
  if (steps_done >= steps) return rate + (", " + duration_text(now)) + " in all";
  return rate + (", " + duration_text(now * (steps - steps_done) / own_steps)) + " left";
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
  // The code at the end wipes what a longer text left.
  std::fprintf(stderr, "\r[%s] %3.0f %%  %d of %d steps%s\033[K", bar.c_str(), 100 * share,
               steps_done, steps, rate_and_rest(steps_done, steps).c_str());
  std::fflush(stderr);
}

void ProgressDisplay::show_line(int steps_done, int steps) {
  if (steps_done == first_step_) {
    if (first_step_ > 0)
      std::fprintf(stderr, "going on after step %d of %d\n", first_step_, steps);
    else
      std::fprintf(stderr, "cooking %d %s\n", steps, steps == 1 ? "step" : "steps");
  } else if (long(steps_done) * 4 >= long(steps) * (quarters_shown_ + 1)) {
    quarters_shown_ = int(long(steps_done) * 4 / steps);
    std::fprintf(stderr, "%3d %%  step %d of %d%s\n", quarters_shown_ * 25, steps_done, steps,
                 rate_and_rest(steps_done, steps).c_str());
  }
}

std::string duration_text(double seconds) {
  char text[64];
  const long whole = long(seconds + 0.5);
  if (seconds < 9.95)
    std::snprintf(text, sizeof text, "%.1f s", seconds);
  else if (whole < 60)
    std::snprintf(text, sizeof text, "%ld s", whole);
  else if (whole < 3600)
    std::snprintf(text, sizeof text, "%ld:%02ld min", whole / 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld h", whole / 3600, whole / 60 % 60, whole % 60);
  return text;
}

}  // namespace rill
