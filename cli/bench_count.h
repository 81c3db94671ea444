// What a step costs besides time: instructions and cache misses per cell. Counted by the CPU where the
// system lets us, else by callgrind on a small grid.
#pragma once

#include <string>

#include "bench_measure.h"

namespace rill {

struct BenchCounts {
  double instructions = 0;  // per cell and step
  double first_cache = 0;   // misses of the first-level data cache, reading and writing
  double last_cache = 0;    // misses of the last level
};

struct Counter {
  std::string by;      // "counters", "callgrind" or empty
  std::string reason;  // why there is neither, a sentence
};

// What counts on this machine.
Counter find_counter();

// The steps of a case on one thread. What a cook costs besides its steps is taken off.
BenchCounts count_case(const Counter& counter, const BenchCase& bench_case);

// What callgrind runs: `text` is the case and its number of steps, from count_case.
void run_counted(const std::string& text);

}  // namespace rill
