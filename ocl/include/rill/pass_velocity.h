// Velocity (both schemes): W / (l * mean depth), W the flow through the cell. The film keeps it
// finite where there is hardly any water. Scheme rill limits the vector's length, scheme jako2011
// each component, as the paper does.

RILL_PASS real velocity_scale(Step p, real depth_before, real depth_after) {
  return p.per_cell / most(0.5f * (depth_before + depth_after), splat(p.film));
}

RILL_PASS void put_limited_velocity(Cell c, Step p, real x, real y) {
  const real speed = root(square(x) + square(y));
  const real factor = choose(speed > splat(p.speed_limit), p.speed_limit / speed, splat(1.0f));
  RILL_PUT(c, velocity_x, x * factor);
  RILL_PUT(c, velocity_y, y * factor);
}
