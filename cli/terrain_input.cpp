// What the file says counts; the command line fills in what it leaves open, and says so where the
// two differ.

#include "terrain_input.h"

#include <cctype>
#include <cmath>
#include <sstream>
#include <utility>

#include <rill/error.h>

#include "file_place.h"
#include "grid.h"
#include "io/houdini/heightfield.h"

namespace rill {
namespace {

bool is_input(const LayerInfo& info) { return info.role != LayerRole::output; }

// Layers that a file of another program may have under a name of its own.
bool can_be_renamed(const LayerInfo& info) {
  return is_input(info) && std::string(info.name).find('.') == std::string::npos;
}

bool is_mask(const std::string& name) {
  const LayerInfo* info = find_layer(name);
  return (info && info->role == LayerRole::mask) || name == layer::hardness;
}

std::string joined_names(const Terrain& terrain) {
  std::string names;
  for (const auto& [name, values] : terrain.layers) names += (names.empty() ? "" : ", ") + name;
  return names;
}

std::string input_layer_names() {
  std::string names;
  for (const LayerInfo& info : known_layers())
    if (is_input(info) && std::string(info.name) != layer::height)
      names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

std::string number_text(double value) {
  std::ostringstream stream;
  stream << value;
  return stream.str();
}

void check_size(const TerrainArguments& arguments, const Terrain& terrain) {
  if (!arguments.size) return;
  const GridSize size = parse_size(*arguments.size);
  if (size.nx != terrain.nx || size.ny != terrain.ny)
    throw Error("'" + arguments.file + "' has " + std::to_string(terrain.nx) + " x " +
                std::to_string(terrain.ny) + " cells and --size says " + *arguments.size +
                "; leave --size out.");
}

void choose_cell(const TerrainArguments& arguments, TerrainFile& file) {
  if (!arguments.cell) return;
  const double cell = parse_length("--cell", *arguments.cell);
  const double said = file.terrain.cell;
  if (said > 0 && std::abs(said - cell) > 1e-6 * said)
    file.notes.push_back("'" + arguments.file + "' says that its cells are " + number_text(said) +
                         " m; --cell " + *arguments.cell + " is used instead.");
  file.terrain.cell = cell;
}

void check_finite(const TerrainFile& file) {
  const Terrain& terrain = file.terrain;
  for (const auto& [name, values] : terrain.layers)
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isfinite(values[i]) || (!file.nodata.empty() && file.nodata[i])) continue;
      const std::size_t columns = std::size_t(terrain.nx);
      throw Error("The layer '" + name + "' holds " + std::to_string(values[i]) + " at cell (" +
                  std::to_string(i % columns) + ", " + std::to_string(i / columns) +
                  "); replace it by a number.");
    }
}

// The file's layers under rill's names.
void take_names(const TerrainArguments& arguments, const std::string& path, Terrain& terrain,
                std::map<std::string, Layer>& set_aside, bool must_be_there) {
  std::map<std::string, Layer> renamed;
  for (const auto& [name, file_name] : arguments.names) {
    if (file_name.empty() || file_name == name) continue;
    const auto found = terrain.layers.find(file_name);
    if (found == terrain.layers.end()) {
      if (!must_be_there) continue;
      throw Error("'" + path + "' has no layer '" + file_name + "'; it has " +
                  joined_names(terrain) + ".");
    }
    renamed[name] = std::move(found->second);
    terrain.layers.erase(found);
  }
  for (auto& [name, values] : renamed) {
    const auto in_the_way = terrain.layers.find(name);
    if (in_the_way != terrain.layers.end()) set_aside[name] = std::move(in_the_way->second);
    terrain.layers[name] = std::move(values);
  }
}

std::string grid_text(GridSize size) {
  return std::to_string(size.nx) + " x " + std::to_string(size.ny) + " cells";
}

// What the terrain gets where the layer does not reach, as it does in Houdini.
std::string beyond_text(const LayerBorder& border, bool covered) {
  if (covered) return "";
  std::ostringstream text;
  text << "; beyond its grid ";
  switch (border.beyond) {
    case Beyond::constant:
      text << "it is " << border.value;
      break;
    case Beyond::repeat:
      text << "it begins again";
      break;
    case Beyond::streak:
      text << "its border cells go on";
      break;
  }
  return text.str();
}

// By position where both files say where they lie; else both cover the same ground.
Layer on_terrain(TerrainFile& file, const std::string& path, const TerrainFile& other,
                 const std::string& name) {
  const Layer& values = other.terrain.layers.at(name);
  const GridSize from = {other.terrain.nx, other.terrain.ny};
  const GridSize to = {file.terrain.nx, file.terrain.ny};
  const bool same_size = from.nx == to.nx && from.ny == to.ny;
  const std::string begin = "The layer '" + name + "' of '" + path + "', " + grid_text(from) +
                            ", was resampled to " + grid_text(to) + ", bilinear, ";
  if (places_compare(file, other)) {
    const Grid grid = {from.nx, from.ny, *place_of(other)};
    const Grid to_grid = {to.nx, to.ny, *place_of(file)};
    if (same_grid(grid, to_grid)) return values;
    const auto known = other.borders.find(name);
    const LayerBorder border = known == other.borders.end() ? LayerBorder{} : known->second;
    file.notes.push_back(begin + "by its position" + beyond_text(border, covers(grid, to_grid)) +
                         ".");
    return sample_layer(values, grid, to_grid, border, name);
  }
  if (same_size) return values;
  file.notes.push_back(begin + "as if both covered the same ground.");
  return bilinear(values, from, to, same_ground(from, to));
}

// For a second file: without a header it has the terrain's size.
ReadOptions options_for(const TerrainArguments& arguments, const Terrain& terrain) {
  ReadOptions options = read_options(arguments);
  options.nx = terrain.nx;
  options.ny = terrain.ny;
  options.tiles = FieldTiles::joined;  // masks in tiles cover the ground of all of them
  options.height_needed = false;
  return options;
}

void add_masks(const TerrainArguments& arguments, TerrainInput& input) {
  const std::string& path = arguments.masks_file;
  if (path.empty()) return;
  Terrain& terrain = input.file.terrain;
  input.paths.push_back(path);
  TerrainFile masks = read_terrain(path, options_for(arguments, terrain));
  std::map<std::string, Layer> ignored;
  if (!masks.houdini) take_names(arguments, path, masks.terrain, ignored, false);
  int found = 0;
  for (const auto& [name, values] : masks.terrain.layers) {
    if (!is_mask(name)) continue;
    terrain.layers[name] = on_terrain(input.file, path, masks, name);
    ++found;
  }
  if (found == 0)
    throw Error("The masks '" + path +
                "' have none of the layers rain, erodability, bedrock and hardness, but " +
                joined_names(masks.terrain) + "; name one, as with --rain-layer.");
}

Layer read_own_layer(const TerrainArguments& arguments, const std::string& name,
                     const std::string& path, TerrainInput& input) {
  Terrain& terrain = input.file.terrain;
  if (!is_mask(name)) return read_layer(path, name, terrain.nx, terrain.ny, range_of(arguments));
  const TerrainFile other = read_terrain(path, options_for(arguments, terrain));
  if (other.terrain.has(name)) return on_terrain(input.file, path, other, name);
  if (other.terrain.layers.size() == 1) {
    TerrainFile renamed = other;
    renamed.terrain.layers = {{name, other.terrain.layers.begin()->second}};
    return on_terrain(input.file, path, renamed, name);
  }
  throw Error("'" + path + "' has no layer '" + name + "'; it has " + joined_names(other.terrain) +
              ".");
}

std::map<std::string, std::string> own_files(const TerrainArguments& arguments) {
  std::map<std::string, std::string> files;
  for (const std::string& text : arguments.layers) {
    const auto [name, path] = parse_assignment("--layer", text);
    const LayerInfo* info = find_layer(name);
    if (!info || !is_input(*info))
      throw Error("There is no input layer '" + name + "'; use one of " + input_layer_names() +
                  ".");
    if (name == layer::height || !files.emplace(name, path).second)
      throw Error("The layer '" + name + "' is given twice; name it once.");
  }
  return files;
}

}  // namespace

void add_file_options(const Command& command, TerrainArguments& arguments) {
  std::string ends;
  for (const std::string& end : readable_formats()) ends += (ends.empty() ? "" : " ") + end;
  command.add_option("terrain", arguments.file, "The terrain: " + ends + ", or a cook's folder")
      .required()
      .type_name("IN");
  command.add_option("--size", arguments.size, "Cells along x and y, for files that do not say")
      .type_name("NXxNY");
  command
      .add_option("--cell", arguments.cell, "Side of a cell in metres, for files that do not say")
      .type_name("M");
  command
      .add_option("--range", arguments.range,
                  "Heights in metres that 0 and 65535 stand for in files of 16 bits")
      .type_name("LOW:HIGH");
  command
      .add_option(
          "--tiles", arguments.tiles,
          "A Houdini file with several height fields: one by one (separate), or as one grid "
          "where they fit edge to edge (joined)")
      .type_name("separate|joined");
}

void add_layer_options(const Command& command, TerrainArguments& arguments) {
  command.add_option("--layer", arguments.layers, "A layer from a file of its own; repeatable")
      .type_name("NAME=FILE")
      .repeatable();
  command
      .add_option(
          "--masks", arguments.masks_file,
          "Take rain, erodability, bedrock and hardness from this file, resampled where its "
          "grid is another")
      .type_name("FILE");
  add_name_options(command, arguments);
}

void add_name_options(const Command& command, TerrainArguments& arguments) {
  for (const LayerInfo& info : known_layers())
    if (can_be_renamed(info))
      command
          .add_option("--" + std::string(info.name) + "-layer", arguments.names[info.name],
                      "What the file calls the layer " + std::string(info.name))
          .type_name("NAME")
          .group("Names of layers");
}

std::map<std::string, std::string> names_in_file(const TerrainArguments& arguments) {
  std::map<std::string, std::string> names;
  for (const auto& [name, file_name] : arguments.names)
    if (!file_name.empty() && file_name != name) names[name] = file_name;
  return names;
}

std::optional<ValueRange> range_of(const TerrainArguments& arguments) {
  if (!arguments.range) return {};
  return parse_range("--range", *arguments.range);
}

FieldTiles tiles_of(const TerrainArguments& arguments) {
  if (!arguments.tiles || *arguments.tiles == "separate") return FieldTiles::separate;
  if (*arguments.tiles == "joined") return FieldTiles::joined;
  throw Error("--tiles " + *arguments.tiles + " is not known; use separate or joined.");
}

ReadOptions read_options(const TerrainArguments& arguments) {
  ReadOptions options;
  if (arguments.size) {
    const GridSize size = parse_size(*arguments.size);
    options.nx = size.nx;
    options.ny = size.ny;
  }
  options.range = range_of(arguments);
  options.layer_names = names_in_file(arguments);
  options.tiles = tiles_of(arguments);
  return options;
}

TerrainFile read_file(const TerrainArguments& arguments) {
  if (arguments.cell) parse_length("--cell", *arguments.cell);  // a wrong one before a long read
  TerrainFile file = read_terrain(arguments.file, read_options(arguments));
  if (arguments.tiles && !file.houdini)
    throw Error("--tiles is about the height fields of a Houdini file, and '" + arguments.file +
                "' is none; leave it out.");
  check_size(arguments, file.terrain);
  choose_cell(arguments, file);
  return file;
}

TerrainFile read_named_file(const TerrainArguments& arguments) {
  TerrainFile file = read_file(arguments);
  std::map<std::string, Layer> covered;
  if (!file.houdini) take_names(arguments, arguments.file, file.terrain, covered, true);
  for (const auto& [name, values] : covered)
    file.notes.push_back("The layer '" + name + "' of '" + arguments.file +
                         "' gave way to the one that was named so and was left out.");
  return file;
}

std::size_t fields_to_take(const TerrainFile& file) {
  return file.houdini && !file.height_fields->joined ? file.height_fields->all.size() : 1;
}

TerrainFile read_field(const TerrainArguments& arguments, const TerrainFile& first,
                       std::size_t number) {
  TerrainFile file = read_other_field(first, number);
  choose_cell(arguments, file);
  return file;
}

TerrainInput complete_input(const TerrainArguments& arguments, TerrainFile file) {
  const std::map<std::string, std::string> files = own_files(arguments);
  TerrainInput input;
  input.file = std::move(file);
  input.paths.push_back(arguments.file);
  Terrain& terrain = input.file.terrain;
  if (!input.file.houdini)  // those formats know the names themselves
    take_names(arguments, arguments.file, terrain, input.set_aside, arguments.masks_file.empty());
  if (!(terrain.cell > 0))
    throw Error("'" + arguments.file +
                "' does not say how large its cells are; give their side in metres by --cell.");
  if (!terrain.has(layer::height))
    throw Error("'" + arguments.file + "' has no layer 'height', but " + joined_names(terrain) +
                "; name the one to erode by --height-layer.");
  add_masks(arguments, input);
  for (const auto& [name, path] : files) {
    if (!is_mask(name) && fields_to_take(input.file) > 1)
      throw Error("'" + arguments.file + "' holds several height fields and --layer " + name +
                  " is made for one grid; use --tiles joined.");
    terrain.layers[name] = read_own_layer(arguments, name, path, input);
    input.paths.push_back(path);
  }
  check_finite(input.file);
  return input;
}

bool is_houdini_file(const std::string& path) {
  std::string name = path;
  for (char& c : name) c = char(std::tolower(static_cast<unsigned char>(c)));
  for (const std::string end : {".geo", ".bgeo", ".bgeo.sc", ".bgeo.gz"})
    if (name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0)
      return true;
  return false;
}

void give_names_back(const TerrainArguments& arguments, const std::string& path,
                     const std::map<std::string, Layer>& set_aside, TerrainFile& file) {
  if (is_houdini_file(path)) return;  // written with WriteOptions::layer_names
  std::map<std::string, Layer>& layers = file.terrain.layers;
  std::map<std::string, Layer> renamed;
  for (const auto& [name, file_name] : arguments.names) {
    // Formats find the height by its name.
    if (file_name.empty() || file_name == name || name == layer::height) continue;
    const auto found = layers.find(name);
    if (found == layers.end()) continue;
    renamed[file_name] = std::move(found->second);
    layers.erase(found);
  }
  for (auto& [name, values] : renamed) layers[name] = std::move(values);
  for (const auto& [name, values] : set_aside) layers.emplace(name, values);
}

}  // namespace rill
