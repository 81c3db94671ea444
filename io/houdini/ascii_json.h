// ASCII JSON (.geo): ordinary JSON, with // comments and the bare words nan and inf. What did not
// change is written with the very text that it had.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "io/houdini/data_source.h"
#include "io/houdini/json_value.h"
#include "io/houdini/limits.h"
#include "io/houdini/voxel_tiles.h"

namespace rill::houdini {

JsonValue read_ascii_json(const std::uint8_t* text, std::uint64_t size, MemoryBudget& budget);

// Takes the text piece by piece.
using TextSink = std::function<void(const char* text, std::size_t size)>;
// A voxel array that stays as it was, value by value.
using FindVoxels = std::function<JsonValue(const VoxelArray& array)>;

class AsciiJsonWriter {
 public:
  // `source_text` is the file that the tree was read from where that was ASCII, else null.
  AsciiJsonWriter(TextSink sink, const std::uint8_t* source_text, FindVoxels find_voxels)
      : sink_(std::move(sink)), source_(source_text), find_voxels_(std::move(find_voxels)) {}

  void write_file(const JsonValue& root, std::uint64_t source_size);

 private:
  void put(const std::string& text) { put(text.data(), text.size()); }
  void put(const char* text, std::size_t size);
  void put_line(int depth);
  void put_text(const std::string& text);
  void put_packed(const PackedNumbers& numbers);
  void put_voxels(const VoxelArray& array, int depth);
  void write(const JsonValue& value, int depth);
  void flush();

  TextSink sink_;
  const std::uint8_t* source_;
  FindVoxels find_voxels_;
  std::string buffer_;
};

}  // namespace rill::houdini
