// A clear refusal instead of a machine that swaps or a process that the system kills.
#pragma once

#include <string>

namespace rill {

// What this process can still get: of the machine, of its control group, of its own limit.
double available_memory();  // bytes

// Throws when a task needs more bytes than there are.
void check_memory(double bytes);

std::string bytes_text(double bytes);  // "1.5 GB"

}  // namespace rill
