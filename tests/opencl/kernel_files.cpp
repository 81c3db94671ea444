// Looking into the folder of kept kernels.

#include "kernel_files.h"

#include <algorithm>
#include <cstdlib>

namespace rill::test {

namespace fs = std::filesystem;

std::string CacheFolder::current() {
  const char* folder = std::getenv("XDG_CACHE_HOME");
  return folder ? folder : "";
}

std::vector<fs::path> kernel_files(const std::string& cache_folder) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(cache_folder) / "rill", none))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace rill::test
