// A fresh folder for one test, removed with all it holds; files in it; and another environment.
#pragma once

#include <string>
#include <vector>

#include <rill/layers.h>

namespace rill::test {

class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return root_; }
  std::string path(const std::string& name) const;  // of a file in it
  std::vector<std::string> list() const;  // every file and folder below it, sorted

 private:
  std::string root_;
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

std::string read_bytes(const std::string& path);
void write_bytes(const std::string& path, const std::string& bytes);
Layer read_floats(const std::string& path);  // however many there are
void write_floats(const std::string& path, const Layer& values);

}  // namespace rill::test
