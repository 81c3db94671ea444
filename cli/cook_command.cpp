// rill cook: layers in, one node, layers out.

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <rill/cook.h>
#include <rill/error.h>

#include "arguments.h"
#include "commands.h"
#include "cook_output.h"
#include "input.h"
#include "interrupt.h"
#include "memory.h"
#include "progress.h"
#include "settings_options.h"

namespace rill {
namespace {

struct CookArguments {
  std::string height_file, size, cell;
  std::vector<std::string> layers;
  std::shared_ptr<SettingsArguments> settings;
  std::string device = "auto", threads = "0", lanes = "auto";
  bool keep_low = false, quiet = false;
  CookOutput output;
};

std::string input_layer_names() {
  std::string names;
  for (const LayerInfo& info : known_layers())
    if (info.role != LayerRole::output && std::string(info.name) != layer::height)
      names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

using NamedFiles = std::map<std::string, std::string>;  // layer name to file

NamedFiles input_files(const CookArguments& arguments) {
  NamedFiles files = {{layer::height, arguments.height_file}};
  for (const std::string& text : arguments.layers) {
    const auto [name, file] = parse_assignment("--layer", text);
    const LayerInfo* info = find_layer(name);
    if (!info || info->role == LayerRole::output)
      throw Error("There is no input layer '" + name + "'; use one of " + input_layer_names() +
                  ".");
    if (!files.emplace(name, file).second)
      throw Error("The layer '" + name + "' is given twice; name it once.");
  }
  return files;
}

Terrain read_terrain(const NamedFiles& files, const GridSize& size, double cell) {
  Terrain terrain;
  terrain.nx = size.nx;
  terrain.ny = size.ny;
  terrain.cell = cell;
  for (const auto& [name, file] : files) terrain.layers[name] = read_finite_layer(file, size, name);
  return terrain;
}

// What the picture of the terrain before the cook needs.
Terrain picture_layers(const Terrain& terrain) {
  Terrain shown{terrain.nx, terrain.ny, terrain.cell, {}};
  for (const char* name : {layer::height, layer::water, layer::sediment})
    if (terrain.has(name)) shown.layers[name] = terrain.layers.at(name);
  return shown;
}

void print_summary(const CookArguments& arguments, const CookResult& result) {
  std::printf("%s: %zu layers of %d x %d cells, %d steps of %.4g s in %.2f s (%s)\n",
              arguments.output.folder.c_str(), result.terrain.layers.size(), result.terrain.nx,
              result.terrain.ny, result.steps, result.time_step, result.steps_seconds,
              result.device.c_str());
}

int run_cook(const CookArguments& arguments) {
  const Settings settings = resolve_settings(*arguments.settings);
  const Node node = settings.node;
  const GridSize size = parse_size(arguments.size);
  const double cell = parse_length("--cell", arguments.cell);
  const Params params = params_for(settings, cell);
  const NamedFiles files = input_files(arguments);
  std::vector<std::string> paths;
  for (const auto& [name, file] : files) paths.push_back(file);
  check_output(arguments.output, paths);

  CookOptions options;
  options.device = arguments.device;
  options.threads = parse_count("--threads", arguments.threads, 0, 1024);
  options.lanes = arguments.lanes;
  options.keep_low = arguments.keep_low;
  Terrain terrain = read_terrain(files, size, cell);
  check_memory(double(cook_bytes(size.nx, size.ny, int(terrain.layers.size()), node, params)));
  Terrain before;
  if (!arguments.output.preview_file.empty()) before = picture_layers(terrain);

  const InterruptGuard interrupt;
  CookResult result;
  {
    ProgressDisplay display(arguments.quiet);
    options.progress = [&display](int steps_done, int steps) {
      display.show(steps_done, steps);
      return InterruptGuard::signal_number() == 0;
    };
    result = cook(std::move(terrain), node, params, options);
  }
  for (const std::string& note : result.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  if (result.cancelled || InterruptGuard::signal_number() != 0) {
    std::fprintf(stderr, "rill: The cook was interrupted; nothing was written.\n");
    return InterruptGuard::exit_code();
  }
  write_output(arguments.output, result, before, node, params);
  if (!arguments.quiet) print_summary(arguments, result);
  return exit_done;
}

}  // namespace

void add_cook_command(CLI::App& app, Run& chosen) {
  const auto arguments = std::make_shared<CookArguments>();
  CLI::App* command = app.add_subcommand("cook", "Erode a terrain.");
  command->add_option("height", arguments->height_file, "Terrain height, raw 32-bit floats")
      ->required()
      ->type_name("FILE");
  command->add_option("--size", arguments->size, "Cells along x and y")
      ->required()
      ->type_name("NXxNY");
  command->add_option("--cell", arguments->cell, "Side of a cell in metres")
      ->required()
      ->type_name("L");
  arguments->settings = add_settings_options(*command);
  command->add_option("--layer", arguments->layers, "Another input layer; repeatable")
      ->type_name("NAME=FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("--device", arguments->device,
                   "auto, tbb, opencl, opencl:N or part of a device's name")
      ->type_name("D");
  command->add_option("--threads", arguments->threads, "Threads; 0 takes all")->type_name("N");
  command->add_option("--lanes", arguments->lanes, "auto, one, sse2, avx2 or avx512")
      ->type_name("L");
  command->add_option("--stats", arguments->output.stats_file, "Write what the cook did as JSON")
      ->type_name("FILE.json");
  command
      ->add_option("--preview", arguments->output.preview_file,
                   "Write a picture of the terrain before and after")
      ->type_name("FILE.png");
  command->add_flag("--keep-low", arguments->keep_low,
                    "Also write height.low, so that a later cook goes on to the bit");
  command->add_flag("--quiet", arguments->quiet, "Print errors and notes only");
  command->add_option("-o,--output", arguments->output.folder, "Folder for the layers")
      ->required()
      ->type_name("FOLDER");
  command->callback(
      [&chosen, arguments] { chosen = [arguments] { return run_cook(*arguments); }; });
}

}  // namespace rill
