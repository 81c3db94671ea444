// --device, --threads and --lanes.

#include "solver_options.h"

#include <CLI/CLI.hpp>

#include "arguments.h"

namespace rill {

void add_solver_options(CLI::App& command, SolverArguments& arguments) {
  command
      .add_option("--device", arguments.device,
                  "auto, tbb, opencl, opencl:N or part of a device's name; see 'rill devices'")
      ->type_name("D");
  command.add_option("--threads", arguments.threads, "Threads; 0 takes all")->type_name("N");
  command.add_option("--lanes", arguments.lanes, "auto, one, sse2, avx2 or avx512")->type_name("L");
}

CookOptions solver_options(const SolverArguments& arguments) {
  CookOptions options;
  options.device = arguments.device;
  options.threads = parse_count("--threads", arguments.threads, 0, 1024);
  options.lanes = arguments.lanes;
  return options;
}

}  // namespace rill
