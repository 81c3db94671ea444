// Writes the kernels of a cook as the OpenCL back end hands them to a driver:
//   rill_kernel_sources <rill|jako2011> <hydraulic|thermal|combined> <masks: 0|1> <stages|tiles> <file>
// All outputs are on, so that every kernel is there in its largest form; on tiles only with masks.

#include <rill/params.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <string>

#include "opencl/program.h"
#include "opencl/tile_program.h"

namespace {

std::string tile_source_of(const rill::Schedule& schedule, rill::Node node, bool masks) {
  rill::State state;
  std::vector<rill::Field> totals;
  state.masks.bedrock = masks;
  if (masks && rill::runs_water(node)) {
    state.fields[rill::field_velocity_x] = state.fields[rill::field_velocity_y] = {0.0f};
    totals = {rill::field_fall, rill::field_deposited, rill::field_discharge,
              rill::field_discharge_x, rill::field_discharge_y};
  }
  if (masks && rill::runs_talus(node)) totals.push_back(rill::field_received);
  return rill::opencl::tile_source(rill::opencl::make_tile_plan(state, totals, schedule));
}

std::string source_of(const std::string& scheme, const std::string& node_word, bool masks,
                      bool tiles) {
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
  if (tiles) return tile_source_of(schedule, node, masks);
  Step step = schedule.step;
  if (rill::runs_water(node)) step.keep |= RILL_KEEP_VELOCITY;
  return rill::opencl::kernel_source(rill::opencl::make_plan(schedule, step, masks, {}), masks);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::printf("rill_kernel_sources <scheme> <node> <masks> <stages|tiles> <file>\n");
    return 2;
  }
  try {
    std::ofstream file(argv[5], std::ios::binary);
    file << source_of(argv[1], argv[2], std::string(argv[3]) == "1", std::string(argv[4]) == "tiles");
    file.close();
    return file ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
