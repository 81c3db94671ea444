// Height that crosses each of the cell's own four edges because water erodes (scheme rill, banks).
// Each edge is worked out once, equal and opposite for its two cells, so nothing is made or lost.

// How far a cell can serve as a bank: erodability, fading out over the last l/4 above bedrock.
RILL_PASS real bank_give(Cell c, Step p, int dx, int dy) {
  const real clearance = clearance_over_bedrock(p, RILL_AT(c, height, dx, dy), RILL_AT(c, low, dx, dy),
                                                RILL_AT(c, bedrock, dx, dy));
  return RILL_AT(c, erodability, dx, dy) * least(p.bank_per_clearance * clearance, splat(1.0f));
}

// Banks: a share of what is eroded here comes from the neighbours that are higher, and this cell
// gives the same to those that are lower. Height that the edge takes away from here, with what talus
// moves over it. Between level neighbours the share fades in over l/64: a jump there would let rounding
// decide where it goes, and a steeper fade would overshoot, as a step erodes up to l/16.
RILL_PASS real bank_over(Cell c, Step p, int masks, real over, float weight, real give,
                         real talus, int dx, int dy) {
  const real one = splat(1.0f);
  real from_there = RILL_AT(c, eroded, 0, 0);
  real to_there = RILL_AT(c, eroded, dx, dy);
  if (masks) {
    from_there = from_there * bank_give(c, p, dx, dy);
    to_there = to_there * give;
  }
  const real fade = weight * most(least(over * p.bank_fade, one), -one);
  return multiply_add(fade, choose_negative(over, from_there, to_there), talus);
}

// Banks and talus together; over an edge that does not exist neither moves anything.
RILL_PASS FourEdges pass_banks(Cell c, Step p, Near near, int masks, FourEdges talus) {
  const real none = splat(0.0f);
  const real give = masks ? bank_give(c, p, 0, 0) : splat(1.0f);
  const real x = bank_over(c, p, masks, RILL_OVER_E(c), p.bank_axis, give, talus.x, 1, 0);
  const real y = bank_over(c, p, masks, RILL_OVER_N(c), p.bank_axis, give, talus.y, 0, 1);
  const real rising = bank_over(c, p, masks, RILL_OVER_NE(c), p.bank_diagonal, give, talus.p, 1, 1);
  const real falling = bank_over(c, p, masks, RILL_OVER_SE(c), p.bank_diagonal, give, talus.n, 1, -1);
  FourEdges moved;
  moved.x = choose(near.e, x, none);
  moved.y = choose(near.n, y, none);
  moved.p = choose(near.e & near.n, rising, none);
  moved.n = choose(near.e & near.s, falling, none);
  return moved;
}
