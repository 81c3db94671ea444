#include "io/houdini/binary_json.h"

namespace rill::houdini {
namespace {

bool fits(std::int64_t value, std::uint8_t form) {
  switch (form) {
    case code::int8: return value == std::int8_t(value);
    case code::int16: return value == std::int16_t(value);
    case code::int32: return value == std::int32_t(value);
    case code::int64: return true;
    case code::uint8: return value == std::uint8_t(value);
    case code::uint16: return value == std::uint16_t(value);
    default: return false;
  }
}

}  // namespace

void BinaryJsonWriter::begin_file() {
  constexpr std::uint8_t magic[] = {code::magic, 'N', 'S', 'J', 'b'};
  out_.append(magic, sizeof magic);
}

void BinaryJsonWriter::write_length(std::uint64_t length) {
  if (length < 0xf1) {
    write_code(std::uint8_t(length));
  } else if (length < 0xffff) {
    write_code(0xf2);
    out_.append(&length, 2);
  } else if (length < 0xffffffff) {
    write_code(0xf4);
    out_.append(&length, 4);
  } else {
    write_code(0xf8);
    out_.append(&length, 8);
  }
}

void BinaryJsonWriter::write_integer(std::int64_t value, std::uint8_t form) {
  if (!fits(value, form))
    for (const std::uint8_t smallest : {code::int8, code::int16, code::int32, code::int64})
      if (fits(value, smallest)) {
        form = smallest;
        break;
      }
  write_code(form);
  out_.append(&value, number_size(form));
}

void BinaryJsonWriter::write_number(double value, std::uint8_t form) {
  if (form == code::real32) {
    const float narrow = float(value);
    write_code(form);
    out_.append(&narrow, sizeof narrow);
  } else {
    write_code(code::real64);
    out_.append(&value, sizeof value);
  }
}

void BinaryJsonWriter::write_text(const std::string& text, std::uint8_t form) {
  if (form != code::token) {
    write_code(code::string);
    write_length(text.size());
    out_.append(text);
    return;
  }
  const auto [entry, is_new] = tokens_.emplace(text, tokens_.size());
  if (is_new) {
    write_code(code::define_token);
    write_length(entry->second);
    write_length(text.size());
    out_.append(text);
  }
  write_code(code::token);
  write_length(entry->second);
}

void BinaryJsonWriter::write_voxels(const VoxelArray& array) {
  if (!array.replacement) {
    out_.append(source_, array.begin, array.end - array.begin);
    return;
  }
  if (is_constant(*array.replacement)) {
    write_code(code::array_begin);
    write_text("constantarray", code::string);
    write_number(array.replacement->front(), code::real32);
    write_code(code::array_end);
    return;
  }
  const auto tiles = encode_tiles(*array.replacement, array.nx, array.ny);
  out_.append(tiles, 0, tiles->size());
}

void BinaryJsonWriter::write(const JsonValue& value) {
  if (value.begin != 0) {
    const auto place = moved.find(value.begin);
    if (place != moved.end()) place->second = position();
  }
  if (std::holds_alternative<std::monostate>(value.value)) {
    write_code(code::null);
  } else if (const bool* flag = std::get_if<bool>(&value.value)) {
    if (value.form == code::boolean) {
      write_code(code::boolean);
      write_code(*flag ? 1 : 0);
    } else {
      write_code(*flag ? code::yes : code::no);
    }
  } else if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
    write_integer(*integer, value.form);
  } else if (const auto* real = std::get_if<double>(&value.value)) {
    write_number(*real, value.form);
  } else if (const auto* text = std::get_if<std::string>(&value.value)) {
    write_text(*text, value.form);
  } else if (const auto* packed = std::get_if<JsonValue::Packed>(&value.value)) {
    write_code(code::uniform);
    write_code((*packed)->element);
    write_length((*packed)->count);
    out_.append((*packed)->bytes.data(), (*packed)->bytes.size());
  } else if (const auto* voxels = std::get_if<JsonValue::Voxels>(&value.value)) {
    write_voxels(**voxels);
  } else if (value.is_array() && value.form == code::string) {
    write_code(code::uniform);
    write_code(code::string);
    write_length(value.items().size());
    for (const JsonValue& item : value.items()) {
      const std::string& word = item.to_text("a word of a list");
      write_length(word.size());
      out_.append(word);
    }
  } else {
    // Lists of tokens are written as ordinary lists: each token may need its definition first.
    const bool is_map = value.is_map();
    write_code(is_map ? code::map_begin : code::array_begin);
    for (const JsonValue& item : value.items()) write(item);
    write_code(is_map ? code::map_end : code::array_end);
  }
}

}  // namespace rill::houdini
