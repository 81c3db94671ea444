// From the volumes of a height field to the state that the steps work on: values brought into their
// range, the height split into its two parts, flow over edges that do not exist cleared. One pass.

#bind volume height float
#bind volume water? float val=0
#bind volume sediment? float val=0
#bind volume flux0? float val=0
#bind volume flux1? float val=0
#bind volume flux2? float val=0
#bind volume flux3? float val=0
#bind volume hardness? float val=0
#bind volume &state_height float
#bind volume &state_low float
#bind volume &state_water float
#bind volume &state_sediment float
#bind volume &state_flux0 float
#bind volume &state_flux1 float
#bind volume &state_flux2 float
#bind volume &state_flux3 float
#bind volume &state_hardness float

#bind parm nx int
#bind parm ny int
#bind parm initial_hardness float
#bind parm quantum float
#bind parm border int

#ifndef RILL_SCHEME
#define RILL_SCHEME 0
#endif
#include <rill/layers_in.h>

@KERNEL
{
  if (@ix < @nx && @iy < @ny) {
    const float2 ground = split_height(@height, @quantum);
    const float4 flux = carried_on_flux((float4)(@flux0, @flux1, @flux2, @flux3), RILL_SCHEME, @border,
                                        @ix, @iy, @nx, @ny);
    @state_height.set(ground.x);
    @state_low.set(ground.y);
    @state_water.set(clamped(@water, 0.0f, RILL_MOST_LENGTH));
    @state_sediment.set(clamped(@sediment, 0.0f, RILL_MOST_LENGTH));
    @state_flux0.set(flux.x);
    @state_flux1.set(flux.y);
    @state_flux2.set(flux.z);
    @state_flux3.set(flux.w);
#if @hardness.bound
    @state_hardness.set(clamped(@hardness, 0.0f, 1.0f));
#else
    @state_hardness.set(@initial_hardness);
#endif
  }
}
