// rill generate: a terrain to start from.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include <rill/error.h>

#include "arguments.h"
#include "commands.h"
#include "io/fractal.h"
#include "io/raw.h"
#include "memory.h"

namespace rill {
namespace {

struct GenerateArguments {
  std::string file, size, cell, relief, roughness, shape = "fractal";
  std::uint64_t seed = 1;
};

constexpr double standard_relief = 0.2;  // of the longer side

Layer make_height(const GenerateArguments& arguments, const GridSize& size, double relief) {
  if (arguments.shape == "cone") return cone_height(size.nx, size.ny, relief);
  if (arguments.shape == "ramp") return ramp_height(size.nx, size.ny, relief);
  if (arguments.shape != "fractal")
    throw Error("There is no shape '" + arguments.shape + "'; use fractal, cone or ramp.");
  FractalOptions options;
  options.seed = arguments.seed;
  options.relief = relief;
  if (!arguments.roughness.empty())
    options.roughness = parse_number("--roughness", arguments.roughness);
  if (!(options.roughness >= 0 && options.roughness <= 1))
    throw Error("--roughness " + arguments.roughness + " is not allowed; use 0 to 1.");
  return fractal_height(size.nx, size.ny, options);
}

int run_generate(const GenerateArguments& arguments) {
  const GridSize size = parse_size(arguments.size);
  const double cell = parse_length("--cell", arguments.cell);
  const int longer = std::max(size.nx, size.ny);
  const double relief = arguments.relief.empty() ? standard_relief * longer * cell
                                                 : parse_length("--relief", arguments.relief);
  check_memory(fractal_bytes(size.nx, size.ny));
  const Layer height = make_height(arguments, size, relief);
  write_raw_layer(arguments.file, height);
  std::printf("%s: %s, %d x %d cells of %g m, relief %g m\n", arguments.file.c_str(),
              arguments.shape.c_str(), size.nx, size.ny, cell, relief);
  return exit_done;
}

}  // namespace

void add_generate_command(CLI::App& app, Run& chosen) {
  const auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* command = app.add_subcommand(
      "generate", "Make a terrain. The same seed gives the same terrain at every size.");
  command->add_option("height", arguments->file, "Where to write the height layer")
      ->required()
      ->type_name("OUT.r32");
  command->add_option("--size", arguments->size, "Cells along x and y")
      ->required()
      ->type_name("NXxNY");
  command->add_option("--cell", arguments->cell, "Side of a cell in metres")
      ->required()
      ->type_name("L");
  command->add_option("--seed", arguments->seed, "Which terrain (1)")->type_name("N");
  command
      ->add_option("--relief", arguments->relief,
                   "Metres from the lowest to the highest point (a fifth of the longer side)")
      ->type_name("M");
  command->add_option("--roughness", arguments->roughness, "0 smooth to 1 rugged (0.5)")
      ->type_name("R");
  command->add_option("--shape", arguments->shape, "fractal, cone or ramp")->type_name("SHAPE");
  command->callback(
      [&chosen, arguments] { chosen = [arguments] { return run_generate(*arguments); }; });
}

}  // namespace rill
