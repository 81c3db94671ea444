// Made below the system's temporary folder; set back whatever happens.

#include "folder.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace rill::test {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "rill-opencl-XXXXXX").string();
  if (!mkdtemp(&pattern[0])) throw std::runtime_error("no temporary folder can be made");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::permissions(path_, fs::perms::owner_all, ignored);
  fs::remove_all(path_, ignored);
}

Environment::Environment(const char* name, const char* value) : name_(name) {
  const char* before = std::getenv(name);
  was_set_ = before != nullptr;
  if (before) before_ = before;
  if (value)
    setenv(name, value, 1);
  else
    unsetenv(name);
}

Environment::~Environment() {
  if (was_set_)
    setenv(name_.c_str(), before_.c_str(), 1);
  else
    unsetenv(name_.c_str());
}

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

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void write_bytes(const fs::path& file, const std::string& bytes) {
  std::ofstream stream(file, std::ios::binary);
  stream.write(bytes.data(), std::streamsize(bytes.size()));
}

}  // namespace rill::test
