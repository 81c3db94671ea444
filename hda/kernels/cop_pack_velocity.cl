// Two layers of velocity into one.

#bind layer velocity_x float
#bind layer velocity_y float
#bind layer !&velocity float2

@KERNEL
{
  const float2 velocity = (float2)(@velocity_x, @velocity_y);
  @velocity.set(velocity);
}
