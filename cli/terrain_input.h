// A terrain from files as a command line names them: the file, its size, cell and range where it
// does not say, names of its layers, layers from files of their own and masks from a second one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "command_line.h"
#include "io/terrain_file.h"

namespace rill {

struct TerrainArguments {
  std::string file;
  std::optional<std::string> size, cell, range, tiles;
  std::vector<std::string> layers;           // of --layer
  std::string masks_file;
  std::map<std::string, std::string> names;  // rill's layer name to the file's, empty: the same
};

// The file, --size, --cell, --range and --tiles.
void add_file_options(const Command& command, TerrainArguments& arguments);
// --height-layer and its like.
void add_name_options(const Command& command, TerrainArguments& arguments);
// --layer, --masks and the names.
void add_layer_options(const Command& command, TerrainArguments& arguments);

// rill's names of layers to the file's, those that differ.
std::map<std::string, std::string> names_in_file(const TerrainArguments& arguments);
ReadOptions read_options(const TerrainArguments& arguments);
std::optional<ValueRange> range_of(const TerrainArguments& arguments);

struct TerrainInput {
  TerrainFile file;
  std::vector<std::string> paths;          // every file that was read
  std::map<std::string, Layer> set_aside;  // layers that another one took the name of
};

// How many height fields of the file are to be taken one after the other; read_file() gave the first.
std::size_t fields_to_take(const TerrainFile& file);

TerrainFile read_field(const TerrainArguments& arguments, const TerrainFile& first,
                       std::size_t number);

// What goes with a file that read_file() or read_field() gave: names, masks, other layers.
// Every layer is checked for NaN and infinity, also one that the node at hand would only pass on;
// layer and cell are named. The cell is known afterwards.
TerrainInput complete_input(const TerrainArguments& arguments, TerrainFile file);

// A single file without names and masks; the cell may stay 0.
TerrainFile read_file(const TerrainArguments& arguments);
// The same under rill's names of the layers.
TerrainFile read_named_file(const TerrainArguments& arguments);

bool is_houdini_file(const std::string& path);  // by the end of its name

// The layers under the names that the input had for them, set-aside ones back in their places, as
// they go to `path`.
void give_names_back(const TerrainArguments& arguments, const std::string& path,
                     const std::map<std::string, Layer>& set_aside, TerrainFile& file);

}  // namespace rill
