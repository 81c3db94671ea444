// The options that say what a cook runs on. None changes a bit of the result.
#pragma once

#include <string>

#include <rill/cook.h>

#include "command_line.h"

namespace rill {

struct SolverArguments {
  std::string device = "auto", threads = "0", lanes = "auto";
};

void add_solver_options(const Command& command, SolverArguments& arguments);
CookOptions solver_options(const SolverArguments& arguments);

// Throws where the device or the lanes are not there, before a long read or other work.
void check_solver(const CookOptions& options);

}  // namespace rill
