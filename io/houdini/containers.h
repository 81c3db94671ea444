// What a geometry file may be wrapped in: .sc (blocks of Blosc with an index behind them) and .gz.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "io/houdini/data_source.h"
#include "io/houdini/limits.h"

namespace rill::houdini {

using ByteSink = std::function<void(const void* data, std::size_t size)>;

bool is_scf(const std::uint8_t* bytes, std::size_t count);
bool is_gzip(const std::uint8_t* bytes, std::size_t count);

// Reads and decompresses blocks when they are asked for, in parallel. The frame is
// checked here, each block when it is read.
std::shared_ptr<const DataSource> open_scf(std::shared_ptr<const DataSource> file);
Buffer unpack_gzip(const Buffer& file, MemoryBudget& budget);

// Each reads the stream once, from its begin to its end.
void write_scf(const DataSource& stream, const ByteSink& sink);
void write_gzip(const DataSource& stream, const ByteSink& sink);
void write_plain(const DataSource& stream, const ByteSink& sink);

}  // namespace rill::houdini
