// Where a cook's results go: layers into a folder, statistics and a picture beside it. Everything
// is written under temporary names first and put in place together, so a failure leaves nothing.
#pragma once

#include <string>
#include <vector>

#include <rill/cook.h>

namespace rill {

struct CookOutput {
  std::string folder;
  std::string stats_file;    // empty: none
  std::string preview_file;  // empty: none
};

std::string layer_path(const std::string& folder, const std::string& layer_name);

// Before the cook: throws where a result could not be written or would replace an input file.
void check_output(const CookOutput& output, const std::vector<std::string>& input_files);

// `before` is the terrain as it came in, for the picture.
void write_output(const CookOutput& output, const CookResult& result, const Terrain& before,
                  Node node, const Params& params);

}  // namespace rill
