// Layers as 16-bit integers spread evenly over a range of values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/format.h"
#include "io/numbers.h"

namespace rill {

constexpr int largest_code = 65535;

struct CodedLayer {
  ValueRange range;                  // of code 0 and of the largest code
  std::vector<std::uint16_t> codes;  // in the order of the cells
};

// The layer in the range that was given for it, or in its own. Throws for a value that is not a
// number or lies outside. With `spare_zero` code 0 is left to the cells without a value.
CodedLayer coded_layer(const FileToWrite& file, const std::string& layer_name, bool spare_zero);

float decoded(std::uint16_t code, const ValueRange& range);

std::string range_text(const ValueRange& range);  // "LO:HI", as --range takes it

}  // namespace rill
