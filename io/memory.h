// What a file claims to hold, held against what can be: before anything is allocated for it.
#pragma once

#include <cstdint>

#include "io/byte_source.h"

namespace rill {

double installed_memory();  // bytes

// Refuses a grid without cells, with more than an int can count on a side, or with more bytes than
// the machine has memory or than the source can hold when a byte of it stands for at most
// `most_per_byte` bytes.
void check_claimed_grid(const ByteSource& source, std::uint64_t nx, std::uint64_t ny,
                        double bytes_per_cell, double most_per_byte);

// Deflate, which most formats use, makes at most 1032 bytes of one.
constexpr double most_per_deflated_byte = 1032;

}  // namespace rill
