// Limiter (scheme rill, pass 3): no cell gives more water than it holds.
// K = min(1, d1 l^2 / (dt max(O, sqrt(1+wa^2) |O vector|))): the second term gives films on a slope
// the same reach at every angle to the grid, which is what makes the scheme isotropic.

RILL_PASS void pass_limiter(Cell c, Step p, Near near) {
  const real none = splat(0.0f);
  RILL_EIGHT_EDGES(f, c, near, flux);
  const real along_x = most(f.x, none) + least(f.w, none);
  const real along_y = most(f.y, none) + least(f.s, none);
  const real rising = most(f.p, none) + least(f.sw, none);
  const real falling = most(f.n, none) + least(f.nw, none);
  const real out = sum_outgoing(f);
  const real out_x = along_x + (rising + falling);
  const real out_y = along_y + (rising - falling);
  const real wanted = most(out, p.spread * root(square(out_x) + square(out_y)));
  // Where nothing goes out this divides by 0, and `least` takes neither an infinity nor what 0 / 0 is.
  RILL_PUT(c, limit, least(RILL_AT(c, water, 0, 0) * p.area_per_dt / wanted, splat(1.0f)));
}

// The cell's own edges times the factor of the cell that the water leaves, and the sediment that
// goes with it (pass 9, transport): each edge carries the concentration of the cell that it leaves.
#define RILL_LIMIT_EDGE(c, flux, soil, dx, dy)                                           \
  {                                                                                      \
    const real flow = of_donor_out(RILL_AT(c, flux, 0, 0), RILL_AT(c, limit, 0, 0),      \
                                   RILL_AT(c, limit, dx, dy));                           \
    RILL_PUT(c, flux, flow);                                                             \
    RILL_PUT(c, soil, of_donor_out(flow, RILL_AT(c, carried, 0, 0),                      \
                                   RILL_AT(c, carried, dx, dy)));                        \
  }

RILL_PASS void pass_limit(Cell c) {
  RILL_LIMIT_EDGE(c, flux0, soil0, 1, 0);
  RILL_LIMIT_EDGE(c, flux1, soil1, 0, 1);
  RILL_LIMIT_EDGE(c, flux2, soil2, 1, 1);
  RILL_LIMIT_EDGE(c, flux3, soil3, 1, -1);
}
