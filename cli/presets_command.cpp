// rill presets: what --preset can be given.

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "commands.h"
#include "presets.h"

namespace rill {
namespace {

void print_list() {
  std::size_t width = 0;
  for (const PresetFile& preset : preset_files())
    width = std::max(width, std::string(preset.name).size());
  for (const PresetFile& preset : preset_files()) {
    const std::string name = preset.name;
    std::cout << name << std::string(width - name.size() + 2, ' ')
              << parse_preset(preset).description << "\n";
  }
}

void print_json() {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const PresetFile& preset : preset_files())
    json[preset.name] = nlohmann::ordered_json::parse(preset.text);
  std::cout << json.dump(2) << "\n";
}

}  // namespace

void add_presets_command(CLI::App& app, Run& chosen) {
  struct Arguments {
    std::string name;
    bool json = false;
  };
  const auto arguments = std::make_shared<Arguments>();
  const Command command = add_command(app, "presets", "List the presets, or print one.");
  command
      .add_option("name", arguments->name,
                  "Print this preset; changed, the file can be given to --params")
      .type_name("NAME");
  command.add_flag("--json", arguments->json, "All of them as JSON");
  command.callback([&chosen, arguments] {
    chosen = [arguments] {
      if (!arguments->name.empty())
        std::cout << find_preset(arguments->name).text;
      else if (arguments->json)
        print_json();
      else
        print_list();
      return exit_done;
    };
  });
}

}  // namespace rill
