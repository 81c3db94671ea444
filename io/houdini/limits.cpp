#include "io/houdini/limits.h"

#include <unistd.h>

#include <rill/error.h>

namespace rill::houdini {
namespace {

std::uint64_t installed_memory() {
  return std::uint64_t(sysconf(_SC_PHYS_PAGES)) * std::uint64_t(sysconf(_SC_PAGESIZE));
}

}  // namespace

MemoryBudget::MemoryBudget(const ReadLimits& limits)
    : left_(limits.memory ? limits.memory : installed_memory()), all_(left_) {}

void MemoryBudget::take(std::uint64_t bytes) {
  if (bytes > left_)
    throw Error("The file says that it holds more than the " + std::to_string(all_ >> 20) +
                    " MiB of memory there are; use a machine with more memory, or check the file.",
                Fault::resource);
  left_ -= bytes;
}

}  // namespace rill::houdini
