// Height of the cell over its four forward neighbours, (+1,0), (0,+1), (+1,+1), (+1,-1): every slope
// and drop of a step is read from these. The coarse parts are multiples of one quantum, so their
// difference is exact, and the sum is the exact drop rounded once.

RILL_PASS real drop_to(Cell c, int dx, int dy) {
  return (RILL_AT(c, height, 0, 0) - RILL_AT(c, height, dx, dy)) +
         (RILL_AT(c, low, 0, 0) - RILL_AT(c, low, dx, dy));
}

RILL_PASS void pass_drops(Cell c) {
  RILL_PUT(c, drop0, drop_to(c, 1, 0));
  RILL_PUT(c, drop1, drop_to(c, 0, 1));
  RILL_PUT(c, drop2, drop_to(c, 1, 1));
  RILL_PUT(c, drop3, drop_to(c, 1, -1));
}

// Height of this cell over each of its eight neighbours, once the drops of the rows around are there.
#define RILL_OVER_E(c) RILL_AT(c, drop0, 0, 0)
#define RILL_OVER_N(c) RILL_AT(c, drop1, 0, 0)
#define RILL_OVER_NE(c) RILL_AT(c, drop2, 0, 0)
#define RILL_OVER_SE(c) RILL_AT(c, drop3, 0, 0)
#define RILL_OVER_W(c) (-RILL_AT(c, drop0, -1, 0))
#define RILL_OVER_S(c) (-RILL_AT(c, drop1, 0, -1))
#define RILL_OVER_SW(c) (-RILL_AT(c, drop2, -1, -1))
#define RILL_OVER_NW(c) (-RILL_AT(c, drop3, -1, 1))

// The water surface here over the one dx, dy away, given the drop of the terrain.
#define RILL_SURFACE_OVER(c, over, dx, dy) \
  ((over) + (RILL_AT(c, water, 0, 0) - RILL_AT(c, water, dx, dy)))
