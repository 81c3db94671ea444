// .r32, 32-bit floats, and .r16, unsigned 16-bit integers over a range: little-endian, row by row,
// the first row is y = 0, no header. Size and range come from the user.

#include "io/raw.h"

#include <rill/error.h>

#include "io/byte_order.h"
#include "io/format.h"
#include "io/sixteen_bit.h"

namespace rill {
namespace {

TerrainFile empty_grid(const ByteSource& source, const ReadOptions& options) {
  if (options.nx < 1 || options.ny < 1)
    throw Error("'" + source.name() + "' does not say how large its terrain is; give the size.");
  TerrainFile file;
  file.terrain.nx = options.nx;
  file.terrain.ny = options.ny;
  file.terrain.cell = 0;
  return file;
}

}  // namespace

TerrainFile read_r32(const ByteSource& source, const ReadOptions& options) {
  TerrainFile file = empty_grid(source, options);
  file.terrain.layers[layer::height] = read_raw_layer(source, options.nx, options.ny);
  return file;
}

void write_r32(AtomicFile& out, const FileToWrite& file, Notes&) {
  write_raw_layer(out, file.terrain.terrain.layers.at(file.layers.front()));
}

TerrainFile read_r16(const ByteSource& source, const ReadOptions& options) {
  TerrainFile file = empty_grid(source, options);
  check_raw_size(source, options.nx, options.ny, sizeof(std::uint16_t));
  if (!options.range)
    throw Error("'" + source.name() +
                "' does not say which heights its 16-bit numbers stand for; give the range.");
  std::vector<std::uint16_t> codes(file.terrain.cells());
  source.read(0, codes.data(), codes.size() * sizeof(std::uint16_t));
  if (!host_is_little_endian) swap_bytes(codes.data(), codes.size());
  Layer& height = file.terrain.layers[layer::height];
  height.reserve(codes.size());
  for (const std::uint16_t code : codes) height.push_back(decoded(code, *options.range));
  return file;
}

void write_r16(AtomicFile& out, const FileToWrite& file, Notes& notes) {
  if (file.layers.front() == layer::height && !file.terrain.nodata.empty())
    throw Error("Cannot write '" + file.path +
                "': a raw 16-bit file cannot mark cells without a value; use .tif, .asc or .png.");
  CodedLayer coded = coded_layer(file, file.layers.front(), false);
  notes.push_back("'" + file.path + "' has 16 bits for each value; read it with --range " +
                  range_text(coded.range) + ".");
  if (!host_is_little_endian) swap_bytes(coded.codes.data(), coded.codes.size());
  out.write(coded.codes.data(), coded.codes.size() * sizeof(std::uint16_t));
}

}  // namespace rill
