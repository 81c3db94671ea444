// Folders are removed in reverse, and only while they are empty.

#include "io/new_folder.h"

#include <system_error>

#include <rill/error.h>

namespace rill {

namespace fs = std::filesystem;

NewFolder::NewFolder(const std::string& path) {
  fs::path missing = fs::path(path);
  if (!missing.has_filename()) missing = missing.parent_path();  // "out/" is "out"
  std::vector<fs::path> wanted;
  std::error_code ignored;  // what cannot be looked at cannot be made either, and make says why
  for (; !missing.empty() && !fs::exists(missing, ignored); missing = missing.parent_path())
    wanted.push_back(missing);
  for (auto folder = wanted.rbegin(); folder != wanted.rend(); ++folder) make(path, *folder);
}

void NewFolder::make(const std::string& path, const fs::path& folder) {
  std::error_code error;
  if (fs::create_directory(folder, error)) made_.push_back(folder);
  if (!error) return;
  remove_made();  // no destructor runs for a constructor that throws
  throw Error("Cannot make the folder '" + path + "': " + error.message() + ".");
}

void NewFolder::remove_made() {
  std::error_code ignored;
  for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) fs::remove(*folder, ignored);
  made_.clear();
}

}  // namespace rill
