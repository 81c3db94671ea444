// The size is checked before anything is allocated, so that a wrong --size costs nothing.

#include "io/raw.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <rill/error.h>

#include "io/byte_order.h"
#include "io/memory.h"

namespace rill {

constexpr std::size_t block_cells = 1 << 16;

void check_raw_size(const ByteSource& source, int nx, int ny, int bytes_per_cell) {
  const std::uint64_t expected =
      std::uint64_t(nx) * std::uint64_t(ny) * std::uint64_t(bytes_per_cell);
  if (source.size() != expected)
    throw Error("'" + source.name() + "' has " + std::to_string(source.size()) + " bytes, but " +
                std::to_string(nx) + " x " + std::to_string(ny) + " cells of " +
                std::to_string(bytes_per_cell) + " bytes are " + std::to_string(expected) +
                "; check the size.");
  check_claimed_grid(source, std::uint64_t(nx), std::uint64_t(ny), sizeof(float), 4);
}

Layer read_raw_layer(const ByteSource& source, int nx, int ny) {
  check_raw_size(source, nx, ny, sizeof(float));
  // In blocks that stay in the cache, so that no memory is set to zero only to be written over.
  const std::size_t cells = std::size_t(nx) * std::size_t(ny);
  Layer layer;
  layer.reserve(cells);
  std::vector<float> block(std::min(cells, block_cells));
  while (layer.size() < cells) {
    const std::size_t count = std::min(block.size(), cells - layer.size());
    source.read(layer.size() * sizeof(float), block.data(), count * sizeof(float));
    layer.insert(layer.end(), block.begin(), block.begin() + std::ptrdiff_t(count));
  }
  if (!host_is_little_endian) swap_bytes(layer.data(), layer.size());
  return layer;
}

Layer read_raw_layer(const std::string& path, int nx, int ny) {
  return read_raw_layer(FileSource(path), nx, ny);
}

void write_raw_layer(AtomicFile& file, const Layer& layer) {
  if (host_is_little_endian) return file.write(layer.data(), layer.size() * sizeof(float));
  Layer swapped = layer;
  swap_bytes(swapped.data(), swapped.size());
  file.write(swapped.data(), swapped.size() * sizeof(float));
}

void write_raw_layer(const std::string& path, const Layer& layer) {
  AtomicFile file(path);
  write_raw_layer(file, layer);
  file.commit();
}

}  // namespace rill
