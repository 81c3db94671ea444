// A folder made for results, with those above it; taken away again unless kept.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rill {

class NewFolder {
 public:
  explicit NewFolder(const std::string& path);  // does nothing where the folder is there
  ~NewFolder() { remove_made(); }
  NewFolder(NewFolder&& other) noexcept : made_(std::move(other.made_)) { other.made_.clear(); }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  void keep() { made_.clear(); }

 private:
  void make(const std::string& path, const std::filesystem::path& folder);
  void remove_made();

  std::vector<std::filesystem::path> made_;
};

}  // namespace rill
