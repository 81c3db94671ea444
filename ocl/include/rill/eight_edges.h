// The eight edges around a cell (scheme rill) from the fields of the cells that own them.
// x, y, p, n are the cell's own, positive away from it; w, s, sw, nw belong to the neighbours on
// the other side, positive towards it. Sums are bracketed so that mirroring or transposing the
// terrain mirrors or transposes every bit.

typedef struct {
  real x, y, p, n;
  real w, s, sw, nw;
} EightEdges;

typedef struct {
  real x, y, p, n;
} FourEdges;

#define RILL_EIGHT_EDGES(edges, c, near, field)                                         \
  EightEdges edges;                                                                     \
  edges.x = RILL_AT(c, field##0, 0, 0);                                                 \
  edges.y = RILL_AT(c, field##1, 0, 0);                                                 \
  edges.p = RILL_AT(c, field##2, 0, 0);                                                 \
  edges.n = RILL_AT(c, field##3, 0, 0);                                                 \
  edges.w = choose((near).w, RILL_AT(c, field##0, -1, 0), splat(0.0f));                 \
  edges.s = choose((near).s, RILL_AT(c, field##1, 0, -1), splat(0.0f));                 \
  edges.sw = choose((near).w & (near).s, RILL_AT(c, field##2, -1, -1), splat(0.0f));    \
  edges.nw = choose((near).w & (near).n, RILL_AT(c, field##3, -1, 1), splat(0.0f))

RILL_PASS real net_outward(EightEdges f) {
  return ((f.x - f.w) + (f.y - f.s)) + ((f.p - f.sw) + (f.n - f.nw));
}
// Twice the mean flow through the cell along x and y: the sum of (net outward flow) * offset.
RILL_PASS real twice_through_x(EightEdges f) {
  return (f.x + f.w) + ((f.p + f.sw) + (f.n + f.nw));
}
RILL_PASS real twice_through_y(EightEdges f) {
  return (f.y + f.s) + ((f.p + f.sw) - (f.n + f.nw));
}
RILL_PASS real sum_outgoing(EightEdges f) {
  const real none = splat(0.0f);
  return ((most(f.x, none) - least(f.w, none)) + (most(f.y, none) - least(f.s, none))) +
         ((most(f.p, none) - least(f.sw, none)) + (most(f.n, none) - least(f.nw, none)));
}
RILL_PASS real sum_incoming(EightEdges f) {
  const real none = splat(0.0f);
  return ((most(f.w, none) - least(f.x, none)) + (most(f.s, none) - least(f.y, none))) +
         ((most(f.sw, none) - least(f.p, none)) + (most(f.nw, none) - least(f.n, none)));
}

// An edge times a value of the cell that it leaves: for the cell's own edges (positive away) and for
// its neighbours' (positive towards it). An edge that does not exist is 0 and takes the value here.
RILL_PASS real of_donor_out(real flow, real here, real there) {
  return flow * choose_negative(flow, there, here);
}
RILL_PASS real of_donor_in(real flow, real here, real there) {
  return flow * choose_negative(flow, here, there);
}
