// Flow and velocity of the erosion COPs as single layers.

#bind layer flux float4
#bind layer velocity float2
#bind layer !&flux0 float
#bind layer !&flux1 float
#bind layer !&flux2 float
#bind layer !&flux3 float
#bind layer !&velocity_x float
#bind layer !&velocity_y float

@KERNEL
{
  const float4 flux = @flux;
  const float2 velocity = @velocity;
  @flux0.set(flux.x);
  @flux1.set(flux.y);
  @flux2.set(flux.z);
  @flux3.set(flux.w);
  @velocity_x.set(velocity.x);
  @velocity_y.set(velocity.y);
}
