// rill completion and rill man: what is written from the command line itself.

#include <iostream>
#include <memory>
#include <string>

#include <rill/error.h>

#include "command_tree.h"
#include "commands.h"

namespace rill {

void add_completion_command(CLI::App& app, Run& chosen) {
  const auto shell = std::make_shared<std::string>();
  const Command command =
      add_command(app, "completion", "Print a script that completes rill's options.");
  command.footer("Example:\n  source <(rill completion bash)");
  command.add_option("shell", *shell, "bash").required().type_name("SHELL");
  command.callback([&app, &chosen, shell] {
    chosen = [&app, shell] {
      if (*shell != "bash") throw Error("There is no completion for '" + *shell + "'; use bash.");
      std::cout << bash_completion(command_tree(app));
      return exit_done;
    };
  });
}

void add_man_command(CLI::App& app, Run& chosen) {
  const Command command = add_command(app, "man", "Print the manual page.");
  command.footer("Example:\n  rill man > rill.1 && man ./rill.1");
  command.callback([&app, &chosen] {
    chosen = [&app] {
      std::cout << man_page(command_tree(app));
      return exit_done;
    };
  });
}

}  // namespace rill
