// The copy through memory that speed is measured against.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace rill {

struct Bandwidth {
  double bytes_per_second = 0;  // read and written together
  bool streaming = false;       // with which stores
};

// Copies an array of 256 MB to another, all threads, with ordinary and with streaming stores.
// Others may use the same memory, so it is measured in turns with what is held against it.
class MemoryCopy {
 public:
  MemoryCopy();
  void measure();            // once with each kind of stores
  Bandwidth median() const;  // of the measurements so far, with the faster kind
  void forget() { ordinary_.clear(), streaming_.clear(); }

  static constexpr std::size_t bytes = std::size_t(512) << 20;  // of both arrays

 private:
  struct Delete {
    void operator()(float* values) const { operator delete[](values, std::align_val_t(64)); }
  };
  using Array = std::unique_ptr<float[], Delete>;
  static Array make_array();
  double bytes_per_second(bool streaming) const;

  Array from_, to_;
  std::vector<double> ordinary_, streaming_;  // bytes per second
};

double median_of(std::vector<double> values);

}  // namespace rill
