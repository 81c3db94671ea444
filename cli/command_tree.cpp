// Walks CLI11's objects.

#include "command_tree.h"

#include <CLI/CLI.hpp>

namespace rill {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<OptionGroup> option_groups(const CLI::App& command) {
  std::vector<OptionGroup> groups;
  for (const std::string& heading : command.get_groups()) {
    if (heading.empty()) continue;  // hidden
    OptionGroup group{heading, {}};
    for (const CLI::Option* option : command.get_options())
      if (option->nonpositional() && option->get_group() == heading) group.options.push_back(option);
    if (!group.options.empty()) groups.push_back(group);
  }
  return groups;
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

}  // namespace rill
