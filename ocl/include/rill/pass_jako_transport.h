// Transport (scheme jako2011, pass 8): conservative, each pipe carries the share of the sediment that
// its water is of the cell's; or semi-Lagrangian (paper's eq. 15), bilinear at the point that the
// flow came from, which is never more than a cell away.

RILL_PASS real pass_conservative(Cell c, Step p, Near near) {
  RILL_OWN_PIPES(out, c);
  RILL_PIPES_IN(in, c, near);
  const real none = splat(0.0f);
  FourPipes soil;
  soil.l = in.l * choose(near.w, RILL_AT(c, carried, -1, 0), none);
  soil.r = in.r * choose(near.e, RILL_AT(c, carried, 1, 0), none);
  soil.t = in.t * choose(near.n, RILL_AT(c, carried, 0, 1), none);
  soil.b = in.b * choose(near.s, RILL_AT(c, carried, 0, -1), none);
  const real leaves = RILL_AT(c, carried, 0, 0) * sum_of_pipes(out);
  return most(RILL_AT(c, sediment, 0, 0) + p.dt_per_area * (sum_of_pipes(soil) - leaves), none);
}

#define RILL_SEDIMENT_LINE(c, near, dy, from_w, stays, from_e)                          \
  (stays * RILL_AT(c, sediment, 0, dy) +                                                \
   (from_w * choose((near).w, RILL_AT(c, sediment, -1, dy), RILL_AT(c, sediment, 0, dy)) + \
    from_e * choose((near).e, RILL_AT(c, sediment, 1, dy), RILL_AT(c, sediment, 0, dy))))

RILL_PASS real pass_semi_lagrangian(Cell c, Step p, Near near) {
  const real none = splat(0.0f);
  const real x = RILL_AT(c, velocity_x, 0, 0) * p.cells_per_speed;
  const real y = RILL_AT(c, velocity_y, 0, 0) * p.cells_per_speed;
  const real from_w = least(most(x, none), splat(1.0f));
  const real from_e = least(most(-x, none), splat(1.0f));
  const real from_s = least(most(y, none), splat(1.0f));
  const real from_n = least(most(-y, none), splat(1.0f));
  const real stays_x = 1.0f - (from_w + from_e);
  const real stays_y = 1.0f - (from_s + from_n);
  const real middle = RILL_SEDIMENT_LINE(c, near, 0, from_w, stays_x, from_e);
  const real below = choose(near.s, RILL_SEDIMENT_LINE(c, near, -1, from_w, stays_x, from_e), middle);
  const real above = choose(near.n, RILL_SEDIMENT_LINE(c, near, 1, from_w, stays_x, from_e), middle);
  return stays_y * middle + (from_s * below + from_n * above);
}
