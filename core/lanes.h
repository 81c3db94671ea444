// What an instruction set offers: every stage over a part of a row, and the row sums of the budget.
#pragma once

#include <cstddef>

#include "schedule.h"

namespace rill {

// Columns of a panel that a row slot can hold, and floats per field in a slot: some columns more on
// both sides for the halo and for vectors that run over; not a multiple of a page, so that fields
// do not fall on each other in the cache.
constexpr int panel_capacity = 1024;
constexpr int slot_margin = 16;
constexpr int slot_pitch = slot_margin + panel_capacity + 32;
// State and masks are worked on where they are (panels.h), all else lives in row slots.
constexpr int state_fields = field_drop0;
constexpr int slot_floats = (field_count - state_fields) * slot_pitch;

// A part of a row for one stage.
struct RowTask {
  float* state[state_fields];               // the row in every field that is there
  std::ptrdiff_t state_below, state_above;  // from it to the rows beside it, in floats
  float* slot;                              // the row's slot
  std::ptrdiff_t below, above;              // from it to its neighbours' slots
  const Step* step;
  int origin;      // x of the column that state and slot point to
  int begin, end;  // columns wanted; a vector may run over on either side
  int nx;
  bool wrap, has_below, has_above;
  const float* ahead;  // a row of the state to fetch into the cache on the way
};

using RowStage = void (*)(const RowTask&);

struct Lanes {
  const char* name;
  int count;
  RowStage stages[stage_count][2];  // [stage][masks]
  double (*sum)(const float* values, int count);
};

const Lanes& lanes_one();
const Lanes& lanes_sse2();
const Lanes& lanes_avx2();
const Lanes& lanes_avx512();

// "auto" or a name; throws when this CPU or build has none of that name.
const Lanes& find_lanes(const char* name);

}  // namespace rill
