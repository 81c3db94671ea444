// The fields of a cook on the host, checked on the way in and named on the way out.
#pragma once

#include <string>
#include <vector>

#include <rill/cook.h>

#include "schedule.h"

namespace rill {

// One array per field; those that a cook does not need stay empty.
struct State {
  int nx = 0, ny = 0;
  double cell = 1;
  double height_quantum = 0;
  std::vector<float> fields[field_count];
  MaskPresence masks;

  std::size_t cells() const { return std::size_t(nx) * std::size_t(ny); }
  float* row(Field field, int y) { return fields[field].data() + std::size_t(y) * std::size_t(nx); }
  const float* row(Field field, int y) const {
    return fields[field].data() + std::size_t(y) * std::size_t(nx);
  }
};

// Sums over a cook that become output layers.
struct Totals {
  std::vector<float> erosion, deposition, debris, flow, flow_x, flow_y;
};

// Throws when the grid or a layer cannot be cooked; nothing is allocated before.
void check_terrain(const Terrain& terrain, Node node, const Params& params);

// Moves the layers that the node works on out of the terrain. Masks that are not there stay empty
// unless another one is, then they are neutral. Notes tell of values that had to be clamped.
State take_state(Terrain& terrain, Node node, const Params& params,
                 std::vector<std::string>& notes);

// A copy of what give_layers takes: all but the masks.
State copy_for_layers(const State& state);

// The reverse, with settling and output layers.
void give_layers(State& state, Totals& totals, int steps, Node node, const Params& params,
                 bool keep_low, Terrain& terrain);

}  // namespace rill
