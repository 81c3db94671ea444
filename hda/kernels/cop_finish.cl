// From the state after the last step of rill::hydraulic and rill::erode to the layers that go out:
// the height as one number, the sediment laid down where that is asked for, the mean flow. One pass.

#bind layer state float4
#bind layer flow_sum float
#bind layer !&height float
#bind layer !&water float
#bind layer !&sediment float
#bind layer !&flow float

#bind parm steps int
#bind parm settle int
#bind parm quantum float

#include <rill/layers_out.h>

@KERNEL
{
  float4 state = @state;
  if (@settle) state = settled(state, @quantum);
  @height.set(state.x + state.y);
  @water.set(state.z);
  @sediment.set(state.w);
  @flow.set(@steps > 0 ? @flow_sum / (float)@steps : 0.0f);
}
