// Rain (both schemes, pass 1): d1 = d + dt * rain * r.

RILL_PASS void pass_rain(Cell c, Step p, int masks) {
  const real depth = RILL_AT(c, water, 0, 0);
  real fallen = splat(p.rain_depth);
  if (masks) fallen = fallen * RILL_AT(c, rain, 0, 0);
  const real rained_depth = depth + fallen;
  RILL_PUT(c, water, rained_depth);
  // What the float really took up, so that the budget closes in deep lakes too.
  RILL_PUT(c, rained, rained_depth - depth);
}

// Sediment per depth of the water that leaves a cell. Without water nothing leaves, whatever this
// is; the floor only keeps it finite.
RILL_PASS real concentration(real sediment, real depth) {
  return sediment / most(depth, splat(1e-20f));
}
