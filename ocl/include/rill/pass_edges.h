// Edges (scheme rill, pass 2): each cell accelerates the signed flow over its own four edges, to
// (+1,0), (0,+1), (+1,+1) and (+1,-1), by the difference of the water surface.
// F' = keep * F + dt g A w_k (eta here - eta there). An edge that would cross the border is 0.
// Leaves the drops (pass_drops.h), which it needs itself, for the later stages.

RILL_PASS real edge_flow(Step p, real flow, float gain, real surface_over) {
  return multiply_add(splat(p.keep_flow), flow, gain * surface_over);
}

RILL_PASS void pass_edges(Cell c, Step p, Near near) {
  const real none = splat(0.0f);
  const real over_e = drop_to(c, 1, 0);
  const real over_n = drop_to(c, 0, 1);
  const real over_ne = drop_to(c, 1, 1);
  const real over_se = drop_to(c, 1, -1);
  const real x = edge_flow(p, RILL_AT(c, flux0, 0, 0), p.gain_axis,
                           RILL_SURFACE_OVER(c, over_e, 1, 0));
  const real y = edge_flow(p, RILL_AT(c, flux1, 0, 0), p.gain_axis,
                           RILL_SURFACE_OVER(c, over_n, 0, 1));
  const real rising = edge_flow(p, RILL_AT(c, flux2, 0, 0), p.gain_diagonal,
                                RILL_SURFACE_OVER(c, over_ne, 1, 1));
  const real falling = edge_flow(p, RILL_AT(c, flux3, 0, 0), p.gain_diagonal,
                                 RILL_SURFACE_OVER(c, over_se, 1, -1));
  RILL_PUT(c, drop0, over_e);
  RILL_PUT(c, drop1, over_n);
  RILL_PUT(c, drop2, over_ne);
  RILL_PUT(c, drop3, over_se);
  RILL_PUT(c, flux0, choose(near.e, x, none));
  RILL_PUT(c, flux1, choose(near.n, y, none));
  RILL_PUT(c, flux2, choose(near.e & near.n, rising, none));
  RILL_PUT(c, flux3, choose(near.e & near.s, falling, none));
}
