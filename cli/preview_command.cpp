// rill preview: a shaded picture of a terrain, or of two side by side.

#include <cstdio>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "arguments.h"
#include "commands.h"
#include "input.h"
#include "io/png.h"
#include "io/shade.h"
#include "memory.h"

namespace rill {
namespace {

struct PreviewArguments {
  std::string height_file, size, cell, water_file, sediment_file, before_file, picture_file;
};

int run_preview(const PreviewArguments& arguments) {
  const GridSize size = parse_size(arguments.size);
  const double cell = parse_length("--cell", arguments.cell);
  // Four layers, and the picture twice: as pixels and as a file.
  check_memory(32.0 * size.nx * size.ny);
  Terrain terrain{size.nx, size.ny, cell, {}};
  terrain.layers[layer::height] = read_finite_layer(arguments.height_file, size, layer::height);
  if (!arguments.water_file.empty())
    terrain.layers[layer::water] = read_finite_layer(arguments.water_file, size, layer::water);
  if (!arguments.sediment_file.empty())
    terrain.layers[layer::sediment] =
        read_finite_layer(arguments.sediment_file, size, layer::sediment);
  Picture picture;
  if (arguments.before_file.empty()) {
    picture = shaded_relief(terrain, shade_style(terrain));
  } else {
    Terrain before{size.nx, size.ny, cell, {}};
    before.layers[layer::height] = read_finite_layer(arguments.before_file, size, layer::height);
    picture = side_by_side(before, terrain);
  }
  write_png(arguments.picture_file, picture);
  std::printf("%s: %d x %d pixels\n", arguments.picture_file.c_str(), picture.width,
              picture.height);
  return exit_done;
}

}  // namespace

void add_preview_command(CLI::App& app, Run& chosen) {
  const auto arguments = std::make_shared<PreviewArguments>();
  CLI::App* command = app.add_subcommand("preview", "Draw a shaded picture of a terrain.");
  command->add_option("height", arguments->height_file, "Terrain height, raw 32-bit floats")
      ->required()
      ->type_name("FILE");
  command->add_option("--size", arguments->size, "Cells along x and y")
      ->required()
      ->type_name("NXxNY");
  command->add_option("--cell", arguments->cell, "Side of a cell in metres")
      ->required()
      ->type_name("L");
  command->add_option("--water", arguments->water_file, "Water depth to draw over it")
      ->type_name("FILE");
  command->add_option("--sediment", arguments->sediment_file, "Suspended sediment to draw")
      ->type_name("FILE");
  command->add_option("--before", arguments->before_file, "Height to draw to the left of it")
      ->type_name("FILE");
  command->add_option("-o,--output", arguments->picture_file, "The picture")
      ->required()
      ->type_name("FILE.png");
  command->callback(
      [&chosen, arguments] { chosen = [arguments] { return run_preview(*arguments); }; });
}

}  // namespace rill
