// A fresh folder for one test, removed with all it holds; and files in it.
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

  std::string path(const std::string& name) const;
  std::vector<std::string> list() const;  // every file and folder below it, sorted

 private:
  std::string root_;
};

std::string read_bytes(const std::string& path);
void write_bytes(const std::string& path, const std::string& bytes);
Layer read_floats(const std::string& path);  // however many there are
void write_floats(const std::string& path, const Layer& values);

}  // namespace rill::test
