// From the layers that come in to the state that the steps of rill::thermal work on: values brought
// into their range and the height split into its two parts. One pass, no iterations.

#bind layer height float
#bind layer hardness_in? float val=0
#bind layer !&ground float2
#bind layer !&hardness float

#bind parm initial_hardness float
#bind parm quantum float

#include <rill/layers_in.h>

@KERNEL
{
  @ground.set(split_height(@height, @quantum));
#if @hardness_in.bound
  @hardness.set(clamped(@hardness_in, 0.0f, 1.0f));
#else
  @hardness.set(@initial_hardness);
#endif
}
