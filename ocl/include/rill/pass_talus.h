// Talus and creep (scheme rill, pass 5): height that crosses each of the cell's own edges, from the
// terrain and hardness at the start of the step.
//   amount = delta m_i m_j (w c (1-H) max(0, 1 - L^2/G^2) + w'' kappa), H and L of the higher cell,
// G the full slope at the edge, along and across it: that is what makes a cone end round.
// Exactly 0 below the limit without creep; equal and opposite for both cells.

// The limit and the slope G are both taken times the length of the edge: as drops, they need no
// products with it.
typedef struct {
  float talus, creep;   // weights
  float scale, bias;    // of the limit
} TalusEdge;

RILL_PASS real talus_over(TalusEdge edge, real over, real across, real hardness, real hardness_there) {
  const real none = splat(0.0f);
  const real donor = choose_negative(over, hardness_there, hardness);
  const real limit_squared = square(multiply_add(splat(edge.scale), donor, splat(edge.bias)));
  // Each square rounded by itself: with multiply_add, ground at its limit would never quite come to rest.
  const real drop_squared = square(over) + square(across);
  // On level ground this divides by 0, and `most` takes neither an infinity nor what 0 / 0 is.
  const real excess = most(1.0f - limit_squared / drop_squared, none);
  const real softness_share = multiply_add(splat(-edge.talus), donor, splat(edge.talus));
  return over * multiply_add(softness_share, excess, splat(edge.creep));
}

// Drop across an axis edge, over the length of one, from the drops on both sides of it: mean of both
// cells, one-sided at a border, 0 with neither side.
RILL_PASS real mean_across(real before, real after, mask has_before, mask has_after) {
  const real none = splat(0.0f);
  const real central = (before + after) * 0.25f;
  const real one_sided = choose(has_after, after, before) * 0.5f;
  return choose(has_before & has_after, central, choose(has_before | has_after, one_sided, none));
}

// Whether a cell takes part in talus.
RILL_PASS mask is_free(Cell c, int dx, int dy) {
  return RILL_AT(c, erodability, dx, dy) > splat(0.0f);
}

// Drop across a diagonal edge: between its other two corners, or, where
// one of them is locked, twice from the middle of the edge to the free one.
RILL_PASS real drop_across(real between, real over_one, real over_other, mask one, mask other) {
  const real none = splat(0.0f);
  return choose(one & other, between, choose(one, over_one, choose(other, over_other, none)));
}

RILL_PASS void put_talus(Cell c, FourEdges talus) {
  RILL_PUT(c, talus0, talus.x);
  RILL_PUT(c, talus1, talus.y);
  RILL_PUT(c, talus2, talus.p);
  RILL_PUT(c, talus3, talus.n);
}
RILL_PASS void count_talus(Cell c, FourEdges talus) {
  RILL_PUT(c, talus_moved, (magnitude(talus.x) + magnitude(talus.y)) +
                               (magnitude(talus.p) + magnitude(talus.n)));
}

RILL_PASS void pass_talus(Cell c, Step p, Near near, int masks) {
  const real none = splat(0.0f);
  const real hardness = RILL_AT(c, hardness, 0, 0);
  const real over_e = RILL_OVER_E(c);
  const real over_n = RILL_OVER_N(c);
  const real over_ne = RILL_OVER_NE(c);
  const real over_se = RILL_OVER_SE(c);
  real corners_p = RILL_AT(c, drop3, 0, 1);
  real corners_n = RILL_AT(c, drop2, 0, -1);
  // The neighbours that slopes across the edges reach, on both sides of the x and of the y edge.
  mask s_of_x = near.s, n_of_x = near.n, w_of_y = near.w, e_of_y = near.e;
  if (masks) {
    const mask e = is_free(c, 1, 0), n = is_free(c, 0, 1), s = is_free(c, 0, -1);
    s_of_x = s_of_x & s & is_free(c, 1, -1);
    n_of_x = n_of_x & n & is_free(c, 1, 1);
    w_of_y = w_of_y & is_free(c, -1, 0) & is_free(c, -1, 1);
    e_of_y = e_of_y & e & is_free(c, 1, 1);
    corners_p = drop_across(corners_p, RILL_AT(c, drop0, 0, 1) - over_n,
                            RILL_AT(c, drop1, 1, 0) - over_e, n, e);
    corners_n = drop_across(corners_n, RILL_AT(c, drop0, 0, -1) + RILL_AT(c, drop1, 0, -1),
                            -RILL_AT(c, drop1, 1, -1) - over_e, s, e);
  }
  // Along y south and north of the x edge, along x west and east of the y edge.
  const real across_x = mean_across(RILL_AT(c, drop1, 0, -1) + RILL_AT(c, drop1, 1, -1),
                                    over_n + RILL_AT(c, drop1, 1, 0), s_of_x, n_of_x);
  const real across_y = mean_across(RILL_AT(c, drop0, -1, 0) + RILL_AT(c, drop0, -1, 1),
                                    over_e + RILL_AT(c, drop0, 0, 1), w_of_y, e_of_y);
  const TalusEdge axis = {p.talus_axis, p.creep_axis, p.talus_scale_axis, p.talus_bias_axis};
  const TalusEdge diagonal = {p.talus_diagonal, p.creep_diagonal, p.talus_scale_diagonal,
                              p.talus_bias_diagonal};
  real x = talus_over(axis, over_e, across_x, hardness, RILL_AT(c, hardness, 1, 0));
  real y = talus_over(axis, over_n, across_y, hardness, RILL_AT(c, hardness, 0, 1));
  real rising = talus_over(diagonal, over_ne, corners_p, hardness, RILL_AT(c, hardness, 1, 1));
  real falling = talus_over(diagonal, over_se, corners_n, hardness, RILL_AT(c, hardness, 1, -1));
  if (masks) {
    const real free_here = RILL_AT(c, erodability, 0, 0);
    x = x * (free_here * RILL_AT(c, erodability, 1, 0));
    y = y * (free_here * RILL_AT(c, erodability, 0, 1));
    rising = rising * (free_here * RILL_AT(c, erodability, 1, 1));
    falling = falling * (free_here * RILL_AT(c, erodability, 1, -1));
  }
  FourEdges talus;
  talus.x = choose(near.e, x, none);
  talus.y = choose(near.n, y, none);
  talus.p = choose(near.e & near.n, rising, none);
  talus.n = choose(near.e & near.s, falling, none);
  put_talus(c, talus);
  if (!masks) count_talus(c, talus);
}

// With bedrock (pass 10): a cell sheds at most half of what stands on its bedrock.
RILL_PASS void pass_talus_share(Cell c, Step p, Near near) {
  RILL_EIGHT_EDGES(t, c, near, talus);
  const real out = sum_outgoing(t);
  const real half_clearance =
      0.5f * clearance_over_bedrock(p, RILL_AT(c, height, 0, 0), RILL_AT(c, low, 0, 0),
                                    RILL_AT(c, bedrock, 0, 0));
  const real share = least(half_clearance / out, splat(1.0f));
  RILL_PUT(c, talus_share, choose(out > splat(0.0f), share, splat(1.0f)));
}

RILL_PASS FourEdges own_talus(Cell c) {
  FourEdges talus;
  talus.x = RILL_AT(c, talus0, 0, 0);
  talus.y = RILL_AT(c, talus1, 0, 0);
  talus.p = RILL_AT(c, talus2, 0, 0);
  talus.n = RILL_AT(c, talus3, 0, 0);
  return talus;
}

// The cell's own talus edges, scaled by their donors' share. Only with masks.
RILL_PASS FourEdges shared_talus(Cell c) {
  const FourEdges whole = own_talus(c);
  const real here = RILL_AT(c, talus_share, 0, 0);
  FourEdges talus;
  talus.x = of_donor_out(whole.x, here, RILL_AT(c, talus_share, 1, 0));
  talus.y = of_donor_out(whole.y, here, RILL_AT(c, talus_share, 0, 1));
  talus.p = of_donor_out(whole.p, here, RILL_AT(c, talus_share, 1, 1));
  talus.n = of_donor_out(whole.n, here, RILL_AT(c, talus_share, 1, -1));
  put_talus(c, talus);
  count_talus(c, talus);
  return talus;
}
