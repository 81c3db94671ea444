// From the state after the last step of rill::thermal to the height as one number. One pass.

#bind layer ground float2
#bind layer !&height float

@KERNEL
{
  const float2 ground = @ground;
  @height.set(ground.x + ground.y);
}
