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

// Row slots of one worker. Fused, a few rows are enough; unfused, one a row of the tile.
class Ring {
 public:
  explicit Ring(int slots)
      : slots_(slots), floats_(large_floats(floats_for(slots))), brief_(floats_.get() + guard_) {
    std::fill_n(floats_.get(), floats_for(slots), 0.0f);
  }
  float* brief() { return brief_; }
  float* start() { return brief_ + brief_floats; }
  // A row's place from there.
  std::ptrdiff_t slot(int y) const {
    const unsigned index = unsigned(y + first_row_) % unsigned(slots_);
    return std::ptrdiff_t(index) * slot_floats;
  }
  static std::size_t bytes_for(int slots) { return floats_for(slots) * sizeof(float); }

 private:
  static std::size_t floats_for(int slots) {
    return std::max(2 * guard_ + brief_floats + std::size_t(slots) * slot_floats, one_page);
  }
  static constexpr std::size_t guard_ = 32;  // a vector may look a little before and behind
  // Whole huge pages, so that a row of every field costs no page walk.
  static constexpr std::size_t one_page = huge_page / sizeof(float);
  static constexpr int first_row_ = Schedule::reach + 1;  // so that no row is negative
  int slots_;
  LargeFloats floats_;
  float* brief_;
};

// A row as a stage has just left it in the ring: the columns of its fields.
struct RowLeft {
  float* slot;
  float* brief;
  const float* operator[](Field field) const { return field_row(slot, brief, field) + slot_margin; }
};

// What a thread works with.
struct Worker {
  Ring ring;
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

  static int ring_slots(const Schedule& schedule, bool fused, int band_rows);
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
