// A whole step as one kernel, tile_step, on tiles in local memory (ocl/include/rill/tile_body.h): the
// state is read from one set of buffers and written to another.
#pragma once

#include <string>
#include <vector>

#include "../schedule.h"
#include "../state.h"
#include "devices.h"

namespace rill::opencl {

extern const char* const tile_model_source;  // tile_model.h, tile_budget.h and all they include
extern const char* const tile_body_source;

// Arguments of tile_step after the step, nx, ny, wrap and the sums, in order.
struct TilePlan {
  int scheme = 0;
  bool runs_water = false, runs_talus = false, masks = false, velocity = false;
  std::vector<Field> read;     // the state as it was, and masks
  std::vector<Field> written;  // the state as it will be
  std::vector<Field> totals;   // results that are added to a total over the cook
  bool has_total(Field field) const;
};

constexpr int tile_quantities = 7;  // as in StepSums, and in that order of tile_budget.h

TilePlan make_tile_plan(const State& state, const std::vector<Field>& totals,
                        const Schedule& schedule);
std::string tile_source(const TilePlan& plan);
// All arguments of a kernel that runs a whole step; `sums` declares the budget's.
std::string step_arguments(const char* sums, const TilePlan& plan);

// Groups to launch: at least as many as there are tiles, whose height the kernel knows.
int tile_columns(int nx);
int most_tile_rows(int ny);

// A GPU has the local memory and the bandwidth to save; a CPU, whose local memory is its ordinary one,
// sweeps (sweep_program.h).
bool suits_tiles(const Device& device);

}  // namespace rill::opencl
