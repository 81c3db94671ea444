#include "io/houdini/binary_json.h"

#include <cstring>

#include <rill/error.h>

#include "core/memory.h"

namespace rill::houdini {
namespace {

constexpr std::uint8_t magic[] = {code::magic, 'N', 'S', 'J', 'b'};
constexpr std::uint8_t swapped_magic[] = {code::magic, 'b', 'J', 'S', 'N'};

class Reader {
 public:
  Reader(const DataSource& source, MemoryBudget& budget, const FindVoxelSize& find_size)
      : window_(source), budget_(budget), find_size_(find_size) {}

  JsonValue read_file() {
    at_ = sizeof magic;
    JsonValue root = read_value(0);
    if (!root.is_array()) fail("it does not begin with a list");
    if (at_ != window_.size())
      fail(std::to_string(window_.size() - at_) + " bytes follow after its end");
    return root;
  }

  JsonValue read_values(std::uint64_t begin) {
    keep_tiles_out_ = false;
    at_ = begin;
    JsonValue value = read_value(0);
    forget_places(value);
    return value;
  }

 private:
  // These places are in another file than the one that the values go to.
  static void forget_places(JsonValue& value) {
    value.begin = value.end = 0;
    if (value.is_list())
      for (JsonValue& item : value.children()) forget_places(item);
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error("The Houdini file is damaged at byte " + std::to_string(at_) + ": " + what +
                "; save it again from Houdini.");
  }

  std::uint64_t left() const { return window_.size() - at_; }

  const std::uint8_t* take(std::size_t count) {
    if (left() < count) fail("it ends in the middle of a value");
    const std::uint8_t* bytes = window_.at(at_, count);
    at_ += count;
    return bytes;
  }

  std::uint8_t peek() {
    if (left() < 1) fail("it ends in the middle of a value");
    return *window_.at(at_, 1);
  }

  template <class T>
  T take_number() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }

  std::uint64_t take_length() {
    const std::uint8_t first = *take(1);
    if (first < 0xf1) return first;
    if (first == 0xf2) return take_number<std::uint16_t>();
    if (first == 0xf4) return take_number<std::uint32_t>();
    if (first == 0xf8) {
      const std::int64_t length = take_number<std::int64_t>();
      if (length >= 0) return std::uint64_t(length);
    }
    fail("a length cannot be read");
  }

  std::string take_text() {
    const std::uint64_t length = take_length();
    if (length > left()) fail("a word is longer than the file");
    budget_.take(length);
    const char* text = reinterpret_cast<const char*>(take(std::size_t(length)));
    return std::string(text, std::size_t(length));
  }

  const std::string& take_token() {
    const auto found = tokens_.find(take_length());
    if (found == tokens_.end()) fail("a token is used before it is defined");
    budget_.take(found->second.size());
    return found->second;
  }

  void define_token() {
    const std::uint64_t id = take_length();
    budget_.take(value_bytes);
    tokens_[id] = take_text();
  }

  // Definitions stand before values and yield none.
  void skip_definitions() {
    for (;;) {
      const std::uint8_t c = peek();
      if (c == code::define_token) {
        take(1);
        define_token();
      } else if (c == code::undefine_token) {
        take(1);
        tokens_.erase(take_length());
      } else {
        return;
      }
    }
  }

  JsonValue read_value(int depth) {
    skip_definitions();
    budget_.take(value_bytes);
    const std::uint64_t begin = at_;
    const std::uint8_t c = *take(1);
    JsonValue value;
    switch (c) {
      case code::null: break;
      case code::no: case code::yes: value = JsonValue::boolean(c == code::yes); break;
      case code::boolean:
        value = JsonValue::boolean(*take(1) != 0);
        value.form = c;
        break;
      case code::int8: value = JsonValue::integer(take_number<std::int8_t>()); break;
      case code::int16: value = JsonValue::integer(take_number<std::int16_t>()); break;
      case code::int32: value = JsonValue::integer(take_number<std::int32_t>()); break;
      case code::int64: value = JsonValue::integer(take_number<std::int64_t>()); break;
      case code::uint8: value = JsonValue::integer(take_number<std::uint8_t>()); break;
      case code::uint16: value = JsonValue::integer(take_number<std::uint16_t>()); break;
      case code::real16: value = JsonValue::number(half_to_float(take_number<std::uint16_t>())); break;
      case code::real32: value = JsonValue::number(take_number<float>()); break;
      case code::real64: value = JsonValue::number(take_number<double>()); break;
      case code::string: value = JsonValue::text(take_text()); break;
      case code::token: value = JsonValue::text(take_token()); break;
      case code::uniform: value = read_uniform(); break;
      case code::array_begin: value = read_array(begin, depth + 1); break;
      case code::map_begin: value = read_map(depth + 1); break;
      default: fail("a value of the unknown kind " + std::to_string(c));
    }
    if (value.is_number() || value.is_text()) value.form = c;
    if (c == code::real16) value.form = code::real32;  // holds the same value
    value.begin = begin;
    value.end = at_;
    return value;
  }

  JsonValue read_uniform() {
    const std::uint8_t element = *take(1);
    const std::uint64_t count = take_length();
    if (element == code::string || element == code::token) {
      if (count > left()) fail("a list of words is longer than the file");
      JsonValue list = JsonValue::array();
      list.form = element;
      for (std::uint64_t i = 0; i < count; ++i) {
        budget_.take(value_bytes);
        list.children().push_back(
            JsonValue::text(element == code::string ? take_text() : take_token(), element));
      }
      return list;
    }
    const std::size_t size = number_size(element);
    if (size == 0 && element != code::boolean) fail("a list of an unknown kind");
    if (count / 8 > left()) fail("a list of numbers is longer than the file");
    const std::uint64_t bytes =
        element == code::boolean ? (count + 31) / 32 * 4 : count * std::uint64_t(size);
    if (bytes > left()) fail("a list of numbers is longer than the file");
    budget_.take(bytes + sizeof(PackedNumbers));
    PackedNumbers numbers;
    numbers.element = element;
    numbers.count = count;
    numbers.bytes.resize(std::size_t(bytes));
    window_.source().read(at_, numbers.bytes.data(), std::size_t(bytes));
    at_ += bytes;
    return JsonValue::packed(std::move(numbers));
  }

  JsonValue read_array(std::uint64_t begin, int depth) {
    check(depth);
    JsonValue array = JsonValue::array();
    JsonValue::Items& items = array.children();
    const JsonValue* outer_parent = parent_;
    if (depth == 1) root_ = &array;
    while (skip_definitions(), peek() != code::array_end) {
      parent_ = &array;
      items.push_back(read_value(depth));
      parent_ = outer_parent;
      if (keep_tiles_out_ && items.size() == 1 && items[0].form == code::string &&
          items[0].is_text("tiledarray")) {
        JsonValue voxels;
        if (read_tiled(begin, voxels)) return voxels;
      }
    }
    take(1);
    return array;
  }

  JsonValue read_map(int depth) {
    check(depth);
    JsonValue map = JsonValue::map();
    while (skip_definitions(), peek() != code::map_end) {
      map.children().push_back(read_value(depth));
      if (!map.children().back().is_text()) fail("a key is not a word");
      map.children().push_back(read_value(depth));
    }
    take(1);
    return map;
  }

  void check(int depth) const {
    if (depth > max_nesting)
      fail("lists are nested more than " + std::to_string(max_nesting) + " deep");
  }

  // After '[' "tiledarray". On false nothing is read yet, and the array is read value by value.
  bool read_tiled(std::uint64_t begin, JsonValue& result) {
    const std::uint64_t start = at_;
    auto array = std::make_shared<VoxelArray>();
    if (!read_tiled_body(*array)) {
      at_ = start;
      return false;
    }
    array->begin = begin;
    array->end = at_;
    result = JsonValue::voxels(std::move(array));
    return true;
  }

  bool at_code(std::uint8_t c) {
    if (left() < 1 || *window_.at(at_, 1) != c) return false;
    ++at_;
    return true;
  }

  bool read_tiled_body(VoxelArray& array) {
    if (!at_code(code::array_begin)) return false;
    std::string order;
    bool first_version = false, packed_kinds = false;
    while (!at_code(code::array_end)) {
      if (!at_code(code::string)) return false;
      const std::string key = take_text();
      order += key + " ";
      if (key == "version") {
        if (left() < 2 || *window_.at(at_, 1) != code::int8) return false;
        first_version = read_value(0).to_integer("a version") == 1;
      } else if (key == "compressiontypes") {
        if (left() < 2 || *window_.at(at_, 2) != code::uniform) return false;
        const JsonValue kinds = read_value(0);
        packed_kinds = kinds.form == code::string;
        for (const JsonValue& kind : kinds.items()) {
          if (kind.form != code::string) return false;
          array.kinds.push_back(kind.to_text("a compression type"));
        }
      } else if (key == "tiles" && array.first_tile == 0) {
        if (!at_code(code::array_begin)) return false;
        if (!read_tile_list(array)) return false;
      } else {
        return false;
      }
    }
    if (array.first_tile == 0 || !at_code(code::array_end)) return false;
    array.usual = array.usual && first_version && packed_kinds && array.kinds == usual_tile_kinds &&
                  order == "version compressiontypes tiles ";
    return true;
  }

  bool read_tile_list(VoxelArray& array) {
    TileTarget target;
    VoxelSize size;
    if (find_size_ && root_ && parent_) size = find_size_(*root_, parent_->items());
    if (size.nx > 0 && size.ny > 0) {
      // A tile takes 28 bytes at least, so a short file cannot ask for a large layer.
      constexpr std::uint64_t smallest_tile = 28;
      const std::uint64_t tiles = tile_count(std::uint64_t(size.nx), std::uint64_t(size.ny));
      if (tiles > left() / smallest_tile) fail("a layer has more tiles than the file has room for");
      const std::uint64_t cells = std::uint64_t(size.nx) * std::uint64_t(size.ny);
      budget_.take(cells * sizeof(float));
      array.values = std::move(size.room);
      if (array.values.size() != cells) array.values = filled_large(std::size_t(cells), 0);
      array.nx = size.nx;
      array.ny = size.ny;
      target = {array.values.data(), size.nx, size.ny};
    }
    TileWalk walk;
    walk.offset = array.first_tile = at_;
    if (!read_tiles(window_, array.kinds, target, walk)) {
      array.first_tile = 0;
      return false;
    }
    array.tiles = walk.tiles;
    array.has_values = target.values != nullptr;
    array.usual = array.has_values && walk.usual;
    at_ = walk.offset + 1;
    return true;
  }

  ByteWindow window_;
  MemoryBudget& budget_;
  FindVoxelSize find_size_;
  bool keep_tiles_out_ = true;
  std::uint64_t at_ = 0;
  std::unordered_map<std::uint64_t, std::string> tokens_;
  const JsonValue* root_ = nullptr;
  const JsonValue* parent_ = nullptr;  // of the value that is being read
};

}  // namespace

bool is_binary_json(const std::uint8_t* bytes, std::size_t count) {
  if (count >= sizeof swapped_magic && std::memcmp(bytes, swapped_magic, sizeof swapped_magic) == 0)
    throw Error("The Houdini file was written by a big-endian machine; save it again as .bgeo.sc "
                "from Houdini.");
  return count >= sizeof magic && std::memcmp(bytes, magic, sizeof magic) == 0;
}

JsonValue read_binary_json(const DataSource& source, MemoryBudget& budget,
                           const FindVoxelSize& find_size) {
  return Reader(source, budget, find_size).read_file();
}

void read_voxels(const DataSource& source, const VoxelArray& array, const TileTarget& target) {
  ByteWindow window(source);
  TileWalk walk;
  walk.offset = array.first_tile;
  if (!read_tiles(window, array.kinds, target, walk))
    throw Error("The Houdini file is damaged: a layer's tiles cannot be read; save it again from "
                "Houdini.");
}

JsonValue read_voxel_values(const DataSource& source, const VoxelArray& array,
                            const ReadLimits& limits) {
  MemoryBudget budget(limits);
  return Reader(source, budget, {}).read_values(array.begin);
}

}  // namespace rill::houdini
