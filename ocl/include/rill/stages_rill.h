// Scheme rill: the stages of a step, in order. A stage is as many passes as can run together
// because none needs what another one writes in a neighbour. `masks` is a compile-time constant at
// every call. Stages that write a field which they also read do so in their own cell only.

RILL_PASS void rill_rain(Cell c, Step p, Near near, int masks) {
  (void)near;
  pass_rain(c, p, masks);
}

RILL_PASS void rill_talus(Cell c, Step p, Near near, int masks) { pass_talus(c, p, near, masks); }

RILL_PASS void rill_edges(Cell c, Step p, Near near, int masks) {
  (void)masks;
  pass_edges(c, p, near);
}

RILL_PASS void rill_limiter(Cell c, Step p, Near near, int masks) {
  (void)masks;
  pass_limiter(c, p, near);
}

// Only with masks: without bedrock every share is 1.
RILL_PASS void rill_talus_share(Cell c, Step p, Near near, int masks) {
  (void)p;
  (void)masks;
  pass_talus_share(c, near);
}

RILL_PASS void rill_limit(Cell c, Step p, Near near, int masks) {
  (void)p;
  (void)near;
  (void)masks;
  pass_limit(c);
}

// Depth, discharge, capacity, erode or deposit, evaporation.
RILL_PASS void rill_erode(Cell c, Step p, Near near, int masks) {
  const real none = splat(0.0f);
  const real rained_depth = RILL_AT(c, water, 0, 0);
  RILL_EIGHT_EDGES(f, c, near, flux);
  const real depth = most(rained_depth - p.dt_per_area * net_outward(f), none);
  const real through_along_x = through_x(f);
  const real through_along_y = through_y(f);
  const real discharge =
      root(square(through_along_x) + square(through_along_y)) * p.per_cell;
  const real capacity = pass_capacity(c, p, near, discharge);

  real most_eroded = least(0.5f * drop_to_lowest(c, near), splat(p.max_bite));
  real erodability = splat(1.0f);
  if (masks) {
    const real clearance = clearance_over_bedrock(
        RILL_AT(c, height, 0, 0), RILL_AT(c, low, 0, 0), RILL_AT(c, bedrock, 0, 0));
    most_eroded = least(most_eroded, p.bedrock_bite * clearance);
    erodability = RILL_AT(c, erodability, 0, 0);
  }
  const Exchange soil =
      exchange_soil(p, capacity, most_eroded, RILL_AT(c, sediment, 0, 0), depth,
                    RILL_AT(c, hardness, 0, 0), erodability);
  const real left = soil.water * p.keep_water;

  RILL_PUT(c, eroded, soil.eroded);
  RILL_PUT(c, deposited, soil.deposited);
  RILL_PUT(c, carried, concentration(soil.sediment, rained_depth));
  RILL_PUT(c, sediment, soil.sediment);
  RILL_PUT(c, hardness, soil.hardness);
  RILL_PUT(c, evaporated, soil.water - left);
  RILL_PUT(c, water, left);
  if (p.keep & RILL_KEEP_DISCHARGE) {
    RILL_PUT(c, discharge, discharge);
    RILL_PUT(c, discharge_x, through_along_x);
    RILL_PUT(c, discharge_y, through_along_y);
  }
  if (p.keep & RILL_KEEP_VELOCITY) {
    const real scale = velocity_scale(p, rained_depth, depth);
    put_limited_velocity(c, p, through_along_x * scale, through_along_y * scale);
  }
}

// An outlet: what water and sediment the cell holds at the end of the step is gone.
RILL_PASS void drain_border(Cell c, Near near, real sediment) {
  const real none = splat(0.0f);
  const mask inside = near.w & near.e & near.s & near.n;
  const real water = RILL_AT(c, water, 0, 0);
  RILL_PUT(c, water_left, choose(inside, none, water));
  RILL_PUT(c, sediment_left, choose(inside, none, sediment));
  RILL_PUT(c, water, choose(inside, water, none));
  RILL_PUT(c, sediment, choose(inside, sediment, none));
}

// Transport of sediment, and the height that water changes.
RILL_PASS real water_change(Cell c, Step p, Near near, int masks) {
  const real sediment = pass_transport(c, p, near);
  const real fall = pass_banks(c, p, near, masks);
  RILL_PUT(c, sediment, sediment);
  if (p.open_border) drain_border(c, near, sediment);
  if (p.keep & RILL_KEEP_FALL) RILL_PUT(c, fall, fall);
  return RILL_AT(c, deposited, 0, 0) - fall;
}

// Height that talus brings, net.
RILL_PASS real talus_change(Cell c, Step p, Near near, int masks) {
  const EightEdges t = talus_around(c, near, masks);
  RILL_PUT(c, talus_moved,
           (magnitude(t.x) + magnitude(t.y)) + (magnitude(t.p) + magnitude(t.n)));
  if (p.keep & RILL_KEEP_RECEIVED) RILL_PUT(c, received, sum_incoming(t));
  return -net_outward(t);
}

// The last stage of each node: hydraulic, thermal, combined.
RILL_PASS void rill_apply_water(Cell c, Step p, Near near, int masks) {
  pass_height(c, p, water_change(c, p, near, masks));
}
RILL_PASS void rill_apply_talus(Cell c, Step p, Near near, int masks) {
  pass_height(c, p, talus_change(c, p, near, masks));
}
RILL_PASS void rill_apply_both(Cell c, Step p, Near near, int masks) {
  pass_height(c, p, water_change(c, p, near, masks) + talus_change(c, p, near, masks));
}
