// Hydraulic erosion as an OpenCL COP: KERNEL computes the next state of a whole step on tiles
// in local memory (rill/tile_body.h), WRITEBACK commits it. Iterations = steps; Include Iteration on.
// Compiler options: -DRILL_SCHEME=0 (rill) or 1 (jako2011). Layers and parameters: README.md.

#bind layer &state float4
#bind layer &flux float4
#bind layer &hardness float
#bind layer rain? float val=1
#bind layer erodability? float val=1
#bind layer bedrock? float val=-1e30
#bind layer &next_state float4
#bind layer &next_flux float4
#bind layer &next_hardness float
#bind layer &flow_sum float
#bind layer &velocity float2

#bind parm steps int
#bind parm wrap int
#bind parm output_flow int
#bind parm output_velocity int
#bind parm open_border int
#bind parm exponent_quarters int
#bind parm depth_band int
#bind parm collision_rule int
#bind parm semi_lagrangian int

// Worked out in double by the channels, from rill/step_values.def: values on the way,
#bind parm axis_weight float
#bind parm diagonal_weight float
#bind parm world_rain float
#bind parm world_gravity float
#bind parm world_pipe_area float
#bind parm world_film float
#bind parm world_erosion_depth float
#bind parm world_max_speed float
#bind parm world_softening float
#bind parm exponent_value float
#bind parm world_capacity float
#bind parm wave_speed float
#bind parm wave_reach float
#bind parm wave_frequency float
#bind parm limit_with_drag float
#bind parm stable_limit float
#bind parm dt float
#bind parm area float
#bind parm gain float
#bind parm scale_quantum float
#bind parm own_cell float
#bind parm quantum float
// and the floats of a step.
#bind parm rain_depth float
#bind parm keep_water float
#bind parm dry_share float
#bind parm keep_flow float
#bind parm gain_axis float
#bind parm gain_diagonal float
#bind parm gain_pipe float
#bind parm area_per_dt float
#bind parm dt_per_area float
#bind parm spread float
#bind parm per_cell float
#bind parm per_cell_squared float
#bind parm per_two_cells float
#bind parm per_four_cells float
#bind parm per_diagonal float
#bind parm capacity float
#bind parm min_tilt float
#bind parm min_tilt_squared float
#bind parm per_erosion_depth float
#bind parm erode_rate float
#bind parm deposit_rate float
#bind parm soften_rate float
#bind parm min_hardness float
#bind parm max_bite float
#bind parm bank_axis float
#bind parm bank_diagonal float
#bind parm bank_fade float
#bind parm bedrock_bite float
#bind parm bank_per_clearance float
#bind parm film float
#bind parm speed_limit float
#bind parm cells_per_speed float
#bind parm coarse_rounder float
#bind parm fine_rounder float
#bind parm height_grain float

#ifndef RILL_SCHEME
#define RILL_SCHEME 0
#endif
#define RILL_NODE RILL_NODE_HYDRAULIC
#if @rain.bound || @erodability.bound || @bedrock.bound
#define RILL_MASKS 1
#else
#define RILL_MASKS 0
#endif
#if @bedrock.bound
#define RILL_BEDROCK 1
#else
#define RILL_BEDROCK 0
#endif
#define RILL_KEEPS 0
#include <rill/tile_model.h>

#define RILL_READ_STATE(at) @state.bufferIndex(at)
#define RILL_READ_FLUX(at) @flux.bufferIndex(at)
#define RILL_READ_HARDNESS(at) @hardness.bufferIndex(at)
#define RILL_READ_RAIN(at) @rain.bufferIndex(at)
#define RILL_READ_ERODABILITY(at) @erodability.bufferIndex(at)
#define RILL_READ_BEDROCK(at) @bedrock.bufferIndex(at)
#define RILL_WRITE_STATE(at, value) @next_state.setIndex(at, value)
#define RILL_WRITE_FLUX(at, value) @next_flux.setIndex(at, value)
#define RILL_WRITE_HARDNESS(at, value) @next_hardness.setIndex(at, value)
#define RILL_WRITE_DISCHARGE(at, value, x, y) \
  @flow_sum.setIndex(at, @Iteration == 0 ? (value) : @flow_sum.bufferIndex(at) + (value))
#define RILL_WRITE_VELOCITY(at, x, y) @velocity.setIndex(at, (float2)(x, y))

// Work items beyond the layer must stay for the barriers (README.md).
#define return
@KERNEL
{
#undef return
  Step p = {0};
  p.open_border = @open_border;
  p.exponent_quarters = @exponent_quarters;
  p.depth_band = @depth_band;
  p.collision_rule = @collision_rule;
  p.semi_lagrangian = @semi_lagrangian;
  p.rain_depth = @rain_depth;
  p.keep_water = @keep_water;
  p.dry_share = @dry_share;
  p.keep_flow = @keep_flow;
  p.gain_axis = @gain_axis;
  p.gain_diagonal = @gain_diagonal;
  p.gain_pipe = @gain_pipe;
  p.area_per_dt = @area_per_dt;
  p.dt_per_area = @dt_per_area;
  p.spread = @spread;
  p.per_cell = @per_cell;
  p.per_cell_squared = @per_cell_squared;
  p.per_two_cells = @per_two_cells;
  p.per_four_cells = @per_four_cells;
  p.per_diagonal = @per_diagonal;
  p.capacity = @capacity;
  p.min_tilt = @min_tilt;
  p.min_tilt_squared = @min_tilt_squared;
  p.per_erosion_depth = @per_erosion_depth;
  p.erode_rate = @erode_rate;
  p.deposit_rate = @deposit_rate;
  p.soften_rate = @soften_rate;
  p.min_hardness = @min_hardness;
  p.max_bite = @max_bite;
  p.bank_axis = @bank_axis;
  p.bank_diagonal = @bank_diagonal;
  p.bank_fade = @bank_fade;
  p.bedrock_bite = RILL_BEDROCK ? @bedrock_bite : 1.0f;
  p.bank_per_clearance = @bank_per_clearance;
  p.film = @film;
  p.speed_limit = @speed_limit;
  p.cells_per_speed = @cells_per_speed;
  p.coarse_rounder = @coarse_rounder;
  p.fine_rounder = @fine_rounder;
  p.height_grain = @height_grain;
  const int last = @Iteration + 1 >= @steps;
  p.keep = (@output_flow ? RILL_KEEP_DISCHARGE : 0) |
           (@output_velocity && last ? RILL_KEEP_VELOCITY : 0);
  const int nx = @xres;
  const int ny = @yres;
  const int wrap = @wrap;
#include <rill/tile_body.h>
}

@WRITEBACK
{
  const int2 at = @ixy;
  if (@steps > 0) {
    @state.setIndex(at, @next_state.bufferIndex(at));
    @flux.setIndex(at, @next_flux.bufferIndex(at));
    @hardness.setIndex(at, @next_hardness.bufferIndex(at));
  }
  if (!@output_flow || @steps == 0) @flow_sum.setIndex(at, 0.0f);
  if (!@output_velocity || @steps == 0) @velocity.setIndex(at, (float2)(0.0f, 0.0f));
}
