// Staging: temporaries for everything first, then the renames, which do not run out of space.

#include "cook_output.h"

#include <filesystem>
#include <system_error>

#include <rill/error.h>

#include "io/atomic_file.h"
#include "io/png.h"
#include "io/shade.h"

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

void check_output(const CookOutput& output, const std::vector<std::string>& input_files) {
  check_can_write_terrain(output.path);
  std::vector<std::string> names;
  for (const LayerInfo& info : known_layers()) names.push_back(info.name);
  std::vector<std::string> targets = terrain_paths(output.path, names);
  std::error_code ignored;
  for (const std::string& file : {output.stats_file, output.preview_file}) {
    if (file.empty()) continue;
    targets.push_back(file);
    // One in the output folder gets its folder with the layers.
    const fs::path parent = fs::path(file).parent_path();
    if (parent.lexically_normal() != fs::path(output.path).lexically_normal() && !parent.empty() &&
        !fs::is_directory(parent, ignored))
      throw Error("Cannot write '" + file + "': there is no folder '" + parent.string() + "'.");
    check_can_create(file);
  }
  for (const std::string& input : input_files)
    for (const std::string& target : targets)
      if (fs::equivalent(input, target, ignored))
        throw Error("The output would replace the input file '" + input +
                    "'; choose another place for it.");
}

std::vector<std::string> write_output(const CookOutput& output, const TerrainFile& file,
                                      const WriteOptions& options, const CookReport& report) {
  StagedTerrain terrain = stage_terrain(output.path, file, options);
  std::vector<AtomicFile> files;
  if (!output.preview_file.empty()) {
    const auto bytes = encode_png(side_by_side(report.before, report.after));
    files.push_back(staged_bytes(output.preview_file, bytes.data(), bytes.size()));
  }
  if (!output.stats_file.empty()) {
    const std::string text = report.stats.dump(2) + "\n";
    files.push_back(staged_bytes(output.stats_file, text.data(), text.size()));
  }
  terrain.commit();
  for (AtomicFile& staged : files) staged.commit();
  return terrain.notes();
}

}  // namespace rill
