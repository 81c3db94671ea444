// What an instruction set offers: every stage over a part of a row, and the row sums of the budget.
#pragma once

#include <cstddef>

#include "slot_layout.h"

namespace rill {

// Where a row and those beside it are, in floats from the start of the state's fields and of the
// rings.
struct NearRows {
  std::ptrdiff_t here, below, above;
};
struct RowPlace {
  NearRows state;
  NearRows slot[slot_rings];
  bool has_below, has_above;  // whether the grid has those rows
};

// A part of a row for one stage.
struct RowTask {
  float* const* state;  // every field that is there
  float* ring[ring_count];  // first slots, and the brief rows
  const RowPlace* row;
  const Step* step;
  int origin;      // x of the column that the places point to
  int begin, end;  // columns wanted; a vector may run over on either side
  int nx;
  bool wrap;
  const float* ahead[2];  // rows of the state to fetch into the cache; two for a stage in two parts
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
