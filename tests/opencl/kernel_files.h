// The kernels that rill keeps on disk, as files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "folder.h"

namespace rill::test {

// The place below which rill keeps its kernels, for a while.
class CacheFolder {
 public:
  explicit CacheFolder(const std::string& path) : changed_("XDG_CACHE_HOME", path.c_str()) {}
  static std::string current();

 private:
  Environment changed_;
};

std::vector<std::filesystem::path> kernel_files(const std::string& cache_folder);

}  // namespace rill::test
