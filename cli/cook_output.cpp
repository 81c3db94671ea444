// Staging: temporaries for everything first, then the renames, which do not run out of space.

#include "cook_output.h"

#include <filesystem>
#include <system_error>

#include <rill/error.h>

#include "io/atomic_file.h"
#include "io/new_folder.h"
#include "io/png.h"
#include "io/raw.h"
#include "io/shade.h"
#include "stats.h"

namespace rill {
namespace {

namespace fs = std::filesystem;

AtomicFile staged_bytes(const std::string& path, const void* data, std::size_t size) {
  AtomicFile file(path);
  file.write(data, size);
  file.flush();
  return file;
}

}  // namespace

std::string layer_path(const std::string& folder, const std::string& layer_name) {
  return (fs::path(folder) / (layer_name + ".r32")).string();
}

void check_output(const CookOutput& output, const std::vector<std::string>& input_files) {
  std::error_code ignored;
  if (fs::exists(output.folder, ignored) && !fs::is_directory(output.folder, ignored))
    throw Error("The output '" + output.folder + "' is a file; give a folder.");
  check_can_create(output.folder);
  std::vector<std::string> targets;
  for (const std::string& file : {output.stats_file, output.preview_file}) {
    if (file.empty()) continue;
    targets.push_back(file);
    // One in the output folder gets its folder with the layers.
    const fs::path parent = fs::path(file).parent_path();
    if (parent.lexically_normal() != fs::path(output.folder).lexically_normal() &&
        !parent.empty() && !fs::is_directory(parent, ignored))
      throw Error("Cannot write '" + file + "': there is no folder '" + parent.string() + "'.");
    check_can_create(file);
  }
  for (const LayerInfo& info : known_layers())
    targets.push_back(layer_path(output.folder, info.name));
  for (const std::string& input : input_files)
    for (const std::string& target : targets)
      if (fs::equivalent(input, target, ignored))
        throw Error("The output would replace the input file '" + input +
                    "'; choose another place for it.");
}

void write_output(const CookOutput& output, const CookResult& result, const Terrain& before,
                  Node node, const Params& params) {
  NewFolder folder(output.folder);
  std::vector<AtomicFile> files;
  for (const auto& [name, values] : result.terrain.layers) {
    files.emplace_back(layer_path(output.folder, name));
    write_raw_layer(files.back(), values);
    files.back().flush();
  }
  if (!output.preview_file.empty()) {
    const auto bytes = encode_png(side_by_side(before, result.terrain));
    files.push_back(staged_bytes(output.preview_file, bytes.data(), bytes.size()));
  }
  if (!output.stats_file.empty()) {
    const std::string text = stats_json(result, node, params).dump(2) + "\n";
    files.push_back(staged_bytes(output.stats_file, text.data(), text.size()));
  }
  for (AtomicFile& file : files) file.commit();
  folder.keep();
}

}  // namespace rill
