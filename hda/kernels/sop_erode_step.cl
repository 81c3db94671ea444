// Hydraulic and thermal erosion as an OpenCL SOP over the volumes of a height field: KERNEL computes
// the next state of a whole step on tiles in local memory (rill/tile_body.h), WRITEBACK commits it.
// Iterations = steps; Include Iteration on. Kernel options: -DRILL_SCHEME=0 (rill) or 1 (jako2011).
// Volumes and parameters: README.md.

#bind volume &state_height float
#bind volume &state_low float
#bind volume &state_water float
#bind volume &state_sediment float
#bind volume &state_flux0 float
#bind volume &state_flux1 float
#bind volume &state_flux2 float
#bind volume &state_flux3 float
#bind volume &state_hardness float
#bind volume rain? float val=1
#bind volume erodability? float val=1
#bind volume bedrock? float val=-1e30
#bind volume &next_height float
#bind volume &next_low float
#bind volume &next_water float
#bind volume &next_sediment float
#bind volume &next_flux0 float
#bind volume &next_flux1 float
#bind volume &next_flux2 float
#bind volume &next_flux3 float
#bind volume &next_hardness float
#bind volume &erosion float
#bind volume &deposition float
#bind volume &debris float
#bind volume &flow float
#bind volume &flowdir_x float
#bind volume &flowdir_y float
#bind volume &velocity_x float
#bind volume &velocity_y float

#bind parm nx int
#bind parm ny int
#bind parm steps int
#bind parm wrap int
#bind parm output_erosion int
#bind parm output_deposition int
#bind parm output_debris int
#bind parm output_flow int
#bind parm output_velocity int
#bind parm open_border int
#bind parm exponent_quarters int
#bind parm depth_band int
#bind parm collision_rule int
#bind parm semi_lagrangian int

#step_values bind all

#ifndef RILL_SCHEME
#define RILL_SCHEME 0
#endif
#define RILL_NODE RILL_NODE_COMBINED
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
#define RILL_KEEPS 1
#include <rill/tile_model.h>

#define RILL_READ_STATE(at)                                                        \
  (float4)(@state_height.getAt((at).x, (at).y, 0), @state_low.getAt((at).x, (at).y, 0), \
           @state_water.getAt((at).x, (at).y, 0), @state_sediment.getAt((at).x, (at).y, 0))
#define RILL_READ_FLUX(at)                                                         \
  (float4)(@state_flux0.getAt((at).x, (at).y, 0), @state_flux1.getAt((at).x, (at).y, 0), \
           @state_flux2.getAt((at).x, (at).y, 0), @state_flux3.getAt((at).x, (at).y, 0))
#define RILL_READ_HARDNESS(at) @state_hardness.getAt((at).x, (at).y, 0)
#define RILL_READ_RAIN(at) @rain.getAt((at).x, (at).y, 0)
#define RILL_READ_ERODABILITY(at) @erodability.getAt((at).x, (at).y, 0)
#define RILL_READ_BEDROCK(at) @bedrock.getAt((at).x, (at).y, 0)
#define RILL_WRITE_STATE(at, value)                     \
  {                                                     \
    const float4 whole = value;                         \
    @next_height.setAt((at).x, (at).y, 0, whole.x);     \
    @next_low.setAt((at).x, (at).y, 0, whole.y);        \
    @next_water.setAt((at).x, (at).y, 0, whole.z);      \
    @next_sediment.setAt((at).x, (at).y, 0, whole.w);   \
  }
#define RILL_WRITE_FLUX(at, value)                      \
  {                                                     \
    const float4 whole = value;                         \
    @next_flux0.setAt((at).x, (at).y, 0, whole.x);      \
    @next_flux1.setAt((at).x, (at).y, 0, whole.y);      \
    @next_flux2.setAt((at).x, (at).y, 0, whole.z);      \
    @next_flux3.setAt((at).x, (at).y, 0, whole.w);      \
  }
#define RILL_WRITE_HARDNESS(at, value) @next_hardness.setAt((at).x, (at).y, 0, value)
#define RILL_WRITE_DISCHARGE(at, value, x_part, y_part)                                       \
  {                                                                                           \
    @flow.setAt((at).x, (at).y, 0,                                                            \
                (@Iteration == 0 ? 0.0f : @flow.getAt((at).x, (at).y, 0)) + (value));          \
    @flowdir_x.setAt((at).x, (at).y, 0,                                                       \
                     (@Iteration == 0 ? 0.0f : @flowdir_x.getAt((at).x, (at).y, 0)) + (x_part)); \
    @flowdir_y.setAt((at).x, (at).y, 0,                                                       \
                     (@Iteration == 0 ? 0.0f : @flowdir_y.getAt((at).x, (at).y, 0)) + (y_part)); \
  }
#define RILL_WRITE_VELOCITY(at, x_part, y_part)         \
  {                                                     \
    @velocity_x.setAt((at).x, (at).y, 0, x_part);       \
    @velocity_y.setAt((at).x, (at).y, 0, y_part);       \
  }
#define RILL_WRITE_FALL(at, value)                      \
  @erosion.setAt((at).x, (at).y, 0,                     \
                 (@Iteration == 0 ? 0.0f : @erosion.getAt((at).x, (at).y, 0)) + (value))
#define RILL_WRITE_DEPOSITED(at, value)                 \
  if (@output_deposition)                               \
  @deposition.setAt((at).x, (at).y, 0,                  \
                    (@Iteration == 0 ? 0.0f : @deposition.getAt((at).x, (at).y, 0)) + (value))
#define RILL_WRITE_RECEIVED(at, value)                  \
  @debris.setAt((at).x, (at).y, 0,                      \
                (@Iteration == 0 ? 0.0f : @debris.getAt((at).x, (at).y, 0)) + (value))

// Work items beyond the volumes must stay for the barriers (README.md).
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
  p.keep = (@output_erosion ? RILL_KEEP_FALL : 0) | (@output_debris ? RILL_KEEP_RECEIVED : 0) |
           (@output_flow ? RILL_KEEP_DISCHARGE : 0) |
           (@output_velocity && last ? RILL_KEEP_VELOCITY : 0);
  const int nx = @nx;
  const int ny = @ny;
  const int wrap = @wrap;
#include <rill/tile_body.h>
}

@WRITEBACK
{
  if (@steps > 0 && @ix < @nx && @iy < @ny) {
    @state_height.setAt(@ix, @iy, 0, @next_height.getAt(@ix, @iy, 0));
    @state_low.setAt(@ix, @iy, 0, @next_low.getAt(@ix, @iy, 0));
    @state_water.setAt(@ix, @iy, 0, @next_water.getAt(@ix, @iy, 0));
    @state_sediment.setAt(@ix, @iy, 0, @next_sediment.getAt(@ix, @iy, 0));
    @state_flux0.setAt(@ix, @iy, 0, @next_flux0.getAt(@ix, @iy, 0));
    @state_flux1.setAt(@ix, @iy, 0, @next_flux1.getAt(@ix, @iy, 0));
    @state_flux2.setAt(@ix, @iy, 0, @next_flux2.getAt(@ix, @iy, 0));
    @state_flux3.setAt(@ix, @iy, 0, @next_flux3.getAt(@ix, @iy, 0));
    @state_hardness.setAt(@ix, @iy, 0, @next_hardness.getAt(@ix, @iy, 0));
  }
}
