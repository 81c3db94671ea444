// The memory bandwidth that speed is measured against.
#pragma once

namespace rill {

struct Bandwidth {
  double bytes_per_second = 0;  // read and written together
  bool streaming = false;       // which stores were faster
};

// Copies an array of 256 MB to another, all threads, with ordinary and with streaming stores,
// several times each; the fastest copy counts.
Bandwidth measure_bandwidth();

}  // namespace rill
