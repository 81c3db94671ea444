// The least of what /proc/meminfo, the control group (version 2) and RLIMIT_AS leave.

#include "memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include <rill/error.h>

#include "io/memory.h"

namespace rill {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

// A number behind a word in a file like /proc/meminfo; `missing` where there is none.
double named_number(const std::string& path, const std::string& name, double missing) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    double value = 0;
    if (words >> word && word == name && words >> value) return value;
  }
  return missing;
}

double number_in(const std::string& path, double missing) {
  std::ifstream file(path);
  double value = 0;
  return file >> value ? value : missing;  // "max" is no number
}

double left_in_group() {
  std::ifstream file("/proc/self/cgroup");
  double left = no_limit;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("0::", 0) != 0) continue;
    // Inside a container the group's own folder is the root of what is mounted.
    for (const std::string& folder :
         {"/sys/fs/cgroup" + line.substr(3), std::string("/sys/fs/cgroup")}) {
      const double most = number_in(folder + "/memory.max", no_limit);
      const double used = number_in(folder + "/memory.current", 0) -
                          named_number(folder + "/memory.stat", "inactive_file", 0);
      left = std::min(left, most - used);
    }
  }
  return left;
}

double left_of_own_limit() {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
  const double used = 1024 * named_number("/proc/self/status", "VmSize:", 0);
  return double(limit.rlim_cur) - used;
}

}  // namespace

double available_memory() {
  const double machine = 1024 * named_number("/proc/meminfo", "MemAvailable:", -1);
  return std::max(0.0, std::min({machine < 0 ? installed_memory() : machine, left_in_group(),
                                 left_of_own_limit()}));
}

std::string bytes_text(double bytes) {
  std::ostringstream stream;
  stream.precision(1);
  stream << std::fixed;
  if (bytes >= 1e9)
    stream << bytes / 1e9 << " GB";
  else
    stream << bytes / 1e6 << " MB";
  return stream.str();
}

void check_memory(double bytes) {
  const double available = available_memory();
  if (bytes <= available) return;
  throw Error("This needs " + bytes_text(bytes) + " of memory and there are " +
                  bytes_text(available) + "; use a smaller grid or cut it into tiles.",
              Fault::resource);
}

}  // namespace rill
