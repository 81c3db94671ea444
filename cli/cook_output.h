// Where a cook's results go: layers into a file or folder, statistics and a picture beside it.
// Everything is written under temporary names first and put in place together, so a failure leaves
// nothing.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <rill/layers.h>

#include "io/terrain_file.h"

namespace rill {

struct CookOutput {
  std::string path;          // of the terrain
  std::string stats_file;    // empty: none
  std::string preview_file;  // empty: none
};

// Before the cook: throws where a result could not be written or would replace an input file.
void check_output(const CookOutput& output, const std::vector<std::string>& input_files);

// What is written beside the terrain.
struct CookReport {
  nlohmann::ordered_json stats;
  const Terrain &before, &after;  // for the picture
};

// Returns notes on the files, a sentence each.
std::vector<std::string> write_output(const CookOutput& output, const TerrainFile& file,
                                      const WriteOptions& options, const CookReport& report);

}  // namespace rill
