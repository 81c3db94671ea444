// Runs rill_opencl_child (child_main.cpp), or the rill command, in a process and an environment of its
// own.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rill::test {

// A null value unsets the variable.
using Variables = std::vector<std::pair<std::string, const char*>>;

struct ChildResult {
  int status = 0;  // its exit code, or -1
  std::string output;
  // What follows "name: " on a line of its output, or "(no name)".
  std::string line(const std::string& name) const;
};

class Child {
 public:
  Child(const std::vector<std::string>& arguments, const Variables& variables,
        const std::string& program = RILL_CHILD_PATH);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ChildResult wait();

 private:
  int process_ = -1, pipe_ = -1;
};

ChildResult run_child(const std::vector<std::string>& arguments, const Variables& variables = {});
ChildResult run_rill(const std::vector<std::string>& arguments, const Variables& variables = {});

}  // namespace rill::test
