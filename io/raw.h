// Raw layers (.r32): 32-bit little-endian floats, row by row, the first row is y = 0, no header.
#pragma once

#include <string>

#include <rill/layers.h>

#include "io/atomic_file.h"
#include "io/byte_source.h"

namespace rill {

// Throws when the file is missing or does not hold exactly nx x ny floats.
Layer read_raw_layer(const std::string& path, int nx, int ny);
Layer read_raw_layer(const ByteSource& source, int nx, int ny);

void check_raw_size(const ByteSource& source, int nx, int ny, int bytes_per_cell);

void write_raw_layer(const std::string& path, const Layer& layer);
void write_raw_layer(AtomicFile& file, const Layer& layer);

}  // namespace rill
