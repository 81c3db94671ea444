// A whole step as one kernel, sweep_step, for CPU devices (ocl/include/rill/sweep_rows.h): a work
// item sweeps a band of rows in vectors. The state is read from one set of buffers and written to
// another.
#pragma once

#include <cstddef>
#include <string>

#include "../schedule.h"
#include "devices.h"
#include "plan.h"
#include "tile_program.h"

namespace rill::opencl {

extern const char* const sweep_rows_source;
extern const char* const sweep_body_source;

// How the grid is cut: bands run at the same time, the panels of a band one after the other.
struct SweepCut {
  int bands, panels;
};
SweepCut cut_for_sweep(int nx, int ny, const Device& device);

// Floats of the rings of all bands. `plan` says which fields live in them.
std::size_t ring_floats(const Plan& plan, const Schedule& schedule, const SweepCut& cut);

// Arguments: as those of tile_step; then bands, panels and the rings. `widest`: with all that any
// step of the cook keeps. `prefetch`: the device's compiler knows how to.
std::string sweep_source(const TilePlan& arguments, const Plan& plan, const Schedule& schedule,
                         const Step& widest, bool prefetch);

}  // namespace rill::opencl
