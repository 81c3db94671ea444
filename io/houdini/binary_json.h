// Binary JSON (.bgeo): one byte that says what comes, then the value, little-endian. Words that
// return are defined once as tokens, numbered in order of first use.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/houdini/data_source.h"
#include "io/houdini/json_value.h"
#include "io/houdini/limits.h"
#include "io/houdini/voxel_tiles.h"

namespace rill::houdini {

// Asked when the reader comes to tiles: which size does this array have? `root` is the file so far,
// `before` what stands before the array in its parent. A target without values makes the reader
// only walk over the tiles.
struct VoxelSize {
  int nx = 0, ny = 0;  // 0: not known, or not to be read now
  Layer room;          // of that many values where somebody has made it already, else empty
};
using FindVoxelSize =
    std::function<VoxelSize(const JsonValue& root, const JsonValue::Items& before)>;

bool is_binary_json(const std::uint8_t* bytes, std::size_t count);

JsonValue read_binary_json(const DataSource& source, MemoryBudget& budget,
                           const FindVoxelSize& find_size = {});

// Reads the values of an array that the reader walked over.
void read_voxels(const DataSource& source, const VoxelArray& array, const TileTarget& target);

// The same array value by value.
JsonValue read_voxel_values(const DataSource& source, const VoxelArray& array,
                            const ReadLimits& limits);

class BinaryJsonWriter {
 public:
  // `source` is the file that unchanged voxels are copied from.
  BinaryJsonWriter(ByteRope& out, std::shared_ptr<const DataSource> source)
      : out_(out), source_(std::move(source)) {}

  void begin_file();
  void write(const JsonValue& value);
  void write_code(std::uint8_t c) { out_.append(&c, 1); }
  void write_integer(std::int64_t value, std::uint8_t form = 0);
  std::uint64_t position() const { return out_.size(); }

  // Where arrays that began at these offsets of the source begin now.
  std::unordered_map<std::uint64_t, std::uint64_t> moved;

 private:
  void write_length(std::uint64_t length);
  void write_text(const std::string& text, std::uint8_t form);
  void write_number(double value, std::uint8_t form);
  void write_voxels(const VoxelArray& array);

  ByteRope& out_;
  std::shared_ptr<const DataSource> source_;
  std::unordered_map<std::string, std::uint64_t> tokens_;
};

}  // namespace rill::houdini
