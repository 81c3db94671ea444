// Limiter (scheme rill, pass 3): no cell gives more water than it holds.
// K = min(1, d1 l^2 / (dt max(O, sqrt(1+wa^2) |O vector|))): the second term gives films on a slope
// the same reach at every angle to the grid, which is what makes the scheme isotropic.

// In two parts: the second is a root and a division, which C++ leaves a vector behind the first, so that
// neither waits for the other.
typedef struct {
  real sum, vector_squared;
} Outflow;

RILL_PASS Outflow outflow(Cell c, Near near) {
  const real none = splat(0.0f);
  RILL_EIGHT_EDGES(f, c, near, flux);
  const real along_x = most(f.x, none) + least(f.w, none);
  const real along_y = most(f.y, none) + least(f.s, none);
  const real rising = most(f.p, none) + least(f.sw, none);
  const real falling = most(f.n, none) + least(f.nw, none);
  const real out_x = along_x + (rising + falling);
  const real out_y = along_y + (rising - falling);
  Outflow out;
  out.sum = sum_outgoing(f);
  out.vector_squared = square(out_x) + square(out_y);
  return out;
}

RILL_PASS void limit_outflow(Cell c, Step p, Outflow out) {
  const real wanted = most(out.sum, p.spread * root(out.vector_squared));
  // Where nothing goes out this divides by 0, and `least` takes neither an infinity nor what 0 / 0 is.
  RILL_PUT(c, limit, least(RILL_AT(c, water, 0, 0) * p.area_per_dt / wanted, splat(1.0f)));
}

RILL_PASS void pass_limiter(Cell c, Step p, Near near) { limit_outflow(c, p, outflow(c, near)); }

// The cell's own edges times the factor of the cell that the water leaves, and the sediment that
// goes with it (pass 9, transport): each edge carries the concentration of the cell that it leaves.
RILL_PASS void pass_limit(Cell c) {
  const real limit = RILL_AT(c, limit, 0, 0);
  const real carried = RILL_AT(c, carried, 0, 0);
  const real x = of_donor_out(RILL_AT(c, flux0, 0, 0), limit, RILL_AT(c, limit, 1, 0));
  const real y = of_donor_out(RILL_AT(c, flux1, 0, 0), limit, RILL_AT(c, limit, 0, 1));
  const real rising = of_donor_out(RILL_AT(c, flux2, 0, 0), limit, RILL_AT(c, limit, 1, 1));
  const real falling = of_donor_out(RILL_AT(c, flux3, 0, 0), limit, RILL_AT(c, limit, 1, -1));
  const real soil_x = of_donor_out(x, carried, RILL_AT(c, carried, 1, 0));
  const real soil_y = of_donor_out(y, carried, RILL_AT(c, carried, 0, 1));
  const real soil_rising = of_donor_out(rising, carried, RILL_AT(c, carried, 1, 1));
  const real soil_falling = of_donor_out(falling, carried, RILL_AT(c, carried, 1, -1));
  RILL_PUT(c, flux0, x);
  RILL_PUT(c, flux1, y);
  RILL_PUT(c, flux2, rising);
  RILL_PUT(c, flux3, falling);
  RILL_PUT(c, soil0, soil_x);
  RILL_PUT(c, soil1, soil_y);
  RILL_PUT(c, soil2, soil_rising);
  RILL_PUT(c, soil3, soil_falling);
}
