// rill generate: a terrain to start from.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include <rill/error.h>

#include "arguments.h"
#include "commands.h"
#include "interrupt.h"
#include "io/fractal.h"
#include "io/hardness_field.h"
#include "io/shapes.h"
#include "io/terrain_file.h"
#include "memory.h"

namespace rill {
namespace {

struct GenerateArguments {
  std::string file, size, cell, relief, roughness, range, shape = "fractal";
  std::string hardness, hardness_noise, hardness_blur;
  std::uint64_t seed = 1;
};

constexpr double standard_relief = 0.2;  // of the longer side
constexpr double standard_blur = 0.01;   // of the longer side

std::string shape_names() {
  std::string names = "fractal";
  for (const Shape& shape : shapes())
    names += (&shape == &shapes().back() ? " or " : ", ") + std::string(shape.name);
  return names;
}

Layer make_height(const GenerateArguments& arguments, const GridSize& size, double relief) {
  if (const Shape* shape = find_shape(arguments.shape))
    return shape->make(size.nx, size.ny, relief);
  if (arguments.shape != "fractal")
    throw Error("There is no shape '" + arguments.shape + "'; use " + shape_names() + ".");
  FractalOptions options;
  options.seed = arguments.seed;
  options.relief = relief;
  if (!arguments.roughness.empty())
    options.roughness = parse_number("--roughness", arguments.roughness);
  if (!(options.roughness >= 0 && options.roughness <= 1))
    throw Error("--roughness " + arguments.roughness + " is not allowed; use 0 to 1.");
  return fractal_height(size.nx, size.ny, options);
}

HardnessOptions hardness_options(const GenerateArguments& arguments, double longer_side) {
  HardnessOptions options;
  const ValueRange range = parse_range("--hardness", arguments.hardness);
  options.low = range.low;
  options.high = range.high;
  if (!(options.low >= 0 && options.low <= 1 && options.high >= 0 && options.high <= 1))
    throw Error("--hardness " + arguments.hardness +
                " is not allowed; hardness goes from 0, loose, to 1, cannot be eroded.");
  if (!arguments.hardness_noise.empty())
    options.noise = parse_number("--hardness-noise", arguments.hardness_noise);
  if (!(options.noise >= 0 && options.noise <= 1))
    throw Error("--hardness-noise " + arguments.hardness_noise + " is not allowed; use 0 to 1.");
  options.blur = arguments.hardness_blur.empty()
                     ? standard_blur * longer_side
                     : parse_number("--hardness-blur", arguments.hardness_blur);
  if (!(options.blur >= 0))
    throw Error("--hardness-blur " + arguments.hardness_blur +
                " is not allowed; use metres, 0 or more.");
  options.seed = arguments.seed;
  return options;
}

int run_generate(const GenerateArguments& arguments) {
  const GridSize size = parse_size(arguments.size);
  const double cell = parse_length("--cell", arguments.cell);
  const double longer_side = std::max(size.nx, size.ny) * cell;
  const double relief = arguments.relief.empty() ? standard_relief * longer_side
                                                 : parse_length("--relief", arguments.relief);
  if (arguments.hardness.empty() &&
      !(arguments.hardness_noise.empty() && arguments.hardness_blur.empty()))
    throw Error("There is no hardness layer to give noise or blur to; add --hardness LO:HI.");
  WriteOptions write_options;
  if (!arguments.range.empty()) write_options.range = parse_range("--range", arguments.range);
  HardnessOptions hardness;
  if (!arguments.hardness.empty()) hardness = hardness_options(arguments, longer_side);

  check_memory(fractal_bytes(size.nx, size.ny) +
               (arguments.hardness.empty() ? 0.0 : 8.0 * size.nx * size.ny));
  TerrainFile made;
  made.terrain = Terrain{size.nx, size.ny, cell, {}};
  made.terrain.layers[layer::height] = make_height(arguments, size, relief);
  if (!arguments.hardness.empty())
    made.terrain.layers[layer::hardness] = hardness_field(made.terrain, hardness);
  const InterruptGuard interrupt;  // from here on there are files under temporary names
  StagedTerrain staged = stage_terrain(arguments.file, made, write_options);
  InterruptGuard::stop_if_came();
  staged.commit();
  for (const std::string& note : staged.notes()) std::fprintf(stderr, "note: %s\n", note.c_str());
  std::printf("%s: %s, %d x %d cells of %g m, relief %g m\n", arguments.file.c_str(),
              arguments.shape.c_str(), size.nx, size.ny, cell, relief);
  return exit_done;
}

}  // namespace

void add_generate_command(CLI::App& app, Run& chosen) {
  const auto arguments = std::make_shared<GenerateArguments>();
  const Command command = add_command(
      app, "generate", "Make a terrain. The same seed gives the same terrain at every size.");
  command
      .add_option("output,-o,--output", arguments->file,
                  "Where to write it; the end says the format")
      .required()
      .type_name("OUT");
  command.add_option("--size", arguments->size, "Cells along x and y")
      .required()
      .type_name("NXxNY");
  command.add_option("--cell", arguments->cell, "Side of a cell in metres")
      .required()
      .type_name("L");
  command.add_option("--shape", arguments->shape, shape_names() + " (fractal)").type_name("SHAPE");
  command
      .add_option("--relief", arguments->relief,
                  "Metres from the lowest to the highest point (a fifth of the longer side)")
      .type_name("M");
  command.add_option("--seed", arguments->seed, "Which terrain (1)").type_name("N");
  command
      .add_option("--roughness", arguments->roughness, "Of a fractal: 0 smooth to 1 rugged (0.5)")
      .type_name("R");
  command
      .add_option("--hardness", arguments->hardness,
                  "Also make a hardness layer: of the lowest and of the highest ground, 0 to 1")
      .type_name("LO:HI");
  command
      .add_option("--hardness-noise", arguments->hardness_noise,
                  "How uneven the hardness is, standard deviation (0.1)")
      .type_name("S");
  command
      .add_option("--hardness-blur", arguments->hardness_blur,
                  "How far it blurs, metres (a hundredth of the longer side)")
      .type_name("M");
  command.add_option("--range", arguments->range, "Heights that a 16-bit file's ends stand for")
      .type_name("LO:HI");
  command.callback(
      [&chosen, arguments] { chosen = [arguments] { return run_generate(*arguments); }; });
  command.footer(
      "Examples:\n"
      "  rill generate hills.exr --size 1024x1024 --cell 1 --relief 200 --seed 7\n"
      "  rill generate cone.npy --size 256x256 --cell 4 --shape cone --hardness 0.2:0.8");
}

}  // namespace rill
