// The flow of a former cook as single layers; zero where there is none.

#bind layer size_ref float
#bind layer flux? float4 val=0
#bind layer !&flux0 float
#bind layer !&flux1 float
#bind layer !&flux2 float
#bind layer !&flux3 float

@KERNEL
{
  const float4 flux = @flux;
  @flux0.set(flux.x);
  @flux1.set(flux.y);
  @flux2.set(flux.z);
  @flux3.set(flux.w);
}
