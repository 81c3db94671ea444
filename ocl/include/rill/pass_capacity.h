// Capacity (scheme rill, pass 6): C = capacity * sin(alpha) * q^exponent, alpha the tilt of the
// water surface. Powers by square roots only, so that every back end gives the same bits; sine and
// power share the last one.

// Slope over a cell from the surface here minus there on both sides; one-sided at a border.
RILL_PASS real slope_between(real over_before, real over_after, mask before, mask after, Step p) {
  const real none = splat(0.0f);
  const real central = (over_before - over_after) * p.per_two_cells;
  const real forward = -over_after * p.per_cell;
  const real backward = over_before * p.per_cell;
  return choose(before, choose(after, central, backward), choose(after, forward, none));
}

RILL_PASS real sine_squared_of_slope(real tangent_squared, Step p) {
  return most(tangent_squared / (1.0f + tangent_squared), splat(p.min_tilt_squared));
}

// The tangent of the water surface's tilt, squared.
RILL_PASS real surface_tangent_squared(Cell c, Step p, Near near) {
  const real over_w = RILL_SURFACE_OVER(c, RILL_OVER_W(c), -1, 0);
  const real over_e = RILL_SURFACE_OVER(c, RILL_OVER_E(c), 1, 0);
  const real over_s = RILL_SURFACE_OVER(c, RILL_OVER_S(c), 0, -1);
  const real over_n = RILL_SURFACE_OVER(c, RILL_OVER_N(c), 0, 1);
  return square(slope_between(over_w, over_e, near.w, near.e, p)) +
         square(slope_between(over_s, over_n, near.s, near.n, p));
}

// sqrt(sine^2 q^(2 exponent)), q given by its square.
RILL_PASS real pass_capacity(Step p, real sine_squared, real discharge_squared) {
  real power_squared = discharge_squared;
  if (p.exponent_quarters != RILL_EXPONENT_ONE) {
    const real discharge = root(discharge_squared);
    power_squared = p.exponent_quarters == RILL_EXPONENT_HALF ? discharge
                                                              : discharge * root(discharge);
  }
  return p.capacity * root(sine_squared * power_squared);
}
