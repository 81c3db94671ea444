// What an instruction set offers: every stage over a part of a row, and the row sums of the budget.
#pragma once

#include <cstddef>

#include "schedule.h"

namespace rill {

// Columns of a panel that a row slot can hold, and floats per field in a slot: some columns more on
// both sides for the halo and for vectors that run over; not a multiple of a page, so that fields
// do not fall on each other in the cache.
constexpr int panel_capacity = 512;
constexpr int slot_margin = 16;
constexpr int slot_pitch = slot_margin + panel_capacity + 32;
constexpr int slot_floats = field_count * slot_pitch;

// A part of a row for one stage.
struct RowTask {
  float* slot;                 // the row's slot
  std::ptrdiff_t below, above; // from it to its neighbours' slots, in floats
  const Step* step;
  int origin;                  // x of the slot's first column
  int begin, end;              // columns wanted; a vector may run over on either side
  int nx;
  bool wrap, has_below, has_above;
  // Rows of the state to fetch into the cache on the way: loaded one by one later, each would be too
  // short for the hardware to see it coming.
  const float* ahead[2];
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
