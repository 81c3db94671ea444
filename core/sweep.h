// Runs a step over one tile: going up the rows, every stage follows at its lag, in place in the
// state and with a ring of row slots for what is handed from stage to stage. All of a step happens
// while a row is in the cache.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "backend.h"
#include "lanes.h"
#include "memory.h"
#include "panels.h"

namespace rill {

// How many row slots each ring has. Fused, as many as rows of its fields are alive at a time;
// unfused, one a row of the tile.
using RingSlots = std::array<int, slot_rings>;
constexpr RingName ring_names[slot_rings] = {ring_long, ring_middle, ring_short};

// Row slots of one worker, and the brief rows.
class Rings {
 public:
  explicit Rings(const RingSlots& slots) : slots_(slots), floats_(large_floats(floats_for(slots))) {
    std::fill_n(floats_.get(), floats_for(slots), 0.0f);
    float* start = floats_.get() + guard_;
    for (RingName ring : ring_names) {
      starts_[ring] = start;
      start += std::size_t(slots[ring]) * std::size_t(slot_floats(ring));
    }
    starts_[ring_brief] = start;
  }
  float* start(RingName ring) const { return starts_[ring]; }
  // A row's place from there.
  std::ptrdiff_t slot(RingName ring, int y) const {
    const unsigned index = unsigned(y + first_row_) % unsigned(slots_[ring]);
    return std::ptrdiff_t(index) * slot_floats(ring);
  }
  static std::size_t bytes_for(const RingSlots& slots) { return floats_for(slots) * sizeof(float); }

 private:
  static std::size_t floats_for(const RingSlots& slots) {
    std::size_t floats = 2 * guard_ + std::size_t(slot_floats(ring_brief));
    for (RingName ring : ring_names)
      floats += std::size_t(slots[ring]) * std::size_t(slot_floats(ring));
    return std::max(floats, one_page);
  }
  static constexpr std::size_t guard_ = 32;  // a vector may look a little before and behind
  // Whole huge pages, so that a row of every field costs no page walk.
  static constexpr std::size_t one_page = huge_page / sizeof(float);
  static constexpr int first_row_ = Schedule::reach + 1;  // so that no row is negative
  RingSlots slots_;
  LargeFloats floats_;
  float* starts_[ring_count];
};

// A row as a stage has just left it in the rings: the columns of its fields.
struct RowLeft {
  const float* row[ring_count];
  const float* operator[](Field field) const {
    return row[slot_layout.ring[field]] + slot_layout.place[field] * slot_pitch + slot_margin;
  }
};

// What a thread works with.
struct Worker {
  Rings rings;
  PassedColumns passed;
  // Of the tile at hand, worked out once for all its rows and stages.
  std::vector<RowPlace> places = {};
  std::vector<RowTask> tasks = {};
  std::vector<std::array<const float*, 2>> asked = {};  // fields that a stage asks for rows of
  float* state[state_fields] = {};
  const RowPlace& place(const Tile& tile, int y) const {
    return places[std::size_t(y - tile.y0 + Schedule::reach)];
  }
};

// What the budget sums, in the row where a stage has just left it.
struct RowSum {
  Field field;
  double StepSums::*sum;
};
using StageSums = std::vector<std::vector<RowSum>>;  // by index into schedule.stages
StageSums row_sums_of(const Schedule& schedule, bool masks);

struct Sweep {
  State& state;  // output layers of the last step go there
  Totals& totals;
  const Schedule& schedule;
  Panels& panels;
  const Lanes& lanes;
  Step step;
  bool masks;
  bool deposition;  // an output layer that no stage writes a field of its own for
  bool fused;
  StageSums summed;
  std::vector<StepSums>& row_sums;  // [y * panels + panel], kept apart so that any order adds alike

  static RingSlots ring_slots(const Schedule& schedule, bool masks, bool fused, int band_rows);
  void run(const Tile& tile, Worker& worker) const;

 private:
  bool row_exists(int y) const { return schedule.wrap || (y >= 0 && y < state.ny); }
  void begin_tile(const Tile& tile, Worker& worker) const;
  void begin_row(const Tile& tile, int y, Worker& worker) const;
  void run_stage(std::size_t stage, const Tile& tile, int y, Worker& worker) const;
  void end_row(std::size_t stage, const Tile& tile, int y, Worker& worker) const;
  void add_outputs(const Tile& tile, int y, const RowLeft& row) const;
  void add_border_losses(const Tile& tile, int y, const RowLeft& row) const;
  StepSums& sums_of(const Tile& tile, int y) const {
    return row_sums[std::size_t(y) * std::size_t(panels.panels()) + std::size_t(tile.panel)];
  }
};

}  // namespace rill
