// Capacity (scheme jako2011, pass 6; paper's eq. 10 and 11): tilt or impact, times speed, times a
// ramp of the water depth. Slopes read the border cell itself where a neighbour is missing.

// How far the terrain rises over two cells.
RILL_PASS real clamped_rise_x(Cell c, Near near) {
  const real none = splat(0.0f);
  return choose(near.w, RILL_OVER_W(c), none) - choose(near.e, RILL_OVER_E(c), none);
}
RILL_PASS real clamped_rise_y(Cell c, Near near) {
  const real none = splat(0.0f);
  return choose(near.s, RILL_OVER_S(c), none) - choose(near.n, RILL_OVER_N(c), none);
}

// A slope field one cell upstream of a flow direction: nearest cell, clamped to the grid.
#define RILL_UPSTREAM_IN_ROW(c, near, field, dy, from_w, from_e)                    \
  choose((from_w) & (near).w, RILL_AT(c, field, -1, dy),                            \
         choose((from_e) & (near).e, RILL_AT(c, field, 1, dy), RILL_AT(c, field, 0, dy)))
#define RILL_UPSTREAM(c, near, field, from_w, from_e, from_s, from_n)               \
  choose((from_s) & (near).s, RILL_UPSTREAM_IN_ROW(c, near, field, -1, from_w, from_e),   \
         choose((from_n) & (near).n, RILL_UPSTREAM_IN_ROW(c, near, field, 1, from_w, from_e), \
                RILL_UPSTREAM_IN_ROW(c, near, field, 0, from_w, from_e)))

// -N . V: N the terrain's normal here, V the flow direction along the terrain one cell upstream.
RILL_PASS real impact(Cell c, Near near, real velocity_x, real velocity_y, real speed) {
  const real none = splat(0.0f);
  const real half_way = splat(0.5f);
  const mask flows = speed > none;
  const real x = choose(flows, velocity_x / speed, none);
  const real y = choose(flows, velocity_y / speed, none);
  const mask from_w = x > half_way;
  const mask from_e = x < -half_way;
  const mask from_s = y > half_way;
  const mask from_n = y < -half_way;
  const real here_x = RILL_AT(c, slope_x, 0, 0);
  const real here_y = RILL_AT(c, slope_y, 0, 0);
  const real there_x = RILL_UPSTREAM(c, near, slope_x, from_w, from_e, from_s, from_n);
  const real there_y = RILL_UPSTREAM(c, near, slope_y, from_w, from_e, from_s, from_n);
  const real rise_here = here_x * x + here_y * y;
  const real rise_there = there_x * x + there_y * y;
  const real normal_length = root(1.0f + (square(here_x) + square(here_y)));
  const real flow_length = root((square(x) + square(y)) + square(rise_there));
  return (rise_here - rise_there) / (normal_length * most(flow_length, splat(1e-10f)));
}

RILL_PASS real tilt_squared(Cell c, Step p, Near near, Through through) {
  if (p.collision_rule)
    return square(most(impact(c, near, RILL_AT(c, velocity_x, 0, 0), RILL_AT(c, velocity_y, 0, 0),
                              root(through.speed_squared)),
                       splat(p.min_tilt)));
  return sine_squared_of_drop(through.drop_squared, p);
}

// Tilt and speed share a root.
RILL_PASS real pass_jako_capacity(Cell c, Step p, Near near, Through through) {
  const real one = splat(1.0f);
  const real tilted_speed = root(tilt_squared(c, p, near, through) * through.speed_squared);
  const real relative_depth = RILL_AT(c, water, 0, 0) * p.per_erosion_depth;
  real ramp = least(relative_depth, one);
  if (p.depth_band) ramp = ramp * least(most(2.0f - relative_depth, splat(0.0f)), one);
  return p.capacity * ramp * tilted_speed;
}
