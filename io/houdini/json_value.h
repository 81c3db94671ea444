// Houdini's geometry as a tree: ordinary JSON plus packed number arrays, each value with the form in
// which the binary file wrote it, so that it can be written again as it was.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace rill::houdini {

// The bytes that begin a value in a binary file.
namespace code {
constexpr std::uint8_t null = 0x00, array_begin = '[', array_end = ']', map_begin = '{',
                       map_end = '}', boolean = 0x10, int8 = 0x11, int16 = 0x12, int32 = 0x13,
                       int64 = 0x14, real16 = 0x18, real32 = 0x19, real64 = 0x1a, uint8 = 0x21,
                       uint16 = 0x22, token = 0x26, string = 0x27, define_token = 0x2b,
                       undefine_token = 0x2d, no = 0x30, yes = 0x31, uniform = 0x40, magic = 0x7f;
}  // namespace code

// Bytes of a number of that code; 0 when it is none.
std::size_t number_size(std::uint8_t number_code);
double read_number(const std::uint8_t* bytes, std::uint8_t number_code);
float half_to_float(std::uint16_t half);

// Numbers or bits side by side, little-endian.
struct PackedNumbers {
  std::uint8_t element = code::real64;
  std::uint64_t count = 0;
  std::vector<std::uint8_t> bytes;

  double at(std::uint64_t i) const;
  bool integers() const;
};

struct VoxelArray;

class JsonValue {
 public:
  using Items = std::vector<JsonValue>;
  struct Array { Items items; };
  struct Map { Items items; };  // key, value, key, value
  using Packed = std::shared_ptr<const PackedNumbers>;
  using Voxels = std::shared_ptr<VoxelArray>;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Map, Packed, Voxels>
      value;
  // A code of above: of a number, of a string (token or string), of an array's strings. 0: the
  // writer chooses.
  std::uint8_t form = 0;
  // Where it stands in its file. `begin` stays when it changes; `end` is 0 then.
  std::uint64_t begin = 0, end = 0;

  JsonValue() = default;
  static JsonValue text(std::string t, std::uint8_t form = code::token);
  static JsonValue number(double v, std::uint8_t form = code::real64);
  static JsonValue integer(std::int64_t v);
  static JsonValue boolean(bool v);
  static JsonValue array(Items items = {});
  static JsonValue map(Items items = {});
  static JsonValue packed(PackedNumbers numbers);
  static JsonValue voxels(Voxels v);

  bool is_array() const { return std::holds_alternative<Array>(value); }
  bool is_list() const { return is_array() || is_map(); }
  bool is_map() const { return std::holds_alternative<Map>(value); }
  bool is_text() const { return std::holds_alternative<std::string>(value); }
  bool is_text(const char* expected) const;
  bool is_number() const;
  bool is_packed() const { return std::holds_alternative<Packed>(value); }
  bool is_voxels() const { return std::holds_alternative<Voxels>(value); }

  // Of an array or a map; empty for everything else.
  const Items& items() const;
  Items& children();  // to be changed; throws for everything else

  // Each throws a sentence that names `what` when the value is something else.
  double to_number(const char* what) const;
  std::int64_t to_integer(const char* what) const;
  const std::string& to_text(const char* what) const;
  std::vector<double> to_numbers(const char* what) const;
  std::uint64_t number_count() const;  // of an array of numbers, packed or not

  // The value after this key, in a map or in an array of key, value, key, value; null if none.
  const JsonValue* find(const char* key) const;
  JsonValue* find(const char* key);

  void set_integer(std::int64_t v);  // keeps the place in the file, chooses the form anew
  void touch() { end = 0; }
};

// A node's fixed share of memory.
constexpr std::uint64_t value_bytes = sizeof(JsonValue);

}  // namespace rill::houdini
