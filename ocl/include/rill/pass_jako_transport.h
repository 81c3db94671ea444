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
  const real arrives = sum_of_pipes(soil) - leaves;
  return most(multiply_add(splat(p.dt_per_area), arrives, RILL_AT(c, suspended, 0, 0)), none);
}

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
  // A missing neighbour's value is that of the nearest cell inside.
  const real here = RILL_AT(c, suspended, 0, 0);
  const real w = choose(near.w, RILL_AT(c, suspended, -1, 0), here);
  const real e = choose(near.e, RILL_AT(c, suspended, 1, 0), here);
  const real s = choose(near.s, RILL_AT(c, suspended, 0, -1), here);
  const real n = choose(near.n, RILL_AT(c, suspended, 0, 1), here);
  const real sw = choose(near.w, choose(near.s, RILL_AT(c, suspended, -1, -1), w), s);
  const real se = choose(near.e, choose(near.s, RILL_AT(c, suspended, 1, -1), e), s);
  const real nw = choose(near.w, choose(near.n, RILL_AT(c, suspended, -1, 1), w), n);
  const real ne = choose(near.e, choose(near.n, RILL_AT(c, suspended, 1, 1), e), n);
  const real axis = stays_y * (from_w * w + from_e * e) + stays_x * (from_s * s + from_n * n);
  const real corners = ((from_w * from_s) * sw + (from_e * from_n) * ne) +
                       ((from_w * from_n) * nw + (from_e * from_s) * se);
  return (stays_x * stays_y) * here + (axis + corners);
}
