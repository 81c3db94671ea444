// Thermal erosion as an OpenCL COP: KERNEL computes the next state of a whole step on tiles in local
// memory (rill/tile_body.h), WRITEBACK commits it. Iterations = steps; Include Iteration on.
// Compiler options: -DRILL_SCHEME=0 (rill) or 1 (jako2011). Layers and parameters: README.md.

#bind layer &ground float2
#bind layer hardness float
#bind layer erodability? float val=1
#bind layer bedrock? float val=-1e30
#bind layer &next_ground float2

#bind parm steps int
#bind parm wrap int

#step_values bind talus_axis talus_diagonal creep_axis creep_diagonal talus_scale_axis talus_bias_axis talus_scale_diagonal talus_bias_diagonal talus_half coarse_rounder fine_rounder height_grain

#ifndef RILL_SCHEME
#define RILL_SCHEME 0
#endif
#define RILL_NODE RILL_NODE_THERMAL
#if @erodability.bound || @bedrock.bound
#define RILL_MASKS 1
#else
#define RILL_MASKS 0
#endif
#define RILL_KEEPS 0
#include <rill/tile_model.h>

#define RILL_READ_GROUND(at) @ground.bufferIndex(at)
#define RILL_READ_HARDNESS(at) @hardness.bufferIndex(at)
#define RILL_READ_ERODABILITY(at) @erodability.bufferIndex(at)
#define RILL_READ_BEDROCK(at) @bedrock.bufferIndex(at)
#define RILL_WRITE_GROUND(at, value) @next_ground.setIndex(at, value)

// Work items beyond the layer must stay for the barriers (README.md).
#define return
@KERNEL
{
#undef return
  Step p = {0};
#step_values set
  const int nx = @xres;
  const int ny = @yres;
  const int wrap = @wrap;
#include <rill/tile_body.h>
}

@WRITEBACK
{
  const int2 at = @ixy;
  if (@steps > 0) @ground.setIndex(at, @next_ground.bufferIndex(at));
}
