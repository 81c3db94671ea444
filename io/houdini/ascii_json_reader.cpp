#include "io/houdini/ascii_json.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include <rill/error.h>

namespace rill::houdini {
namespace {

struct Number {
  bool whole = false;
  std::int64_t integer = 0;
  double real = 0;
};

class Reader {
 public:
  Reader(const char* text, std::uint64_t size, MemoryBudget& budget)
      : begin_(text), at_(text), end_(text + size), budget_(budget) {}

  JsonValue read_file() {
    JsonValue root = read_value(0);
    if (!root.is_array() && !root.is_packed()) fail("it does not begin with a list");
    skip_space();
    if (at_ != end_) fail("text follows after its end");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error("The Houdini file is damaged at byte " + std::to_string(at_ - begin_) + ": " + what +
                "; save it again from Houdini.");
  }

  void skip_space() {
    while (at_ < end_) {
      if (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r') {
        ++at_;
      } else if (*at_ == '/' && end_ - at_ > 1 && at_[1] == '/') {
        while (at_ < end_ && *at_ != '\n') ++at_;
      } else {
        return;
      }
    }
  }

  char peek() {
    skip_space();
    if (at_ == end_) fail("it ends in the middle of a value");
    return *at_;
  }

  bool skip_if(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  static bool begins_number(char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'n' || c == 'N' ||
           c == 'i' || c == 'I';
  }

  static bool in_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '.' || c == '-' || c == '+' || c == '#' || c == '_';
  }

  JsonValue read_value(int depth) {
    budget_.take(value_bytes);
    const char c = peek();
    const std::uint64_t begin = std::uint64_t(at_ - begin_);
    JsonValue value;
    if (c == '[') {
      value = read_array(depth + 1);
    } else if (c == '{') {
      value = read_map(depth + 1);
    } else if (c == '"') {
      value = JsonValue::text(read_text(), 0);
    } else if (word_is("true") || word_is("false")) {
      value = JsonValue::boolean(c == 't');
      at_ += c == 't' ? 4 : 5;
    } else if (word_is("null")) {
      at_ += 4;
    } else {
      const Number number = read_number();
      value = number.whole ? JsonValue::integer(number.integer) : JsonValue::number(number.real, 0);
    }
    value.begin = begin;
    value.end = std::uint64_t(at_ - begin_);
    return value;
  }

  bool word_is(const char* word) const {
    const std::size_t size = std::strlen(word);
    return std::size_t(end_ - at_) >= size && std::memcmp(at_, word, size) == 0 &&
           (at_ + size == end_ || !in_word(at_[size]));
  }

  Number read_number() {
    const char* last = at_;
    while (last < end_ && in_word(*last)) ++last;
    if (last == at_) fail(std::string("an unexpected '") + *at_ + "'");
    if (last - at_ > 2000) fail("a number has too many digits");
    const char* first = *at_ == '+' ? at_ + 1 : at_;
    Number number;
    const auto whole = std::from_chars(first, last, number.integer);
    if (whole.ec == std::errc() && whole.ptr == last) {
      // A negative zero is a real number.
      number.whole = number.integer != 0 || *first != '-';
      number.real = number.whole ? double(number.integer) : -0.0;
      at_ = last;
      return number;
    }
    const auto real = std::from_chars(first, last, number.real);
    if (real.ptr == last && real.ec == std::errc()) {
      at_ = last;
      return number;
    }
    if (real.ptr == last && real.ec == std::errc::result_out_of_range) {
      number.real = out_of_range(std::string(first, last));
      at_ = last;
      return number;
    }
    number.real = odd_number(std::string(first, last));
    at_ = last;
    return number;
  }

  // from_chars does not say whether a number was too large or too small.
  static double out_of_range(const std::string& text) {
    const double sign = text[0] == '-' ? -1 : 1;
    const std::size_t e = text.find_first_of("eE");
    const bool tiny = e != std::string::npos ? text[e + 1] == '-'
                                             : text.find_first_of("123456789.") == text.find('.');
    return tiny ? sign * 0.0 : sign * std::numeric_limits<double>::infinity();
  }

  // "1.#INF", "-1.#IND", "1.#QNAN" as old Windows builds write them, and any case of nan and inf.
  double odd_number(std::string text) const {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    const double sign = text[0] == '-' ? -1 : 1;
    if (text[0] == '-') text.erase(0, 1);
    if (text.rfind("1.#", 0) == 0) text.erase(0, 3);
    if (text.rfind("inf", 0) == 0) return sign * std::numeric_limits<double>::infinity();
    if (text.rfind("nan", 0) == 0 || text.rfind("qnan", 0) == 0 || text.rfind("snan", 0) == 0 ||
        text.rfind("ind", 0) == 0)
      return std::numeric_limits<double>::quiet_NaN();
    fail("'" + text.substr(0, 40) + "' is no number");
  }

  void check(int depth) const {
    if (depth > max_nesting)
      fail("lists are nested more than " + std::to_string(max_nesting) + " deep");
  }

  JsonValue read_array(int depth) {
    check(depth);
    const char* start = ++at_;
    JsonValue packed;
    if (peek() != ']' && begins_number(*at_) && !word_is("null") && read_packed(packed)) return packed;
    at_ = start;
    JsonValue array = JsonValue::array();
    if (skip_if(']')) return array;
    do {
      array.children().push_back(read_value(depth));
    } while (skip_if(','));
    if (!skip_if(']')) fail("a list has no ']' or ','");
    return array;
  }

  // An array of nothing but numbers, as eight bytes each; false when something else is in it.
  bool read_packed(JsonValue& result) {
    PackedNumbers numbers;
    bool whole = true;
    do {
      if (!begins_number(peek()) || word_is("null")) return false;
      const Number number = read_number();
      if (whole && !number.whole) {
        whole = false;
        for (std::uint64_t i = 0; i < numbers.count; ++i) {
          std::int64_t integer;
          std::memcpy(&integer, numbers.bytes.data() + 8 * i, 8);
          const double real = double(integer);
          std::memcpy(numbers.bytes.data() + 8 * i, &real, 8);
        }
      }
      if (numbers.bytes.size() == numbers.bytes.capacity()) {
        // Twice as much is asked for while the old half is still there.
        const std::size_t more = std::max<std::size_t>(64, numbers.bytes.size() * 2);
        budget_.take(more);
        numbers.bytes.reserve(more);
      }
      const auto* bytes = whole ? reinterpret_cast<const std::uint8_t*>(&number.integer)
                                : reinterpret_cast<const std::uint8_t*>(&number.real);
      numbers.bytes.insert(numbers.bytes.end(), bytes, bytes + 8);
      ++numbers.count;
    } while (skip_if(','));
    if (!skip_if(']')) return false;
    numbers.bytes.shrink_to_fit();
    numbers.element = whole ? code::int64 : code::real64;
    result = JsonValue::packed(std::move(numbers));
    return true;
  }

  JsonValue read_map(int depth) {
    check(depth);
    ++at_;
    JsonValue map = JsonValue::map();
    if (skip_if('}')) return map;
    do {
      if (peek() != '"') fail("a key is not a word");
      map.children().push_back(read_value(depth));
      if (!skip_if(':')) fail("a key is not followed by ':'");
      map.children().push_back(read_value(depth));
    } while (skip_if(','));
    if (!skip_if('}')) fail("a map has no '}' or ','");
    return map;
  }

  std::string read_text() {
    std::string text;
    for (++at_; at_ < end_ && *at_ != '"'; ++at_) {
      if (*at_ != '\\') {
        text += *at_;
        continue;
      }
      if (++at_ == end_) break;
      switch (*at_) {
        case 'n': text += '\n'; break;
        case 't': text += '\t'; break;
        case 'r': text += '\r'; break;
        case 'b': text += '\b'; break;
        case 'f': text += '\f'; break;
        case 'u': add_code_point(text); break;
        default: text += *at_;
      }
    }
    if (at_ == end_) fail("a word has no closing quote");
    ++at_;
    budget_.take(text.size());
    return text;
  }

  // The four digits after \u; ends on the last of them.
  unsigned read_unit() {
    if (end_ - at_ < 5) fail("a word ends within \\u");
    unsigned unit = 0;
    const auto read = std::from_chars(at_ + 1, at_ + 5, unit, 16);
    if (read.ptr != at_ + 5) fail("\\u is not followed by four digits");
    at_ += 4;
    return unit;
  }

  void add_code_point(std::string& text) {
    unsigned c = read_unit();
    // Two halves of a character beyond the first 65536.
    if (c >= 0xd800 && c < 0xdc00 && end_ - at_ > 6 && at_[1] == '\\' && at_[2] == 'u') {
      at_ += 2;
      c = 0x10000 + ((c & 0x3ff) << 10) + (read_unit() & 0x3ff);
    }
    if (c < 0x80) {
      text += char(c);
    } else if (c < 0x800) {
      text += char(0xc0 | c >> 6);
      text += char(0x80 | (c & 63));
    } else if (c < 0x10000) {
      text += char(0xe0 | c >> 12);
      text += char(0x80 | (c >> 6 & 63));
      text += char(0x80 | (c & 63));
    } else {
      text += char(0xf0 | c >> 18);
      text += char(0x80 | (c >> 12 & 63));
      text += char(0x80 | (c >> 6 & 63));
      text += char(0x80 | (c & 63));
    }
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  MemoryBudget& budget_;
};

}  // namespace

JsonValue read_ascii_json(const std::uint8_t* text, std::uint64_t size, MemoryBudget& budget) {
  return Reader(reinterpret_cast<const char*>(text), size, budget).read_file();
}

}  // namespace rill::houdini
