// --device, --threads and --lanes.

#include "solver_options.h"

#include <utility>

#include "arguments.h"

namespace rill {

void add_solver_options(const Command& command, SolverArguments& arguments) {
  command
      .add_option("--device", arguments.device,
                  "auto, tbb, opencl, opencl:N or part of a device's name; see 'rill devices'")
      .type_name("D");
  command.add_option("--threads", arguments.threads, "Threads; 0 takes all").type_name("N");
  command.add_option("--lanes", arguments.lanes, "auto, one, sse2, avx2 or avx512").type_name("L");
}

void check_solver(const CookOptions& options) {
  Terrain tiny{2, 2, 1, {{layer::height, Layer(4)}}};
  Params params;
  params.iterations = 0;
  CookOptions asked;
  asked.device = options.device;
  asked.lanes = options.lanes;
  cook(std::move(tiny), Node::thermal, params, asked);
}

CookOptions solver_options(const SolverArguments& arguments) {
  CookOptions options;
  options.device = arguments.device;
  options.threads = parse_count("--threads", arguments.threads, 0, 1024);
  options.lanes = arguments.lanes;
  return options;
}

}  // namespace rill
