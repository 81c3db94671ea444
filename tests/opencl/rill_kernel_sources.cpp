// Writes the kernels of a cook as the OpenCL back end hands them to a driver:
//   rill_kernel_sources <rill|jako2011> <hydraulic|thermal|combined> <masks: 0|1> <file>
// All outputs are on, so that every kernel is there in its largest form.

#include <rill/params.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <string>

#include "opencl/program.h"

namespace {

std::string source_of(const std::string& scheme, const std::string& node_word, bool masks) {
  rill::Params params;
  rill::set_parameter(params, "scheme", scheme);
  params.transport = rill::transport_semi_lagrangian;
  params.capacity_rule = rill::capacity_collision;
  params.output_velocity = params.output_erosion = params.output_deposition = 1;
  params.output_debris = params.output_flow = 1;
  const rill::Node node = rill::node_by_name(node_word);
  rill::MaskPresence presence;
  presence.bedrock = masks;
  const rill::Schedule schedule = rill::make_schedule(params, node, 1, presence);
  Step step = schedule.step;
  if (rill::runs_water(node)) step.keep |= RILL_KEEP_VELOCITY;
  return rill::opencl::kernel_source(rill::opencl::make_plan(schedule, step, masks, {}), masks);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::printf("rill_kernel_sources <scheme> <node> <masks> <file>\n");
    return 2;
  }
  try {
    std::ofstream file(argv[4], std::ios::binary);
    file << source_of(argv[1], argv[2], std::string(argv[3]) == "1");
    file.close();
    return file ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
