// Erode or deposit (both schemes, pass 7), the part they share: given the capacity and the most
// that may be eroded, exchange soil and water and soften what was laid down.

// The parts of the stage that C++ runs one ahead of the other, so that chains of roots and divisions
// are not waited for: what flows through a cell, what that can carry, what lies there.
typedef struct {
  real depth;            // of the water, before anything is exchanged
  real drop_squared;     // of the slope that counts, over two cells
  real speed_squared;    // what the capacity grows with: scheme rill discharge, jako2011 velocity
} Through;

typedef struct {
  real depth, capacity;
} Flow;

typedef struct {
  real sediment, most_eroded, erodability;
} Bed;

typedef struct {
  real eroded, deposited;  // one of them is 0
  real sediment, water, hardness;
} Exchange;

RILL_PASS Exchange exchange_soil(Step p, Flow flow, Bed bed, real hardness) {
  Exchange result;
  const real none = splat(0.0f);
  const real depth = flow.depth;
  const real sediment = bed.sediment;
  const real shortage = flow.capacity - sediment;
  const real erode_rate = multiply_add(splat(-p.erode_rate), hardness, splat(p.erode_rate));
  const real rate = choose_negative(shortage, splat(p.deposit_rate), erode_rate) * bed.erodability;
  const real taken =
      most(least(rate * shortage, least(depth, bed.most_eroded)), -least(sediment, depth));
  result.eroded = most(taken, none);
  result.deposited = result.eroded - taken;
  result.sediment = sediment + taken;
  result.water = depth + taken;
  result.hardness =
      most(multiply_add(splat(p.soften_rate), least(shortage, none), hardness),
           least(hardness, splat(p.min_hardness)));
  return result;
}

// Drop to the lowest of the eight neighbours, at least 0 (scheme rill).
RILL_PASS real drop_to_lowest(Cell c, Near near) {
  const real none = splat(0.0f);
  const real own = most(most(choose(near.e, RILL_AT(c, drop0, 0, 0), none),
                             choose(near.n, RILL_AT(c, drop1, 0, 0), none)),
                        most(choose(near.e & near.n, RILL_AT(c, drop2, 0, 0), none),
                             choose(near.e & near.s, RILL_AT(c, drop3, 0, 0), none)));
  // The other four belong to the neighbours, who see them the other way round.
  const real others = least(least(choose(near.w, RILL_AT(c, drop0, -1, 0), none),
                                  choose(near.s, RILL_AT(c, drop1, 0, -1), none)),
                            least(choose(near.w & near.s, RILL_AT(c, drop2, -1, -1), none),
                                  choose(near.w & near.n, RILL_AT(c, drop3, -1, 1), none)));
  return most(most(own, -others), none);
}

// Evaporation takes from the water above the mud only (scheme rill): were the suspended sediment's
// own share of the depth to dry away, it could neither flow on nor settle, and would pile up.
RILL_PASS real dried(Step p, real depth, real sediment) {
  return multiply_add(splat(-p.dry_share), most(depth - sediment, splat(0.0f)), depth);
}
