// The command line as a tree, for what is written from it: completion and man page.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace rill {

// All commands, in the order of the help.
std::vector<const CLI::App*> commands_of(const CLI::App& app);

// Options under one heading, in order; positional ones are left out.
struct OptionGroup {
  std::string heading;
  std::vector<const CLI::Option*> options;
};
std::vector<OptionGroup> option_groups(const CLI::App& command);
std::vector<const CLI::Option*> positionals_of(const CLI::App& command);

bool takes_value(const CLI::Option& option);

std::string bash_completion(const CLI::App& app);
std::string man_page(const CLI::App& app);

}  // namespace rill
