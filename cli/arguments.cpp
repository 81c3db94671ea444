// Numbers are read to the last character, so that a typing error is never half a value.

#include "arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include <rill/error.h>

namespace rill {
namespace {

template <typename Number>
bool read_whole(const std::string& text, Number& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return !text.empty() && result.ec == std::errc() && result.ptr == end;
}

}  // namespace

GridSize parse_size(const std::string& text, const std::string& option) {
  const std::size_t cross = text.find('x');
  std::int64_t nx = 0, ny = 0;
  if (cross == std::string::npos || !read_whole(text.substr(0, cross), nx) ||
      !read_whole(text.substr(cross + 1), ny) || nx < 1 || ny < 1)
    throw Error(
        option + " " + text + " is not a size; give the cells along x and y as in " + option +
        " 512x256, each at least 1.");
  constexpr std::int64_t most_cells = std::numeric_limits<int>::max();
  if (nx > most_cells || ny > most_cells || nx > most_cells / ny)
    throw Error(option + " " + text + " has more than " + std::to_string(most_cells) +
                " cells; cut the terrain into tiles.");
  return {int(nx), int(ny)};
}

double parse_number(const std::string& option, const std::string& text) {
  double value = 0;
  if (!read_whole(text, value) || !std::isfinite(value))
    throw Error(option + " " + text + " is not a number.");
  return value;
}

double parse_length(const std::string& option, const std::string& text) {
  const double value = parse_number(option, text);
  if (!(value > 0)) throw Error(option + " " + text + " is not a length; use metres above 0.");
  return value;
}

ValueRange parse_range(const std::string& option, const std::string& text) {
  const std::size_t colon = text.find(':');
  ValueRange range{0, 0};
  if (colon == std::string::npos || !read_whole(text.substr(0, colon), range.low) ||
      !read_whole(text.substr(colon + 1), range.high) || !std::isfinite(range.low) ||
      !std::isfinite(range.high) || !(range.low < range.high))
    throw Error(option + " " + text + " is not a range; give two numbers, the lower first, as in " +
                option + " 0:100.");
  return range;
}

int parse_count(const std::string& option, const std::string& text, int least, int most) {
  int value = 0;
  if (!read_whole(text, value) || value < least || value > most)
    throw Error(option + " " + text + " is not allowed; use a whole number from " +
                std::to_string(least) + " to " + std::to_string(most) + ".");
  return value;
}

std::pair<std::string, std::string> parse_assignment(const std::string& option,
                                                     const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw Error(option + " " + text + " is incomplete; write it as " + option + " name=value.");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::string> parse_list(const std::string& option, const std::string& text) {
  std::vector<std::string> items;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    if (comma == start) throw Error(option + " " + text + " has an empty item.");
    items.push_back(text.substr(start, comma - start));
    start = comma + 1;
  }
  return items;
}

}  // namespace rill
