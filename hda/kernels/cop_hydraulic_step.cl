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

#step_values bind all but talus_axis talus_diagonal creep_axis creep_diagonal talus_scale_axis talus_bias_axis talus_scale_diagonal talus_bias_diagonal talus_half

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
#step_values set bedrock_bite = RILL_BEDROCK ? @bedrock_bite : 1.0f
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
