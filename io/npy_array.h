// One array in NumPy's .npy form, of the kinds that rill takes: 32- and 64-bit floats and 16-bit
// integers in either byte order, row by row.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <rill/layers.h>

#include "io/byte_source.h"

namespace rill {

struct NpyHeader {
  char kind = 0;         // f, i, u
  int bytes = 0;         // of one number
  bool swapped = false;  // the other byte order than the machine's
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::uint64_t data_offset = 0;
};

NpyHeader read_npy_header(const ByteSource& source);

// The numbers of an array of two dimensions, checked; the first row is the north. `nx` and `ny` are
// set.
Layer read_npy_grid(const ByteSource& source, const NpyHeader& header, int& nx, int& ny);

double read_npy_number(const ByteSource& source, const NpyHeader& header);  // of one element

std::string npy_header(const std::vector<int>& shape, const char* type);  // in front of the data

}  // namespace rill
