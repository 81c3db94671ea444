// The sentence about memory that is not there.

#include "memory.h"

#include <string>

#include <rill/error.h>

#include "io/memory.h"

namespace rill {
namespace {

std::string gigabytes(double bytes) {
  const std::string text = std::to_string(bytes / 1e9);
  return text.substr(0, text.find('.') + 2) + " GB";
}

}  // namespace

void check_memory(double bytes) {
  const double installed = installed_memory();
  if (bytes <= installed) return;
  throw Error("This needs " + gigabytes(bytes) + " of memory and the machine has " +
                  gigabytes(installed) + "; use a smaller grid or cut it into tiles.",
              Fault::resource);
}

}  // namespace rill
