// A clear refusal instead of a machine that swaps or a process that the system kills.
#pragma once

namespace rill {

// Throws when a task needs more bytes than the machine has memory.
void check_memory(double bytes);

}  // namespace rill
