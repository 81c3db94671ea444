// Walks CLI11's objects.

#include "command_tree.h"

#include <CLI/CLI.hpp>

#include "help.h"

namespace rill {
namespace {

std::string long_name(const CLI::Option& option) {
  for (const std::string& name : option.get_lnames())
    if (name.find('_') == std::string::npos) return "--" + name;
  return "";
}

OptionText text_of(const CLI::Option& option) {
  OptionText text;
  text.names = shown_names(option);
  text.long_name = long_name(option);
  text.type_name = option.get_type_name();
  text.help = option.get_description();
  text.takes_value = option.get_items_expected_max() > 0;
  text.required = option.get_required();
  return text;
}

CommandText text_of(const CLI::App& command) {
  CommandText text;
  text.name = command.get_name();
  text.help = command.get_description();
  text.footer = command.get_footer();
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) text.positionals.push_back(text_of(*option));
  for (const std::string& heading : command.get_groups()) {
    if (heading.empty()) continue;  // hidden
    OptionGroup group{heading, {}};
    for (const CLI::Option* option : command.get_options())
      if (option->nonpositional() && option->get_group() == heading)
        group.options.push_back(text_of(*option));
    if (!group.options.empty()) text.groups.push_back(group);
  }
  return text;
}

}  // namespace

CommandTree command_tree(const CLI::App& app) {
  CommandTree tree;
  tree.help = app.get_description();
  for (const CLI::App* command : app.get_subcommands({}))
    if (!command->get_group().empty()) tree.commands.push_back(text_of(*command));
  return tree;
}

}  // namespace rill
