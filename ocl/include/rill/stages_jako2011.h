// Scheme jako2011: the stages of a step, in order (see stages_rill.h for what a stage is).

RILL_PASS void jako_rain(Cell c, Step p, Near near, int masks) {
  (void)near;
  pass_rain(c, p, masks);
}

RILL_PASS void jako_drops(Cell c, Step p, Near near, int masks) {
  (void)p;
  (void)near;
  (void)masks;
  pass_drops(c);
}

RILL_PASS void jako_pipes(Cell c, Step p, Near near, int masks) {
  (void)masks;
  pass_pipes(c, p, near);
}

RILL_PASS void jako_talus(Cell c, Step p, Near near, int masks) {
  pass_jako_talus(c, p, near, masks);
}

// Only for the collision rule.
RILL_PASS void jako_slopes(Cell c, Step p, Near near, int masks) {
  (void)masks;
  RILL_PUT(c, slope_x, clamped_rise_x(c, near) * p.per_two_cells);
  RILL_PUT(c, slope_y, clamped_rise_y(c, near) * p.per_two_cells);
}

// Depth, velocity, capacity, erode or deposit, evaporation.
RILL_PASS Through jako_through(Cell c, Step p, Near near) {
  const real rained_depth = RILL_AT(c, water, 0, 0);
  RILL_OWN_PIPES(out, c);
  RILL_PIPES_IN(in, c, near);
  Through through;
  const real arrives = sum_of_pipes(in) - sum_of_pipes(out);
  through.depth = most(multiply_add(splat(p.dt_per_area), arrives, rained_depth), splat(0.0f));
  const real through_along_x = 0.5f * ((in.l - out.l) + (out.r - in.r));
  const real through_along_y = 0.5f * ((in.b - out.b) + (out.t - in.t));
  const real scale = velocity_scale(p, rained_depth, through.depth);
  const real limit = splat(p.speed_limit);
  const real velocity_x = most(least(through_along_x * scale, limit), -limit);
  const real velocity_y = most(least(through_along_y * scale, limit), -limit);
  through.speed_squared = square(velocity_x) + square(velocity_y);
  through.drop_squared = square(clamped_rise_x(c, near)) + square(clamped_rise_y(c, near));
  if (p.semi_lagrangian || p.collision_rule || (p.keep & RILL_KEEP_VELOCITY)) {
    RILL_PUT(c, velocity_x, velocity_x);
    RILL_PUT(c, velocity_y, velocity_y);
  }
  if (p.keep & RILL_KEEP_DISCHARGE) {
    RILL_PUT(c, discharge, root(square(through_along_x) + square(through_along_y)) * p.per_cell);
    RILL_PUT(c, discharge_x, through_along_x);
    RILL_PUT(c, discharge_y, through_along_y);
  }
  return through;
}

RILL_PASS Flow jako_flow(Cell c, Step p, Near near, Through through) {
  Flow flow;
  flow.depth = through.depth;
  flow.capacity = pass_jako_capacity(c, p, near, through);
  return flow;
}

RILL_PASS Bed jako_bed(Cell c, Step p, int masks) {
  Bed bed;
  bed.sediment = RILL_AT(c, sediment, 0, 0);
  bed.most_eroded = splat(3e38f);
  bed.erodability = splat(1.0f);
  if (masks) {
    const real none = splat(0.0f);
    const real clearance = clearance_over_bedrock(
        p, RILL_AT(c, height, 0, 0), RILL_AT(c, low, 0, 0), RILL_AT(c, bedrock, 0, 0));
    // The hydraulic node has no talus stage and its rate is 0.
    const real shed = p.talus_half > 0.0f ? RILL_AT(c, talus_out, 0, 0) : none;
    bed.most_eroded = most(clearance - shed, none);
    bed.erodability = RILL_AT(c, erodability, 0, 0);
  }
  return bed;
}

RILL_PASS void jako_erode_bed(Cell c, Step p, Flow flow, Bed bed) {
  const Exchange soil = exchange_soil(p, flow, bed, RILL_AT(c, hardness, 0, 0));
  const real left = soil.water * p.keep_water;

  RILL_PUT(c, eroded, soil.eroded);
  RILL_PUT(c, deposited, soil.deposited);
  RILL_PUT(c, carried, concentration(soil.sediment, RILL_AT(c, water, 0, 0)));
  RILL_PUT(c, suspended, soil.sediment);
  RILL_PUT(c, hardness, soil.hardness);
  RILL_PUT(c, evaporated, soil.water - left);
  RILL_PUT(c, water_next, left);
  if (p.keep & RILL_KEEP_FALL) RILL_PUT(c, fall, soil.eroded);
}

RILL_PASS void jako_erode(Cell c, Step p, Near near, int masks) {
  const Flow flow = jako_flow(c, p, near, jako_through(c, p, near));
  jako_erode_bed(c, p, flow, jako_bed(c, p, masks));
}

// What left through an open border in this step; looked at in border cells only.
RILL_PASS void count_border(Cell c, Step p, Near near) {
  const real none = splat(0.0f);
  RILL_OWN_PIPES(out, c);
  FourPipes gone;
  gone.l = choose(near.w, none, out.l);
  gone.r = choose(near.e, none, out.r);
  gone.t = choose(near.n, none, out.t);
  gone.b = choose(near.s, none, out.b);
  const real depth = p.dt_per_area * sum_of_pipes(gone);
  RILL_PUT(c, water_left, depth);
  RILL_PUT(c, sediment_left, p.semi_lagrangian ? none : depth * RILL_AT(c, carried, 0, 0));
}

RILL_PASS real jako_water_change(Cell c, Step p, Near near) {
  RILL_PUT(c, sediment,
           p.semi_lagrangian ? pass_semi_lagrangian(c, p, near) : pass_conservative(c, p, near));
  RILL_PUT(c, water, RILL_AT(c, water_next, 0, 0));
  if (p.open_border && !near.everywhere) count_border(c, p, near);
  return RILL_AT(c, deposited, 0, 0) - RILL_AT(c, eroded, 0, 0);
}

RILL_PASS real jako_talus_change(Cell c, Step p, Near near, int masks) {
  const real received = talus_received(c, near, masks);
  RILL_PUT(c, talus_moved, received);
  if (p.keep & RILL_KEEP_RECEIVED) RILL_PUT(c, received, received);
  return received - RILL_AT(c, talus_out, 0, 0);
}

RILL_PASS void jako_apply_water(Cell c, Step p, Near near, int masks) {
  (void)masks;
  pass_height(c, p, jako_water_change(c, p, near));
}
RILL_PASS void jako_apply_talus(Cell c, Step p, Near near, int masks) {
  pass_height(c, p, jako_talus_change(c, p, near, masks));
}
// In two parts: C++ runs the first a vector ahead of the second.
RILL_PASS void jako_apply_beside(Cell c, Step p, Near near, real talus_change) {
  pass_height(c, p, jako_water_change(c, p, near) + talus_change);
}
RILL_PASS void jako_apply_both(Cell c, Step p, Near near, int masks) {
  jako_apply_beside(c, p, near, jako_talus_change(c, p, near, masks));
}
