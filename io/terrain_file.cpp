// The table of formats, and what all of them share: finding the format, one file or several,
// staging.

#include "io/terrain_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include <rill/error.h>

#include "io/format.h"
#include "io/houdini/document.h"
#include "io/raw.h"
#include "io/numbers.h"

namespace rill {
namespace {

namespace fs = std::filesystem;

// A longer end stands before one that it ends with.
const Format formats[] = {
    {".r32", Holds::one_layer, false, false, read_r32, write_r32},
    {".r16", Holds::one_layer, false, false, read_r16, write_r16},
    {".png", Holds::one_layer, false, true, read_png, write_png},
    {".exr", Holds::all_layers, false, true, read_exr, write_exr},
    {".tif", Holds::one_layer, true, true, read_tiff, write_tiff},
    {".tiff", Holds::one_layer, true, true, read_tiff, write_tiff},
    {".hgt", Holds::heights_only, true, true, read_hgt, write_hgt},
    {".asc", Holds::one_layer, true, true, read_asc, write_asc},
    {".npy", Holds::one_layer, false, false, read_npy, write_npy},
    {".npz", Holds::all_layers, false, false, read_npz, write_npz},
    {".bgeo.sc", Holds::all_layers, false, false, read_houdini, write_houdini},
    {".bgeo.gz", Holds::all_layers, false, false, read_houdini, write_houdini},
    {".bgeo", Holds::all_layers, false, false, read_houdini, write_houdini},
    {".geo", Holds::all_layers, false, false, read_houdini, write_houdini},
};

std::string lower_case(std::string text) {
  for (char& c : text) c = char(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

const Format* find_format(const std::string& path) {
  const std::string name = lower_case(fs::path(path).filename().string());
  for (const Format& format : formats) {
    const std::string end = format.end;
    if (name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0)
      return &format;
  }
  return nullptr;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string layer_path(const fs::path& folder, const std::string& layer_name) {
  return (folder / (layer_name + ".r32")).string();
}

// eroded.tif and water give eroded.water.tif.
std::string path_beside(const std::string& path, const Format& format,
                        const std::string& layer_name) {
  if (layer_name == layer::height) return path;
  const std::size_t stem = path.size() - std::string(format.end).size();
  return path.substr(0, stem) + "." + layer_name + path.substr(stem);
}

TerrainFile read_folder(const std::string& path, const ReadOptions& options) {
  if (options.nx < 1 || options.ny < 1)
    throw Error("The folder '" + path + "' does not say how large its terrain is; give the size.");
  TerrainFile file;
  file.terrain.nx = options.nx;
  file.terrain.ny = options.ny;
  file.terrain.cell = 0;
  std::error_code error;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path name = entry->path().filename();
    if (name.extension() != ".r32" || name.string().front() == '.') continue;
    file.terrain.layers[name.stem().string()] =
        read_raw_layer(entry->path().string(), options.nx, options.ny);
  }
  if (error) throw Error("Cannot read the folder '" + path + "': " + error.message() + ".");
  if (!file.terrain.has(layer::height) && options.height_needed)
    throw Error("The folder '" + path + "' has no height.r32; give the folder of a cook.");
  return file;
}

// The format to write in; null for a folder.
const Format* output_format(const std::string& path) {
  if (path.empty()) throw Error("The output has no name; give a file or a folder.");
  const Format* format = find_format(path);
  if (format && !format->write)
    throw Error("Cannot write '" + path + "': " + format->end +
                " files are only read; use one of " + listed(writable_formats()) + ".");
  if (format) return format;
  std::error_code ignored;
  const std::string end = fs::path(path).extension().string();
  const bool looks_like_a_format =
      end.size() > 1 && std::isalpha(static_cast<unsigned char>(end[1]));
  if (looks_like_a_format && !fs::is_directory(path, ignored))
    throw Error("Cannot write '" + path + "': rill does not write " + end + " files; use one of " +
                listed(writable_formats()) + ", or a folder.");
  return nullptr;
}

std::vector<std::string> names_of(const Terrain& terrain) {
  std::vector<std::string> names;
  for (const auto& [name, values] : terrain.layers) names.push_back(name);
  return names;
}

// A name becomes part of a file's name, which must not leave the folder.
void check_layer_names(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (name.empty() || name.find('/') != std::string::npos || name.find('\0') != std::string::npos)
      throw Error("The layer '" + name +
                  "' cannot be written, because its name is no file name; "
                  "rename it.");
}

struct Part {
  std::string path;
  std::vector<std::string> layers;
};

// Which layers go to which file.
std::vector<Part> parts_of(const std::string& path, const Format* format,
                           const std::vector<std::string>& names) {
  if (format && format->holds == Holds::all_layers) return {{path, names}};
  check_layer_names(names);
  std::vector<Part> parts;
  for (const std::string& name : names) {
    if (!format)
      parts.push_back({layer_path(path, name), {name}});
    else if (format->holds == Holds::one_layer || name == layer::height)
      parts.push_back({path_beside(path, *format, name), {name}});
  }
  return parts;
}

const Format& folder_format() { return *find_format("height.r32"); }

void note_what_is_lost(const std::string& path, const Format& format, const TerrainFile& file,
                       Notes& notes) {
  std::vector<std::string> left_out;
  for (const std::string& name : names_of(file.terrain))
    if (name != layer::height) left_out.push_back(name);
  if (format.holds == Holds::heights_only && !left_out.empty())
    notes.push_back("'" + path + "' holds heights only; these layers were not written: " +
                    listed(left_out) + ".");
  if (file.place && !format.keeps_place)
    notes.push_back("'" + path + "' does not say where the terrain lies; .tif would.");
  if (!file.nodata.empty() && !format.marks_nodata)
    notes.push_back("'" + path + "' holds " + shortest(file.nodata_value) +
                    " as the height of cells without one and does not mark them; .tif would.");
}

void check_sizes(const Terrain& terrain) {
  if (terrain.nx < 1 || terrain.ny < 1 || !terrain.has(layer::height))
    throw Error("There is no height to write.");
  for (const auto& [name, values] : terrain.layers)
    if (values.size() != terrain.cells())
      throw Error("The layer '" + name + "' has another size than the terrain.");
}

}  // namespace

void name_lone_layer(const ByteSource& source, const ReadOptions& options, TerrainFile& file) {
  auto& layers = file.terrain.layers;
  if (layers.count(layer::height) != 0) return;
  const auto named = options.layer_names.find(layer::height);
  if (named != options.layer_names.end() && layers.count(named->second) != 0) return;
  const std::string name = layers.begin()->first;
  if (layers.size() > 1 && !options.height_needed) return;
  if (layers.size() > 1)
    source.refuse("it has no layer 'height', only " + listed(names_of(file.terrain)) +
                  "; rename the one that holds the heights");
  if (find_layer(name)) return;
  file.notes.push_back("The only layer of '" + source.name() + "', '" + name +
                       "', is taken for the height.");
  auto node = layers.extract(name);
  node.key() = layer::height;
  layers.insert(std::move(node));
}

TerrainFile read_terrain(const std::string& path, const ReadOptions& options) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return read_folder(path, options);
  const Format* format = find_format(path);
  const FileSource source(path);  // first: a file that is not there is the better complaint
  // Houdini's files have many names; their bytes tell.
  if (!format) {
    const std::string begin = source.read_text(0, 16);
    if (houdini::looks_like_houdini(reinterpret_cast<const std::uint8_t*>(begin.data()), begin.size()))
      return read_houdini(source, options);
  }
  if (!format || !format->read)
    throw Error("'" + path + "' is of no kind that rill reads; use one of " +
                listed(readable_formats()) + ".");
  return format->read(source, options);
}

Layer read_layer(const std::string& path, const std::string& name, int nx, int ny,
                 const std::optional<ValueRange>& range) {
  TerrainFile file = read_terrain(path, {nx, ny, range, {}, FieldTiles::separate, false});
  Terrain& terrain = file.terrain;
  if (terrain.nx != nx || terrain.ny != ny)
    throw Error("'" + path + "' has " + std::to_string(terrain.nx) + " x " +
                std::to_string(terrain.ny) + " cells and the terrain " + std::to_string(nx) +
                " x " + std::to_string(ny) + "; a layer has the size of its terrain.");
  if (terrain.has(name)) return std::move(terrain.layers[name]);
  if (terrain.layers.size() == 1) return std::move(terrain.layers.begin()->second);
  throw Error("'" + path + "' has no layer '" + name + "'; it has " + listed(names_of(terrain)) +
              ".");
}

void StagedTerrain::commit() {
  for (AtomicFile& file : files_) file.commit();
  if (folder_) folder_->keep();
}

StagedTerrain stage_terrain(const std::string& path, const TerrainFile& file,
                            const WriteOptions& options) {
  check_sizes(file.terrain);
  const Format* const format = output_format(path);
  const Format& used = format ? *format : folder_format();
  StagedTerrain staged;
  if (!format) staged.folder_.emplace(path);
  for (Part& part : parts_of(path, format, names_of(file.terrain))) {
    staged.files_.emplace_back(part.path);
    used.write(staged.files_.back(), {part.path, file, std::move(part.layers), options},
               staged.notes_);
    staged.files_.back().flush();
    staged.paths_.push_back(part.path);
  }
  note_what_is_lost(path, used, file, staged.notes_);
  return staged;
}

WriteResult write_terrain(const std::string& path, const TerrainFile& file,
                          const WriteOptions& options) {
  StagedTerrain staged = stage_terrain(path, file, options);
  staged.commit();
  return {staged.paths(), staged.notes()};
}

void check_can_write_terrain(const std::string& path) {
  const Format* const format = output_format(path);
  std::error_code ignored;
  if (!format && fs::exists(path, ignored) && !fs::is_directory(path, ignored))
    throw Error("The output '" + path + "' is a file; give a folder.");
  const fs::path parent = fs::path(path).parent_path();
  if (format && !parent.empty() && !fs::is_directory(parent, ignored))
    throw Error("Cannot write '" + path + "': there is no folder '" + parent.string() + "'.");
  check_can_create(path);
}

std::vector<std::string> terrain_paths(const std::string& path,
                                       const std::vector<std::string>& layer_names) {
  std::vector<std::string> paths;
  for (const Part& part : parts_of(path, output_format(path), layer_names))
    paths.push_back(part.path);
  return paths;
}

std::vector<std::string> readable_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats)
    if (format.read) names.push_back(format.end);
  return names;
}

std::vector<std::string> writable_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats)
    if (format.write) names.push_back(format.end);
  return names;
}

}  // namespace rill
