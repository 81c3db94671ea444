// Four layers of flow into one, as the erosion COPs take it.

#bind layer flux0 float
#bind layer flux1 float
#bind layer flux2 float
#bind layer flux3 float
#bind layer !&flux float4

@KERNEL
{
  const float4 flux = (float4)(@flux0, @flux1, @flux2, @flux3);
  @flux.set(flux);
}
