// The header is a Python dictionary in text; three names are looked for and all else is refused.

#include "io/npy_array.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>

#include <rill/error.h>

#include "io/byte_order.h"
#include "io/memory.h"

namespace rill {
namespace {

constexpr std::size_t longest_header = 65536;
constexpr std::size_t block_numbers = 1 << 16;

class Dictionary {
 public:
  Dictionary(const ByteSource& source, const std::string& text) : source_(source), text_(text) {}

  // Where the value of a name begins.
  std::size_t value(const std::string& name) const {
    for (const char quote : {'\'', '"'}) {
      const std::string key = quote + name + quote;
      std::size_t at = text_.find(key);
      if (at == std::string::npos) continue;
      at = skip_space(at + key.size());
      if (at < text_.size() && text_[at] == ':') return skip_space(at + 1);
    }
    bad();
  }

  std::string string_at(std::size_t at) const {
    if (at >= text_.size() || (text_[at] != '\'' && text_[at] != '"'))
      source_.refuse("its elements are records; rill takes arrays of numbers");
    const std::size_t end = text_.find(text_[at], at + 1);
    if (end == std::string::npos) bad();
    return text_.substr(at + 1, end - at - 1);
  }

  bool is_true_at(std::size_t at) const {
    if (text_.compare(at, 4, "True") == 0) return true;
    if (text_.compare(at, 5, "False") == 0) return false;
    bad();
  }

  std::vector<std::uint64_t> shape_at(std::size_t at) const {
    std::vector<std::uint64_t> shape;
    if (at >= text_.size() || text_[at] != '(') bad();
    at = skip_space(at + 1);
    while (at < text_.size() && text_[at] != ')') {
      std::uint64_t length = 0;
      const char* const first = text_.data() + at;
      const auto [end, error] = std::from_chars(first, text_.data() + text_.size(), length);
      if (error != std::errc() || shape.size() == 32) bad();
      shape.push_back(length);
      at = skip_space(at + std::size_t(end - first));
      if (at < text_.size() && text_[at] == 'L') ++at;  // Python 2
      if (at < text_.size() && text_[at] == ',')
        at = skip_space(at + 1);
      else if (at >= text_.size() || text_[at] != ')')
        bad();
    }
    if (at >= text_.size()) bad();
    return shape;
  }

  [[noreturn]] void bad() const { source_.refuse("its NumPy header is damaged"); }

 private:
  std::size_t skip_space(std::size_t at) const {
    while (at < text_.size() && std::isspace(static_cast<unsigned char>(text_[at]))) ++at;
    return at;
  }

  const ByteSource& source_;
  const std::string& text_;
};

void parse_type(const ByteSource& source, const std::string& type, NpyHeader& header) {
  const std::string known[] = {"f4", "f8", "i2", "u2"};
  const std::string kind = type.size() == 3 ? type.substr(1) : "";
  const char order = type.empty() ? ' ' : type[0];
  const bool is_known =
      kind == known[0] || kind == known[1] || kind == known[2] || kind == known[3];
  if (!is_known || (order != '<' && order != '>' && order != '=')) {
    std::string printable;
    for (const char c : type.substr(0, 20))
      printable += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
    source.refuse("its numbers are of type '" + printable +
                  "'; rill takes float32, float64, int16 and uint16");
  }
  header.kind = kind[0];
  header.bytes = kind[1] - '0';
  header.swapped = order != '=' && (order == '<') != host_is_little_endian;
}

template <typename Number>
void read_numbers(const ByteSource& source, std::uint64_t offset, bool swapped, std::size_t count,
                  float* values) {
  std::vector<Number> block(std::min(count, block_numbers));
  for (std::size_t done = 0; done < count; done += block.size()) {
    block.resize(std::min(block.size(), count - done));
    source.read(offset + done * sizeof(Number), block.data(), block.size() * sizeof(Number));
    if (swapped) swap_bytes(block.data(), block.size());
    for (std::size_t i = 0; i < block.size(); ++i) {
      values[done + i] = float(block[i]);
      if constexpr (sizeof(Number) == 8)
        if (std::isinf(values[done + i]) && !std::isinf(block[i]))
          source.refuse("it holds " + std::to_string(block[i]) + ", which a 32-bit float cannot");
    }
  }
}

template <>
void read_numbers<float>(const ByteSource& source, std::uint64_t offset, bool swapped,
                         std::size_t count, float* values) {
  source.read(offset, values, count * sizeof(float));
  if (swapped) swap_bytes(values, count);
}

void read_numbers(const ByteSource& source, const NpyHeader& header, std::uint64_t first,
                  std::size_t count, float* values) {
  const std::uint64_t offset = header.data_offset + first * std::uint64_t(header.bytes);
  if (header.kind == 'i')
    read_numbers<std::int16_t>(source, offset, header.swapped, count, values);
  else if (header.kind == 'u')
    read_numbers<std::uint16_t>(source, offset, header.swapped, count, values);
  else if (header.bytes == 8)
    read_numbers<double>(source, offset, header.swapped, count, values);
  else
    read_numbers<float>(source, offset, header.swapped, count, values);
}

}  // namespace

NpyHeader read_npy_header(const ByteSource& source) {
  const std::string start = source.read_text(0, 12);
  if (start.size() < 10 || start.compare(0, 6, "\x93NUMPY") != 0)
    source.refuse("it is no NumPy array");
  const auto byte = [&](std::size_t i) {
    return std::size_t(static_cast<unsigned char>(start[i]));
  };
  const bool is_long = byte(6) >= 2;
  if (byte(6) < 1 || byte(6) > 3 || start.size() < (is_long ? 12u : 10u))
    source.refuse("it is a NumPy array of version " + std::to_string(byte(6)) +
                  ", which rill does not know");
  std::size_t length = byte(8) + (byte(9) << 8);
  if (is_long) length += (byte(10) << 16) + (byte(11) << 24);
  const std::size_t begin = is_long ? 12 : 10;
  const std::string text = source.read_text(begin, std::min(length, longest_header));
  const Dictionary dictionary(source, text);
  if (text.size() < length) dictionary.bad();

  NpyHeader header;
  parse_type(source, dictionary.string_at(dictionary.value("descr")), header);
  header.fortran_order = dictionary.is_true_at(dictionary.value("fortran_order"));
  header.shape = dictionary.shape_at(dictionary.value("shape"));
  header.data_offset = begin + length;
  return header;
}

Layer read_npy_grid(const ByteSource& source, const NpyHeader& header, int& nx, int& ny) {
  if (header.shape.size() != 2)
    source.refuse("its array has " + std::to_string(header.shape.size()) +
                  " dimensions; a terrain has two");
  const std::uint64_t rows = header.shape[0], columns = header.shape[1];
  if (header.fortran_order && rows > 1 && columns > 1)
    source.refuse("its array is in Fortran order; save numpy.ascontiguousarray of it");
  check_claimed_grid(source, columns, rows, sizeof(float), sizeof(float) / double(header.bytes));
  const std::uint64_t expected = header.data_offset + rows * columns * std::uint64_t(header.bytes);
  if (source.size() != expected)
    source.refuse("it has " + std::to_string(source.size()) + " bytes where its array needs " +
                  std::to_string(expected));
  nx = int(columns);
  ny = int(rows);
  Layer layer(std::size_t(rows * columns));
  for (std::uint64_t row = 0; row < rows; ++row)
    read_numbers(source, header, row * columns, std::size_t(columns),
                 &layer[std::size_t((rows - 1 - row) * columns)]);
  return layer;
}

double read_npy_number(const ByteSource& source, const NpyHeader& header) {
  if (header.kind == 'f' && header.bytes == 8) {
    double number;
    source.read(header.data_offset, &number, sizeof number);
    if (header.swapped) swap_bytes(&number, 1);
    return number;
  }
  float number;
  read_numbers(source, header, 0, 1, &number);
  return number;
}

std::string npy_header(const std::vector<int>& shape, const char* type) {
  std::string text = std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (";
  for (const int length : shape) text += std::to_string(length) + ", ";
  if (shape.size() > 1) text.erase(text.size() - 2);
  text += "), }";
  while ((10 + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += char(text.size() & 255);
  header += char(text.size() >> 8);
  return header + text;
}

}  // namespace rill
