// rill completion and rill man: what is written from the command line itself.

#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include <rill/error.h>

#include "command_tree.h"
#include "commands.h"

namespace rill {

void add_completion_command(CLI::App& app, Run& chosen) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("completion", "Print a script that completes rill's options.");
  command->footer("Example:\n  source <(rill completion bash)");
  command->add_option("shell", *shell, "bash")->required()->type_name("SHELL");
  command->callback([&app, &chosen, shell] {
    chosen = [&app, shell] {
      if (*shell != "bash") throw Error("There is no completion for '" + *shell + "'; use bash.");
      std::cout << bash_completion(app);
      return exit_done;
    };
  });
}

void add_man_command(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page.");
  command->footer("Example:\n  rill man > rill.1 && man ./rill.1");
  command->callback([&app, &chosen] {
    chosen = [&app] {
      std::cout << man_page(app);
      return exit_done;
    };
  });
}

}  // namespace rill
