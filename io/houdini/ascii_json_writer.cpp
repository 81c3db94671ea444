#include "io/houdini/ascii_json.h"

#include <charconv>
#include <cmath>

#include <tbb/parallel_for.h>

namespace rill::houdini {
namespace {

constexpr std::size_t buffer_size = 1u << 20;
constexpr int line_depth = 9;  // deeper values stay on one line

// Nine digits bring a float back to the bit, also through a reader that takes a double first.
void add_real(std::string& out, double value, bool is_float) {
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  if (std::isinf(value)) {
    out += value < 0 ? "-inf" : "inf";
    return;
  }
  char text[40];
  const auto end = is_float ? std::to_chars(text, text + sizeof text, float(value),
                                            std::chars_format::general, 9)
                            : std::to_chars(text, text + sizeof text, value);
  out.append(text, end.ptr);
}

void add_integer(std::string& out, std::int64_t value) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace

void AsciiJsonWriter::put(const char* text, std::size_t size) {
  if (buffer_.size() + size > buffer_size) flush();
  if (size > buffer_size)
    sink_(text, size);
  else
    buffer_.append(text, size);
}

void AsciiJsonWriter::flush() {
  if (!buffer_.empty()) sink_(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void AsciiJsonWriter::put_line(int depth) {
  put("\n" + std::string(std::size_t(depth), '\t'));
}

void AsciiJsonWriter::put_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          const char* digits = "0123456789abcdef";
          out += std::string("\\u00") + digits[c >> 4 & 15] + digits[c & 15];
        } else {
          out += c;
        }
    }
  }
  put(out + "\"");
}

void AsciiJsonWriter::put_packed(const PackedNumbers& numbers) {
  std::string out = "[";
  for (std::uint64_t i = 0; i < numbers.count; ++i) {
    if (i > 0) out += ',';
    if (numbers.element == code::boolean) {
      out += numbers.at(i) != 0 ? "true" : "false";
    } else if (numbers.element == code::int64) {
      std::int64_t value;
      std::copy_n(numbers.bytes.data() + 8 * i, 8, reinterpret_cast<std::uint8_t*>(&value));
      add_integer(out, value);
    } else if (numbers.integers()) {
      add_integer(out, std::int64_t(numbers.at(i)));  // 32 bits at most
    } else {
      add_real(out, numbers.at(i), numbers.element != code::real64);
    }
    if (out.size() > buffer_size / 2) {
      put(out);
      out.clear();
    }
  }
  put(out + "]");
}

void AsciiJsonWriter::put_voxels(const VoxelArray& array, int depth) {
  if (!array.replacement) {
    write(find_voxels_(array), depth);
    return;
  }
  const Layer& layer = *array.replacement;
  if (is_constant(layer)) {
    std::string text = "[\"constantarray\",";
    add_real(text, layer.front(), true);
    put(text + "]");
    return;
  }
  std::string head = "[\"tiledarray\",[\"version\",1,\"compressiontypes\",[";
  for (const std::string& kind : usual_tile_kinds) head += (head.back() == '[' ? "\"" : ",\"") + kind + "\"";
  put(head + "],\"tiles\",[");
  const std::size_t nx = std::size_t(array.nx), ny = std::size_t(array.ny);
  const std::size_t across = (nx + tile_side - 1) / tile_side, up = (ny + tile_side - 1) / tile_side;
  // A row of tiles at a time, its tiles in parallel.
  std::vector<std::string> texts(across);
  for (std::size_t row = 0; row < up; ++row) {
    tbb::parallel_for(std::size_t(0), across, [&](std::size_t column) {
      std::string& text = texts[column];
      const std::size_t x0 = column * tile_side, x1 = std::min(x0 + tile_side, nx);
      const std::size_t y0 = row * tile_side, y1 = std::min(y0 + tile_side, ny);
      const bool whole = x1 - x0 == tile_side && y1 - y0 == tile_side;
      text = whole ? "[\"compression\",1,\"data\",[" : "[\"compression\",0,\"data\",[";
      for (std::size_t y = y0; y < y1; ++y)
        for (std::size_t x = x0; x < x1; ++x) {
          if (text.back() != '[') text += ',';
          add_real(text, layer[y * nx + x], true);
        }
      text += "]]";
    });
    for (std::size_t column = 0; column < across; ++column) {
      if (row + column > 0) put(",");
      put_line(depth + 1);
      put(texts[column]);
    }
  }
  put_line(depth);
  put("]]]");
}

void AsciiJsonWriter::write(const JsonValue& value, int depth) {
  if (source_ && value.end != 0) {
    put(reinterpret_cast<const char*>(source_) + value.begin, value.end - value.begin);
  } else if (std::holds_alternative<std::monostate>(value.value)) {
    put("null");
  } else if (const bool* flag = std::get_if<bool>(&value.value)) {
    put(*flag ? "true" : "false");
  } else if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
    std::string text;
    add_integer(text, *integer);
    put(text);
  } else if (const auto* real = std::get_if<double>(&value.value)) {
    std::string text;
    add_real(text, *real, value.form == code::real32);
    put(text);
  } else if (const auto* text = std::get_if<std::string>(&value.value)) {
    put_text(*text);
  } else if (const auto* packed = std::get_if<JsonValue::Packed>(&value.value)) {
    put_packed(**packed);
  } else if (const auto* voxels = std::get_if<JsonValue::Voxels>(&value.value)) {
    put_voxels(**voxels, depth);
  } else {
    const JsonValue::Items& items = value.items();
    const bool is_map = value.is_map();
    put(is_map ? "{" : "[");
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) put(is_map && i % 2 == 1 ? ":" : ",");
      // A key and its value share a line.
      const bool after_key = i % 2 == 1 && items[i - 1].is_text();
      if (depth < line_depth && !after_key) put_line(depth + 1);
      write(items[i], depth + 1);
    }
    if (depth < line_depth && !items.empty()) put_line(depth);
    put(is_map ? "}" : "]");
  }
}

void AsciiJsonWriter::write_file(const JsonValue& root, std::uint64_t source_size) {
  if (source_ && root.end != 0) {
    put(reinterpret_cast<const char*>(source_), source_size);  // with the space around it
  } else {
    write(root, 0);
    put("\n");
  }
  flush();
}

}  // namespace rill::houdini
