// CLI11's help, folded to the width of a page.

#include "help.h"

#include <sstream>
#include <string>

#include <CLI/CLI.hpp>

namespace rill {
namespace {

constexpr std::size_t page_width = 100, name_width = 30;

std::string folded(const std::string& text, std::size_t width) {
  std::istringstream words(text);
  std::string result, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      result += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + line;
}

class Formatter final : public CLI::Formatter {
 public:
  Formatter() { column_width(name_width); }

  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    return positional ? option->get_name(true) : shown_names(*option);
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    return folded(option->get_description(), page_width - name_width);
  }
};

}  // namespace

std::string shown_names(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames())
    names += (names.empty() ? "-" : ",-") + name;
  for (const std::string& name : option.get_lnames())
    if (name.find('_') == std::string::npos) names += (names.empty() ? "--" : ",--") + name;
  return names;
}

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<Formatter>(); }

}  // namespace rill
