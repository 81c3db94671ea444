// From the state after the last step to the volumes of a height field: the height as one number, the
// sediment laid down where that is asked for, the mean flow and its direction. One pass.

#bind volume state_height float
#bind volume state_low float
#bind volume state_water float
#bind volume state_sediment float
#bind volume state_flux0 float
#bind volume state_flux1 float
#bind volume state_flux2 float
#bind volume state_flux3 float
#bind volume state_hardness float
#bind volume &height float
#bind volume &water float
#bind volume &sediment float
#bind volume &flux0 float
#bind volume &flux1 float
#bind volume &flux2 float
#bind volume &flux3 float
#bind volume &hardness float
#bind volume &flow float
#bind volume &flowdir_x float
#bind volume &flowdir_y float

#bind parm nx int
#bind parm ny int
#bind parm steps int
#bind parm settle int
#bind parm quantum float
#bind parm output_flow int

#include <rill/layers_out.h>

@KERNEL
{
  if (@ix < @nx && @iy < @ny) {
    float4 state = (float4)(@state_height, @state_low, @state_water, @state_sediment);
    if (@settle) state = settled(state, @quantum);
    @height.set(state.x + state.y);
    @water.set(state.z);
    @sediment.set(state.w);
    @flux0.set(@state_flux0);
    @flux1.set(@state_flux1);
    @flux2.set(@state_flux2);
    @flux3.set(@state_flux3);
    @hardness.set(@state_hardness);
    if (@output_flow) {
      const float2 direction = direction_of((float2)(@flowdir_x, @flowdir_y));
      @flow.set(@steps > 0 ? @flow / (float)@steps : 0.0f);
      @flowdir_x.set(direction.x);
      @flowdir_y.set(direction.y);
    }
  }
}
