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

// Worked out in double by the channels, from rill/step_values.def: values on the way,
#bind parm axis_weight float
#bind parm diagonal_weight float
#bind parm world_gravity float
#bind parm world_pipe_area float
#bind parm world_talus float
#bind parm world_creep float
#bind parm wave_speed float
#bind parm wave_reach float
#bind parm wave_frequency float
#bind parm limit_with_drag float
#bind parm stable_limit float
#bind parm dt float
#bind parm wanted_talus float
#bind parm wanted_creep float
#bind parm most_talus float
#bind parm most_creep float
#bind parm talus_rate float
#bind parm creep_rate float
#bind parm scale_quantum float
#bind parm own_cell float
#bind parm quantum float
// and the floats of a step.
#bind parm per_cell float
#bind parm per_two_cells float
#bind parm per_four_cells float
#bind parm per_diagonal float
#bind parm talus_axis float
#bind parm talus_diagonal float
#bind parm creep_axis float
#bind parm creep_diagonal float
#bind parm talus_scale float
#bind parm talus_bias float
#bind parm talus_half float
#bind parm coarse_rounder float
#bind parm fine_rounder float
#bind parm height_grain float

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
  p.per_cell = @per_cell;
  p.per_two_cells = @per_two_cells;
  p.per_four_cells = @per_four_cells;
  p.per_diagonal = @per_diagonal;
  p.talus_axis = @talus_axis;
  p.talus_diagonal = @talus_diagonal;
  p.creep_axis = @creep_axis;
  p.creep_diagonal = @creep_diagonal;
  p.talus_scale = @talus_scale;
  p.talus_bias = @talus_bias;
  p.talus_half = @talus_half;
  p.coarse_rounder = @coarse_rounder;
  p.fine_rounder = @fine_rounder;
  p.height_grain = @height_grain;
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
