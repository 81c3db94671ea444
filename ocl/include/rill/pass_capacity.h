// Capacity (scheme rill, pass 6): C = capacity * sin(alpha) * q^exponent, alpha the tilt of the
// water surface. Powers by square roots only, so that every back end gives the same bits.

// Slope over a cell from the surface here minus there on both sides; one-sided at a border.
RILL_PASS real slope_between(real over_before, real over_after, mask before, mask after, Step p) {
  const real none = splat(0.0f);
  const real central = (over_before - over_after) * p.per_two_cells;
  const real forward = -over_after * p.per_cell;
  const real backward = over_before * p.per_cell;
  return choose(before, choose(after, central, backward), choose(after, forward, none));
}

RILL_PASS real sine_of_slope(real slope_x, real slope_y, Step p) {
  const real tangent_squared = square(slope_x) + square(slope_y);
  return most(root(tangent_squared / (1.0f + tangent_squared)), splat(p.min_tilt));
}

RILL_PASS real power_of_discharge(real q, int exponent_quarters) {
  if (exponent_quarters == RILL_EXPONENT_ONE) return q;
  const real half_power = root(q);
  return exponent_quarters == RILL_EXPONENT_HALF ? half_power : half_power * root(half_power);
}

RILL_PASS real pass_capacity(Cell c, Step p, Near near, real discharge) {
  const real slope_x =
      slope_between(RILL_SURFACE_OVER(c, -1, 0), RILL_SURFACE_OVER(c, 1, 0), near.w, near.e, p);
  const real slope_y =
      slope_between(RILL_SURFACE_OVER(c, 0, -1), RILL_SURFACE_OVER(c, 0, 1), near.s, near.n, p);
  return p.capacity * sine_of_slope(slope_x, slope_y, p) *
         power_of_discharge(discharge, p.exponent_quarters);
}
