// Part of tile_body.h, after a cell's erode stage: what is final by then goes out, and its place in
// local memory is free for the stages that follow.

if (RILL_IS_INNER) {
  const int2 at = (int2)(x_grid, y_grid);
  RILL_WRITE_FLUX(at, ((float4)(RILL_AT(c, flux0, 0, 0), RILL_AT(c, flux1, 0, 0),
                               RILL_AT(c, flux2, 0, 0), RILL_AT(c, flux3, 0, 0))));
  RILL_WRITE_HARDNESS(at, own.hardness);
  RILL_COUNT(evaporated, own.evaporated);
  if (p.keep & RILL_KEEP_DISCHARGE) {
    RILL_WRITE_DISCHARGE(at, own.discharge, own.discharge_x, own.discharge_y);
  }
  if (p.keep & RILL_KEEP_VELOCITY) {
    RILL_WRITE_VELOCITY(at, RILL_AT(c, velocity_x, 0, 0), RILL_AT(c, velocity_y, 0, 0));
  }
#if RILL_KEEPS && RILL_SCHEME == 1
  if (p.keep & RILL_KEEP_FALL) {
    RILL_WRITE_FALL(at, own.fall);
  }
#endif
}
