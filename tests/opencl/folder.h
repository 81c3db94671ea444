// Folders that are gone when a test ends, and kernel caches in them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rill::test {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// An environment variable with another value, or none, for a while.
class Environment {
 public:
  Environment(const char* name, const char* value);  // null: unset
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::string name_, before_;
  bool was_set_;
};

// The place below which rill keeps its kernels, for a while.
class CacheFolder {
 public:
  explicit CacheFolder(const std::string& path) : changed_("XDG_CACHE_HOME", path.c_str()) {}
  static std::string current();

 private:
  Environment changed_;
};

std::vector<std::filesystem::path> kernel_files(const std::string& cache_folder);
std::string bytes_of(const std::filesystem::path& file);
void write_bytes(const std::filesystem::path& file, const std::string& bytes);

}  // namespace rill::test
