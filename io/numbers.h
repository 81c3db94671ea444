// Numbers in text, the same in every locale.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

namespace rill {

// The whole text is one number, white space around it allowed.
template <typename Number>
bool parse_number(std::string_view text, Number& number) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return false;
  text = text.substr(begin, text.find_last_not_of(space) - begin + 1);
  if (text.front() == '+') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// As few digits as give the same float, or the same double, again.
template <typename Number>
std::string shortest(Number value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace rill
