// What a command says about itself and its options. CLI11 reads the command line; its headers are
// included where they cannot be done without, and not here, because compiling them takes longer
// than all else in a command's file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rill {

// A handle of an option that was added, to say more of it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option required() const;
  Option repeatable() const;  // one value each time, so that a positional one may follow
  Option type_name(const std::string& name) const;  // what the help calls its value
  Option group(const std::string& heading) const;   // "" hides it
  Option excludes(const Option& other) const;

 private:
  CLI::Option* option_;
};

// A handle of a command that was added. What options are read into must live as long as the
// command line.
class Command {
 public:
  explicit Command(CLI::App* command) : command_(command) {}
  Option add_option(const std::string& names, std::string& value, const std::string& help) const;
  Option add_option(const std::string& names, std::optional<std::string>& value,
                    const std::string& help) const;
  Option add_option(const std::string& names, std::vector<std::string>& values,
                    const std::string& help) const;
  Option add_option(const std::string& names, std::uint64_t& value, const std::string& help) const;
  Option add_flag(const std::string& names, bool& value, const std::string& help) const;
  // "true" when it is given alone; it may be given another value.
  Option add_flag(const std::string& names, std::string& value, const std::string& help) const;
  void callback(std::function<void()> when_asked_for) const;
  void footer(const std::string& text) const;

 private:
  CLI::App* command_;
};

Command add_command(CLI::App& app, const std::string& name, const std::string& help);

}  // namespace rill
