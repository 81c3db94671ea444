// One step of one band, inside a kernel. Needs sweep_rows.h; Step p, int nx, ny, wrap, bands and
// panels, the floats of all rings and the array sums; and, as one line each,
//   RILL_TAKE_ROWS   take_row for every field of the state, from row y into the slot `taken`
//   RILL_RUN_STAGES  every stage on the row that is its turn when row y has been taken
//   RILL_GIVE_ROWS   what becomes of row `done`, whose last stage has run, in `slot`
//   RILL_BEGIN_SUMS, RILL_END_SUMS  the band's sums for the budget
//   RILL_LAST_LAG    by how many rows the last stage follows

const int band = (int)get_global_id(0);
global float* ring =
    rings + RILL_GUARD + (size_t)band * (RILL_SLOTS * RILL_SLOT_FIELDS * RILL_PITCH);
Tile tile;
tile.nx = nx;
tile.ny = ny;
tile.wrap = wrap;
tile.y0 = (int)((long)ny * band / bands);
tile.y1 = (int)((long)ny * (band + 1) / bands);
RILL_BEGIN_SUMS
for (int panel = 0; panel < panels; ++panel) {
  tile.x0 = (int)((long)nx * panel / panels);
  tile.x1 = (int)((long)nx * (panel + 1) / panels);
  for (int y = tile.y0 - RILL_REACH; y < tile.y1 + RILL_LAST_LAG; ++y) {
    if (y < tile.y1 + RILL_REACH && row_exists(tile, y)) {
      global float* taken = slot_of(ring, y);
      RILL_TAKE_ROWS
    }
    RILL_RUN_STAGES
    const int done = y - RILL_LAST_LAG;
    if (done >= tile.y0) {
      global float* slot = slot_of(ring, done);
      RILL_GIVE_ROWS
    }
  }
}
RILL_END_SUMS
mem_fence(CLK_GLOBAL_MEM_FENCE);  // for what went past the caches
