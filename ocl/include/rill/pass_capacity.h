// Capacity (scheme rill, pass 6): C = capacity * sin(alpha) * q^exponent, alpha the tilt of the
// water surface. Powers by square roots only, so that every back end gives the same bits; sine and
// power share the last one.

// How far the water surface falls over two cells, from the drops of the terrain, to it from the cell before
// and from it to the one after, and the water of the three; one-sided at a border.
RILL_PASS real surface_drop(real drop_before, real drop_after, real water_before, real water,
                             real water_after, mask before, mask after) {
  const real none = splat(0.0f);
  const real central = (water_before - water_after) + (drop_before + drop_after);
  const real backward = 2.0f * ((water_before - water) + drop_before);
  const real forward = 2.0f * ((water - water_after) + drop_after);
  return choose(before, choose(after, central, backward), choose(after, forward, none));
}

// sin^2 = tan^2 / (1 + tan^2), from the drop over two cells.
RILL_PASS real sine_squared_of_drop(real drop_squared, Step p) {
  return most(drop_squared / (drop_squared + p.two_cells_squared), splat(p.min_tilt_squared));
}

// Whether the water surface here goes on to a neighbour: not into locked ground that rises above it.
RILL_PASS mask goes_on(Cell c, real over, int dx, int dy) {
  const mask free = RILL_AT(c, erodability, dx, dy) > splat(0.0f);
  const mask below_the_water = over + RILL_AT(c, water, 0, 0) >= splat(0.0f);
  return free | below_the_water;
}

// How far it falls over two cells in the steepest direction, squared; beside such a wall as at a border.
RILL_PASS real surface_drop_squared(Cell c, Near near, int masks) {
  if (masks) {
    near.w = near.w & goes_on(c, RILL_OVER_W(c), -1, 0);
    near.e = near.e & goes_on(c, RILL_OVER_E(c), 1, 0);
    near.s = near.s & goes_on(c, RILL_OVER_S(c), 0, -1);
    near.n = near.n & goes_on(c, RILL_OVER_N(c), 0, 1);
  }
  const real water = RILL_AT(c, water, 0, 0);
  const real along_x =
      surface_drop(RILL_AT(c, drop0, -1, 0), RILL_AT(c, drop0, 0, 0), RILL_AT(c, water, -1, 0), water,
                   RILL_AT(c, water, 1, 0), near.w, near.e);
  const real along_y =
      surface_drop(RILL_AT(c, drop1, 0, -1), RILL_AT(c, drop1, 0, 0), RILL_AT(c, water, 0, -1), water,
                   RILL_AT(c, water, 0, 1), near.s, near.n);
  return square(along_x) + square(along_y);
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
