// Transport (scheme rill, pass 9): each edge carries the concentration of the cell that it leaves.
// Equal and opposite for the two cells of an edge, so sediment is neither made nor lost.

RILL_PASS real pass_transport(Cell c, Step p, Near near) {
  RILL_EIGHT_EDGES(soil, c, near, flux);
  RILL_TIMES_DONOR(soil, c, carried);
  return most(RILL_AT(c, sediment, 0, 0) - p.dt_per_area * net_outward(soil), splat(0.0f));
}
