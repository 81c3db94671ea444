// A cell as a stage sees it: fields by name around the cell, and which neighbours there are.
//   RILL_AT(c, field, dx, dy)  the value of a field dx, dy cells away
//   RILL_PUT(c, field, value)  sets it in this cell
// Near holds a mask a side; a missing neighbour's value may be read but must not be used.

#if defined(RILL_TILE)

#include <rill/tile_cell.h>

#elif defined(RILL_OPENCL) && defined(RILL_LANES)

// All fields live in a ring of row slots (sweep_rows.h), a row of RILL_PITCH floats each.
typedef struct {
  global float* slot;
  int below, above;  // from it to its neighbours' slots
  int column;
} Cell;
#define RILL_FIELD_IN_SLOT(c, field, dx, dy)                                     \
  ((c).slot + ((c).column + ((dy) < 0 ? (c).below : (dy) > 0 ? (c).above : 0)) + \
   (RILL_SLOT_##field * RILL_PITCH + (dx)))
#define RILL_AT(c, field, dx, dy) load(RILL_FIELD_IN_SLOT(c, field, dx, dy))
#define RILL_PUT(c, field, value) store(RILL_FIELD_IN_SLOT(c, field, 0, 0), value)

#elif defined(RILL_OPENCL)

#ifndef RILL_SPACE
#define RILL_SPACE global
#endif
typedef struct {
#define RILL_FIELD(name, meaning) RILL_SPACE float* name;
#include "fields.def"
#undef RILL_FIELD
  int at;                        // index of the cell in every field
  int west, east, south, north;  // from it to its neighbours; 0 where there is none
} Cell;
#define RILL_AT(c, field, dx, dy)                                       \
  ((c).field[(c).at + ((dx) < 0 ? (c).west : (dx) > 0 ? (c).east : 0) + \
             ((dy) < 0 ? (c).south : (dy) > 0 ? (c).north : 0)])
#define RILL_PUT(c, field, value) ((c).field[(c).at] = (value))

#elif defined(RILL_TRACE)

// Computes nothing: notes which fields a stage reads and writes (core/field_use.cpp).
struct Cell {
  ::rill::FieldUse* use;
};
RILL_PASS real trace_read(Cell c, int field, int dx, int dy) {
  c.use->reads.set(std::size_t(field));
  if (dx != 0 || dy != 0) c.use->reads_around.set(std::size_t(field));
  return 0.5f;
}
RILL_PASS void trace_write(Cell c, int field) { c.use->writes.set(std::size_t(field)); }
#define RILL_AT(c, field, dx, dy) trace_read(c, field_##field, dx, dy)
#define RILL_PUT(c, field, value) ((void)(value), trace_write(c, field_##field))

#else

// State and masks are rows of their own arrays; all else lives in a worker's rings (core/slot_layout.h).
struct Cell {
  float* state[state_fields];
  std::ptrdiff_t state_below, state_above;  // from a row to the ones beside it, in floats
  float* slot[ring_count];
  std::ptrdiff_t below[slot_rings], above[slot_rings];
  std::ptrdiff_t column;
};
RILL_PASS float* place_of(const Cell& c, int field, int dy) {
  if (field < state_fields)
    return c.state[field] + c.column + (dy < 0 ? c.state_below : dy > 0 ? c.state_above : 0);
  const int ring = slot_layout.ring[field];
  float* const row = c.slot[ring] + slot_layout.place[field] * slot_pitch + c.column;
  return dy < 0 ? row + c.below[ring] : dy > 0 ? row + c.above[ring] : row;
}
#undef RILL_AT
#undef RILL_PUT
#define RILL_AT(c, field, dx, dy) load(place_of(c, field_##field, dy) + (dx))
#define RILL_PUT(c, field, value) store(place_of(c, field_##field, 0), value)

#endif

typedef struct {
  mask w, e, s, n;
  int everywhere;  // 1 where it is known when compiled that all four are there
} Near;

// Height above bedrock; a hair and a grain less than it is, so that rounding never carries a cell
// below.
RILL_PASS real clearance_over_bedrock(Step p, real height, real low, real bedrock) {
  return most(((height - bedrock) + low) * 0.999999f - p.height_grain, splat(0.0f));
}
