// Files are read and written here without rill's own code, which is what is tested.

#include "folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace rill::test {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "rill_test_XXXXXX").string();
  if (!mkdtemp(pattern.data())) ADD_FAILURE() << "no temporary folder";
  root_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::permissions(root_, fs::perms::owner_all, ignored);
  fs::remove_all(root_, ignored);
}

std::string Folder::path(const std::string& name) const {
  return (fs::path(root_) / name).string();
}

std::vector<std::string> Folder::list() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(root_))
    names.push_back(fs::relative(entry.path(), root_).string());
  std::sort(names.begin(), names.end());
  return names;
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

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << "cannot open " << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  EXPECT_TRUE(file.good()) << "cannot write " << path;
}

Layer read_floats(const std::string& path) {
  const std::string bytes = read_bytes(path);
  Layer values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

void write_floats(const std::string& path, const Layer& values) {
  write_bytes(path, std::string(reinterpret_cast<const char*>(values.data()),
                                values.size() * sizeof(float)));
}

}  // namespace rill::test
