// Talus (scheme jako2011, pass 5; paper's eq. 17-18): a cell sheds part of half its largest drop to
// the lower neighbours beyond the talus slope, in proportion to the drops. Kept as the amount per
// metre of drop and the limit, as the drop over an axis edge; the receiving cell works out its own part
// from them. The limit is at least 0, so a drop beyond it is above 0.
#define RILL_PER_ROOT_TWO 0.70710678f

typedef struct {
  real drop;   // 0 where the neighbour is missing, locked or higher
  real taken;  // drop where it is beyond the limit, else 0
} TalusDrop;

// A drop as the limit sees it: over a diagonal edge less, as that is longer.
RILL_PASS mask is_beyond(real drop, real limit, int dx, int dy) {
  return (dx != 0 && dy != 0 ? drop * RILL_PER_ROOT_TWO : drop) > limit;
}

RILL_PASS TalusDrop talus_drop(Cell c, int masks, real over, real limit, int dx, int dy, mask exists) {
  TalusDrop result;
  const real none = splat(0.0f);
  mask takes_part = exists;
  if (masks) takes_part = takes_part & (RILL_AT(c, erodability, dx, dy) > none);
  result.drop = choose(takes_part, most(over, none), none);
  result.taken = choose(is_beyond(result.drop, limit, dx, dy), result.drop, none);
  return result;
}

RILL_PASS void pass_jako_talus(Cell c, Step p, Near near, int masks) {
  const real none = splat(0.0f);
  const real hardness = RILL_AT(c, hardness, 0, 0);
  const real limit = multiply_add(splat(p.talus_scale_axis), hardness, splat(p.talus_bias_axis));
  const TalusDrop w = talus_drop(c, masks, RILL_OVER_W(c), limit, -1, 0, near.w);
  const TalusDrop e = talus_drop(c, masks, RILL_OVER_E(c), limit, 1, 0, near.e);
  const TalusDrop s = talus_drop(c, masks, RILL_OVER_S(c), limit, 0, -1, near.s);
  const TalusDrop n = talus_drop(c, masks, RILL_OVER_N(c), limit, 0, 1, near.n);
  const TalusDrop sw = talus_drop(c, masks, RILL_OVER_SW(c), limit, -1, -1, near.w & near.s);
  const TalusDrop ne = talus_drop(c, masks, RILL_OVER_NE(c), limit, 1, 1, near.e & near.n);
  const TalusDrop nw = talus_drop(c, masks, RILL_OVER_NW(c), limit, -1, 1, near.w & near.n);
  const TalusDrop se = talus_drop(c, masks, RILL_OVER_SE(c), limit, 1, -1, near.e & near.s);
  const real largest = most(most(most(w.drop, e.drop), most(s.drop, n.drop)),
                            most(most(sw.drop, ne.drop), most(nw.drop, se.drop)));
  const real total = ((w.taken + e.taken) + (s.taken + n.taken)) +
                     ((sw.taken + ne.taken) + (nw.taken + se.taken));
  real shed = p.talus_half * (1.0f - hardness) * largest;
  if (masks) {
    const real clearance = clearance_over_bedrock(
        p, RILL_AT(c, height, 0, 0), RILL_AT(c, low, 0, 0), RILL_AT(c, bedrock, 0, 0));
    shed = least(shed * RILL_AT(c, erodability, 0, 0), clearance);
  }
  const mask sheds = total > none;
  RILL_PUT(c, talus_out, choose(sheds, shed, none));
  RILL_PUT(c, talus_rate, choose(sheds, shed / total, none));
  RILL_PUT(c, talus_limit, limit);
}

RILL_PASS real talus_from(Cell c, real over, int dx, int dy, mask exists) {
  const real drop = -over;
  const mask gives = exists & is_beyond(drop, RILL_AT(c, talus_limit, dx, dy), dx, dy);
  return choose(gives, RILL_AT(c, talus_rate, dx, dy) * drop, splat(0.0f));
}

RILL_PASS real talus_received(Cell c, Near near, int masks) {
  const real axis = (talus_from(c, RILL_OVER_W(c), -1, 0, near.w) +
                     talus_from(c, RILL_OVER_E(c), 1, 0, near.e)) +
                    (talus_from(c, RILL_OVER_S(c), 0, -1, near.s) +
                     talus_from(c, RILL_OVER_N(c), 0, 1, near.n));
  const real diagonal = (talus_from(c, RILL_OVER_SW(c), -1, -1, near.w & near.s) +
                         talus_from(c, RILL_OVER_NE(c), 1, 1, near.e & near.n)) +
                        (talus_from(c, RILL_OVER_NW(c), -1, 1, near.w & near.n) +
                         talus_from(c, RILL_OVER_SE(c), 1, -1, near.e & near.s));
  const real received = axis + diagonal;
  if (!masks) return received;
  return choose(RILL_AT(c, erodability, 0, 0) > splat(0.0f), received, splat(0.0f));
}
