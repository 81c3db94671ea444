// Erode or deposit (both schemes, pass 7), the part they share: given the capacity and the most
// that may be eroded, exchange soil and water and soften what was laid down.

typedef struct {
  real eroded, deposited;  // one of them is 0
  real sediment, water, hardness;
} Exchange;

RILL_PASS Exchange exchange_soil(Step p, real capacity, real most_eroded, real sediment, real depth,
                                 real hardness, real erodability) {
  Exchange result;
  const real none = splat(0.0f);
  const mask erodes = sediment < capacity;
  const real shortage = capacity - sediment;
  const real wanted = p.erode_rate * (1.0f - hardness) * erodability * shortage;
  const real settling = p.deposit_rate * erodability * -shortage;
  result.eroded = choose(erodes, least(least(wanted, depth), most_eroded), none);
  result.deposited = choose(erodes, none, least(least(settling, sediment), depth));
  const real taken = result.eroded - result.deposited;
  result.sediment = sediment + taken;
  result.water = depth + taken;
  const real softened =
      most(hardness + p.soften_rate * shortage, least(hardness, splat(p.min_hardness)));
  result.hardness = choose(erodes, hardness, softened);
  return result;
}

// Drop to the lowest of the eight neighbours, at least 0 (scheme rill).
RILL_PASS real drop_to_lowest(Cell c, Near near) {
  const real none = splat(0.0f);
  const real west_east =
      most(choose(near.w, RILL_OVER_W(c), none), choose(near.e, RILL_OVER_E(c), none));
  const real south_north =
      most(choose(near.s, RILL_OVER_S(c), none), choose(near.n, RILL_OVER_N(c), none));
  const real rising = most(choose(near.w & near.s, RILL_OVER_SW(c), none),
                           choose(near.e & near.n, RILL_OVER_NE(c), none));
  const real falling = most(choose(near.w & near.n, RILL_OVER_NW(c), none),
                            choose(near.e & near.s, RILL_OVER_SE(c), none));
  return most(most(most(west_east, south_north), most(rising, falling)), none);
}

// Evaporation takes from the water above the mud only (scheme rill): were the suspended sediment's
// own share of the depth to dry away, it could neither flow on nor settle, and would pile up.
RILL_PASS real dried(Step p, real depth, real sediment) {
  return depth - p.dry_share * most(depth - sediment, splat(0.0f));
}
