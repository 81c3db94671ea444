// Speed of the solver: nanoseconds per cell and step of one way to cook.
#pragma once

#include <string>
#include <vector>

#include <rill/cook.h>

#include "bandwidth.h"

namespace rill {

struct BenchCase {
  Node node = Node::combined;
  int scheme = scheme_rill;
  int size = 0;     // cells along x and along y
  int threads = 0;  // 0 = all
  std::string asked_device = "tbb";
  std::string lanes;  // of tbb
  bool fused = true;
  int steps = 0;

  std::vector<double> samples;  // nanoseconds per cell and step, as measured
  Bandwidth copy;               // of the memory in the same minutes
  double bytes_per_cell = 0;
  std::string device;

  double median() const;
  double best() const;
  double times_copy() const;
};

// The state is nine floats a cell; a copy reads and writes them all.
constexpr double state_copy_bytes = 2 * 9 * sizeof(float);
double copy_nanoseconds(const Bandwidth& copy);  // per cell

// Measures cases of one size in turns, so that what disturbs the machine meets all of them alike.
// Each starts from a fractal terrain that has been rained on, so that every cell is wet. The copy,
// where one is given, is measured before each of them.
void measure_cases(std::vector<BenchCase>& cases, int repetitions, MemoryCopy* copy = nullptr);

// What it takes to look at a running cook, as frames and checkpoints do: nanoseconds per cell, the
// combined node on all threads; the median.
struct LookCase {
  int size = 0;
  double nanoseconds = 0;
  Bandwidth copy;
  double times_copy() const { return nanoseconds / copy_nanoseconds(copy); }
};
LookCase measure_look(int size, int repetitions, MemoryCopy& copy);

}  // namespace rill
