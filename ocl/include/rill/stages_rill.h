// Scheme rill: the stages of a step, in order. A stage is as many passes as can run together
// because none needs what another one writes in a neighbour. `masks` is a compile-time constant at
// every call. Stages that write a field which they also read do so in their own cell only.

RILL_PASS void rill_rain(Cell c, Step p, Near near, int masks) {
  (void)near;
  pass_rain(c, p, masks);
  RILL_PUT(c, carried, concentration(RILL_AT(c, sediment, 0, 0), RILL_AT(c, water, 0, 0)));
}

// Only for the thermal node: with water, rill_edges leaves the drops.
RILL_PASS void rill_drops(Cell c, Step p, Near near, int masks) {
  (void)p;
  (void)near;
  (void)masks;
  pass_drops(c);
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
  (void)masks;
  pass_talus_share(c, p, near);
}

RILL_PASS void rill_limit(Cell c, Step p, Near near, int masks) {
  (void)p;
  (void)near;
  (void)masks;
  pass_limit(c);
}

// Depth, discharge, transport, capacity, erode or deposit, evaporation.
RILL_PASS Through rill_through(Cell c, Step p, Near near, int masks) {
  const real rained_depth = RILL_AT(c, water, 0, 0);
  RILL_EIGHT_EDGES(f, c, near, flux);
  const real twice_along_x = twice_through_x(f);
  const real twice_along_y = twice_through_y(f);
  Through through;
  through.speed_squared =
      (square(twice_along_x) + square(twice_along_y)) * (0.25f * p.per_cell_squared);
  through.depth = most(multiply_add(splat(-p.dt_per_area), net_outward(f), rained_depth), splat(0.0f));
  through.drop_squared = surface_drop_squared(c, near, masks);
  if (p.keep & RILL_KEEP_DISCHARGE) {
    RILL_PUT(c, discharge, root(through.speed_squared));
    RILL_PUT(c, discharge_x, 0.5f * twice_along_x);
    RILL_PUT(c, discharge_y, 0.5f * twice_along_y);
  }
  if (p.keep & RILL_KEEP_VELOCITY) {
    const real scale = 0.5f * velocity_scale(p, rained_depth, through.depth);
    put_limited_velocity(c, p, twice_along_x * scale, twice_along_y * scale);
  }
  return through;
}

RILL_PASS Flow rill_flow(Step p, Through through) {
  Flow flow;
  flow.depth = through.depth;
  flow.capacity =
      pass_capacity(p, sine_squared_of_drop(through.drop_squared, p), through.speed_squared);
  return flow;
}

RILL_PASS Bed rill_bed(Cell c, Step p, Near near, int masks) {
  RILL_EIGHT_EDGES(carried_soil, c, near, soil);
  Bed bed;
  bed.sediment =
      most(multiply_add(splat(-p.dt_per_area), net_outward(carried_soil), RILL_AT(c, sediment, 0, 0)),
           splat(0.0f));
  bed.most_eroded = least(0.5f * drop_to_lowest(c, near), splat(p.max_bite));
  bed.erodability = splat(1.0f);
  if (masks) {
    const real clearance = clearance_over_bedrock(
        p, RILL_AT(c, height, 0, 0), RILL_AT(c, low, 0, 0), RILL_AT(c, bedrock, 0, 0));
    bed.most_eroded = least(bed.most_eroded, p.bedrock_bite * clearance);
    bed.erodability = RILL_AT(c, erodability, 0, 0);
  }
  return bed;
}

RILL_PASS void rill_erode_bed(Cell c, Step p, Flow flow, Bed bed) {
  const Exchange soil = exchange_soil(p, flow, bed, RILL_AT(c, hardness, 0, 0));
  const real left = dried(p, soil.water, soil.sediment);

  RILL_PUT(c, eroded, soil.eroded);
  RILL_PUT(c, deposited, soil.deposited);
  RILL_PUT(c, sediment, soil.sediment);
  RILL_PUT(c, hardness, soil.hardness);
  RILL_PUT(c, evaporated, soil.water - left);
  RILL_PUT(c, water_next, left);
}

RILL_PASS void rill_erode(Cell c, Step p, Near near, int masks) {
  const Flow flow = rill_flow(p, rill_through(c, p, near, masks));
  rill_erode_bed(c, p, flow, rill_bed(c, p, near, masks));
}

// Height that crosses the cell's own edges, by banks and talus together.
RILL_PASS void put_moved(Cell c, FourEdges moved) {
  RILL_PUT(c, moved0, moved.x);
  RILL_PUT(c, moved1, moved.y);
  RILL_PUT(c, moved2, moved.p);
  RILL_PUT(c, moved3, moved.n);
}
RILL_PASS void rill_exchange(Cell c, Step p, Near near, int masks) {
  const real none = splat(0.0f);
  const FourEdges nothing = {none, none, none, none};
  put_moved(c, pass_banks(c, p, near, masks, nothing));
}
RILL_PASS void rill_exchange_both(Cell c, Step p, Near near, int masks) {
  put_moved(c, pass_banks(c, p, near, masks, masks ? shared_talus(c) : own_talus(c)));
}
// Only with masks: otherwise nothing changes the talus.
RILL_PASS void rill_exchange_talus(Cell c, Step p, Near near, int masks) {
  (void)p;
  (void)near;
  (void)masks;
  shared_talus(c);
}

// The water of the next step. An outlet runs dry: what water and sediment it holds is gone. What left is
// looked at in border cells only.
RILL_PASS void put_water(Cell c, Step p, Near near) {
  real water = RILL_AT(c, water_next, 0, 0);
  if (p.open_border && !near.everywhere) {
    const real none = splat(0.0f);
    const real sediment = RILL_AT(c, sediment, 0, 0);
    const mask inside = near.w & near.e & near.s & near.n;
    RILL_PUT(c, water_left, choose(inside, none, water));
    RILL_PUT(c, sediment_left, choose(inside, none, sediment));
    RILL_PUT(c, sediment, choose(inside, sediment, none));
    water = choose(inside, water, none);
  }
  RILL_PUT(c, water, water);
}

// The height that crossed the edges and was exchanged with the water; the outlets run dry.
RILL_PASS real apply_exchange(Cell c, Step p, Near near) {
  RILL_EIGHT_EDGES(moved, c, near, moved);
  put_water(c, p, near);
  const real gained = RILL_AT(c, deposited, 0, 0) - RILL_AT(c, eroded, 0, 0);
  return gained - net_outward(moved);
}

// The last stage of each node: hydraulic, thermal, combined. `fall` is what water took: the change
// without what was laid down and what talus moved.
RILL_PASS void rill_apply_water(Cell c, Step p, Near near, int masks) {
  (void)masks;
  const real change = apply_exchange(c, p, near);
  pass_height(c, p, change);
  if (p.keep & RILL_KEEP_FALL)
    RILL_PUT(c, fall, most(RILL_AT(c, deposited, 0, 0) - change, splat(0.0f)));
}
RILL_PASS void rill_apply_talus(Cell c, Step p, Near near, int masks) {
  (void)masks;
  RILL_EIGHT_EDGES(talus, c, near, talus);
  pass_height(c, p, -net_outward(talus));
  if (p.keep & RILL_KEEP_RECEIVED) RILL_PUT(c, received, sum_incoming(talus));
}
RILL_PASS void rill_apply_both(Cell c, Step p, Near near, int masks) {
  (void)masks;
  const real change = apply_exchange(c, p, near);
  pass_height(c, p, change);
  if (p.keep & (RILL_KEEP_FALL | RILL_KEEP_RECEIVED)) {
    RILL_EIGHT_EDGES(talus, c, near, talus);
    const real by_water = change + net_outward(talus);
    RILL_PUT(c, fall, most(RILL_AT(c, deposited, 0, 0) - by_water, splat(0.0f)));
    RILL_PUT(c, received, sum_incoming(talus));
  }
}
