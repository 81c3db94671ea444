// Speed of the solver: nanoseconds per cell and step of one way to cook.
#pragma once

#include <string>
#include <vector>

#include <rill/cook.h>

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
  double bytes_per_cell = 0;
  std::string device;

  double median() const;
  double best() const;
};

// Measures cases of one size in turns, so that what disturbs the machine meets all of them alike.
// Each starts from a fractal terrain that has been rained on, so that every cell is wet.
void measure_cases(std::vector<BenchCase>& cases, int repetitions);

// What it takes to look at a running cook, as frames and checkpoints do: nanoseconds per cell, the
// combined node on all threads; the median.
struct LookCase {
  int size = 0;
  double nanoseconds = 0;
};
LookCase measure_look(int size, int repetitions);

}  // namespace rill
