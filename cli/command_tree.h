// The command line as plain text and lists, for what is written from it: completion and man page.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace rill {

struct OptionText {
  std::string names;      // as the help shows them: "-o,--output"; a positional one has none
  std::string long_name;  // "--output"
  std::string type_name;  // what the help calls its value
  std::string help;
  bool takes_value = false, required = false;
};

// Options under one heading, in order; positional and hidden ones are left out.
struct OptionGroup {
  std::string heading;
  std::vector<OptionText> options;
};

struct CommandText {
  std::string name, help, footer;
  std::vector<OptionText> positionals;
  std::vector<OptionGroup> groups;
};

struct CommandTree {
  std::string help;
  std::vector<CommandText> commands;  // in the order of the help
};

CommandTree command_tree(const CLI::App& app);

std::string bash_completion(const CommandTree& tree);
std::string man_page(const CommandTree& tree);

}  // namespace rill
