// From the layers that come in to the state that the steps of rill::hydraulic and rill::erode work
// on: values brought into their range, the height split into its two parts, flow over edges that do
// not exist cleared. One pass, no iterations.

#bind layer height float
#bind layer water? float val=0
#bind layer sediment? float val=0
#bind layer flux_in? float4 val=0
#bind layer hardness_in? float val=0
#bind layer !&state float4
#bind layer !&flux float4
#bind layer !&hardness float

#bind parm initial_hardness float
#bind parm quantum float
#bind parm border int

#ifndef RILL_SCHEME
#define RILL_SCHEME 0
#endif
#include <rill/layers_in.h>

@KERNEL
{
  const float2 ground = split_height(@height, @quantum);
  const float water = clamped(@water, 0.0f, RILL_MOST_LENGTH);
  const float sediment = clamped(@sediment, 0.0f, RILL_MOST_LENGTH);
  @state.set((float4)(ground.x, ground.y, water, sediment));
  @flux.set(carried_on_flux(@flux_in, RILL_SCHEME, @border, @ix, @iy, @xres, @yres));
#if @hardness_in.bound
  @hardness.set(clamped(@hardness_in, 0.0f, 1.0f));
#else
  @hardness.set(@initial_hardness);
#endif
}
