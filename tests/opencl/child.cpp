// fork, exec and a pipe.

#include "child.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

namespace rill::test {

std::string ChildResult::line(const std::string& name) const {
  const std::size_t at = ("\n" + output).find("\n" + name + ": ");
  if (at == std::string::npos) return "(no " + name + ")";
  const std::size_t start = at + name.size() + 2;
  return output.substr(start, output.find('\n', start) - start);
}

Child::Child(const std::vector<std::string>& arguments, const Variables& variables,
             const std::string& program) {
  std::vector<const char*> words = {program.c_str()};
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  words.push_back(nullptr);
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("no process");
  if (process_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    for (const auto& [name, value] : variables) {
      if (value)
        setenv(name.c_str(), value, 1);
      else
        unsetenv(name.c_str());
    }
    execv(program.c_str(), const_cast<char* const*>(words.data()));
    _exit(127);
  }
  close(ends[1]);
  pipe_ = ends[0];
}

Child::~Child() {
  if (process_ > 0) wait();
}

ChildResult Child::wait() {
  ChildResult result;
  char buffer[4096];
  for (ssize_t count; (count = read(pipe_, buffer, sizeof(buffer))) > 0;)
    result.output.append(buffer, std::size_t(count));
  close(pipe_);
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

ChildResult run_child(const std::vector<std::string>& arguments, const Variables& variables) {
  return Child(arguments, variables).wait();
}

ChildResult run_rill(const std::vector<std::string>& arguments, const Variables& variables) {
  return Child(arguments, variables, RILL_COMMAND).wait();
}

}  // namespace rill::test
