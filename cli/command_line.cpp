// Hands what commands say on to CLI11.

#include "command_line.h"

#include <utility>

#include <CLI/CLI.hpp>

namespace rill {

Option Option::required() const { return Option(option_->required()); }
Option Option::repeatable() const {
  return Option(option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll));
}
Option Option::type_name(const std::string& name) const { return Option(option_->type_name(name)); }
Option Option::group(const std::string& heading) const { return Option(option_->group(heading)); }
Option Option::excludes(const Option& other) const {
  return Option(option_->excludes(other.option_));
}

Option Command::add_option(const std::string& names, std::string& value,
                           const std::string& help) const {
  return Option(command_->add_option(names, value, help));
}
Option Command::add_option(const std::string& names, std::optional<std::string>& value,
                           const std::string& help) const {
  return Option(command_->add_option(names, value, help));
}
Option Command::add_option(const std::string& names, std::vector<std::string>& values,
                           const std::string& help) const {
  return Option(command_->add_option(names, values, help));
}
Option Command::add_option(const std::string& names, std::uint64_t& value,
                           const std::string& help) const {
  return Option(command_->add_option(names, value, help));
}
Option Command::add_flag(const std::string& names, bool& value, const std::string& help) const {
  return Option(command_->add_flag(names, value, help));
}
Option Command::add_flag(const std::string& names, std::string& value,
                         const std::string& help) const {
  return Option(command_->add_flag(names, value, help));
}
void Command::callback(std::function<void()> when_asked_for) const {
  command_->callback(std::move(when_asked_for));
}
void Command::footer(const std::string& text) const { command_->footer(text); }

Command add_command(CLI::App& app, const std::string& name, const std::string& help) {
  return Command(app.add_subcommand(name, help));
}

}  // namespace rill
