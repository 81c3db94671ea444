#include "io/houdini/limits.h"

#include <rill/error.h>

#include "io/memory.h"

namespace rill::houdini {
MemoryBudget::MemoryBudget(const ReadLimits& limits)
    : left_(limits.memory ? limits.memory : std::uint64_t(installed_memory())), all_(left_) {}

void MemoryBudget::take(std::uint64_t bytes) {
  if (bytes > left_)
    throw Error("The file says that it holds more than the " + std::to_string(all_ >> 20) +
                    " MiB of memory there are; use a machine with more memory, or check the file.",
                Fault::resource);
  left_ -= bytes;
}

}  // namespace rill::houdini
