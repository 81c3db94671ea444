// Edges (scheme rill, pass 2): each cell accelerates the signed flow over its own four edges, to
// (+1,0), (0,+1), (+1,+1) and (+1,-1), by the difference of the water surface.
// F' = keep * F + dt g A w_k (eta here - eta there). An edge that would cross the border is 0.

RILL_PASS void pass_edges(Cell c, Step p, Near near) {
  const real none = splat(0.0f);
  const real x = p.keep_flow * RILL_AT(c, flux0, 0, 0) + p.gain_axis * RILL_SURFACE_OVER(c, 1, 0);
  const real y = p.keep_flow * RILL_AT(c, flux1, 0, 0) + p.gain_axis * RILL_SURFACE_OVER(c, 0, 1);
  const real rising =
      p.keep_flow * RILL_AT(c, flux2, 0, 0) + p.gain_diagonal * RILL_SURFACE_OVER(c, 1, 1);
  const real falling =
      p.keep_flow * RILL_AT(c, flux3, 0, 0) + p.gain_diagonal * RILL_SURFACE_OVER(c, 1, -1);
  RILL_PUT(c, flux0, choose(near.e, x, none));
  RILL_PUT(c, flux1, choose(near.n, y, none));
  RILL_PUT(c, flux2, choose(near.e & near.n, rising, none));
  RILL_PUT(c, flux3, choose(near.e & near.s, falling, none));
}
