// Runs a step over one tile: rows are loaded into a ring of slots going up, every stage follows at its
// lag, and finished rows go back into the state. All of a step happens while a row is in the cache.
#pragma once

#include <vector>

#include "backend.h"
#include "lanes.h"
#include "tiles.h"

namespace rill {

// Row slots of one worker. Fused, a few rows are enough; unfused, one a row of the tile.
class Ring {
 public:
  explicit Ring(int slots) : slots_(slots), floats_(guard_ * 2 + std::size_t(slots) * slot_floats) {}
  float* slot(int y) {
    const int index = ((y % slots_) + slots_) % slots_;
    return floats_.data() + guard_ + std::size_t(index) * slot_floats;
  }
  std::size_t bytes() const { return floats_.size() * sizeof(float); }

 private:
  static constexpr std::size_t guard_ = 32;  // a vector may look a little before and behind
  int slots_;
  std::vector<float> floats_;
};

struct Sweep {
  State& state;
  Totals& totals;
  const Schedule& schedule;
  const Tiles& tiles;
  const Lanes& lanes;
  Step step;
  bool masks;
  bool deposition;  // an output layer that no stage writes a field of its own for
  bool fused;
  std::vector<StepSums>& row_sums;  // [y * panels + panel], kept apart so that any order adds alike

  static int ring_slots(const Schedule& schedule, bool fused, int band_rows);
  void run(const Tile& tile, Ring& ring) const;

 private:
  bool row_exists(int y) const { return schedule.wrap || (y >= 0 && y < state.ny); }
  void load(const Tile& tile, int y, Ring& ring) const;
  // While it computes row y, the stage asks for its part of row `ahead`.
  void run_stage(std::size_t stage, const Tile& tile, int y, int ahead, Ring& ring) const;
  void store(const Tile& tile, int y, Ring& ring) const;
  void add_outputs(const Tile& tile, int y, const float* slot) const;
  void add_sums(const Tile& tile, int y, const float* slot) const;
};

}  // namespace rill
