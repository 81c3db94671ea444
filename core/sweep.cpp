// The loop over the rows of a tile.

#include "sweep.h"

#include <algorithm>
#include <cstring>

namespace rill {
namespace {

const float* field_of(const float* slot, Field field) {
  return slot + field * slot_pitch + slot_margin;
}
float* field_of(float* slot, Field field) { return slot + field * slot_pitch + slot_margin; }

void add_row(std::vector<float>& total, std::size_t at, const float* values, int count) {
  float* sum = total.data() + at;
  for (int i = 0; i < count; ++i) sum[i] += values[i];
}

}  // namespace

int Sweep::ring_slots(const Schedule& schedule, bool fused, int band_rows) {
  const int rows_in_flight = schedule.last_lag + 2;  // the last stage reads one row further down
  return fused ? rows_in_flight : band_rows + 2 * Schedule::reach + 2;
}

void Sweep::run(const Tile& tile, Ring& ring) const {
  const int first = tile.y0 - Schedule::reach, last = tile.y1 + Schedule::reach;
  if (!fused) {
    for (int y = first; y < last; ++y) load(tile, y, ring);
    for (std::size_t stage = 0; stage < schedule.stages.size(); ++stage)
      for (int y = first; y < last; ++y) run_stage(stage, tile, y, first, ring);
    for (int y = tile.y0; y < tile.y1; ++y) store(tile, y, ring);
    return;
  }
  for (int y = first; y < tile.y1 + schedule.last_lag; ++y) {
    if (y < last) load(tile, y, ring);
    for (std::size_t stage = 0; stage < schedule.stages.size(); ++stage)
      run_stage(stage, tile, y - schedule.stages[stage].lag, y + 2, ring);
    store(tile, y - schedule.last_lag, ring);
  }
}

void Sweep::load(const Tile& tile, int y, Ring& ring) const {
  if (!row_exists(y)) return;
  float* slot = ring.slot(y);
  for (std::size_t port = 0; port < schedule.changed.size(); ++port)
    tiles.load_row(state, tile, int(port), y, field_of(slot, schedule.changed[port].state));
  const int row = ((y % state.ny) + state.ny) % state.ny;
  for (Field field : schedule.read_only)
    copy_row_with_halo(state.row(field, row), state.nx, schedule.wrap, tile.x0, tile.x1,
                       field_of(slot, field));
}

void Sweep::run_stage(std::size_t index, const Tile& tile, int y, int ahead, Ring& ring) const {
  const ScheduledStage& stage = schedule.stages[index];
  if (y < tile.y0 - stage.halo || y >= tile.y1 + stage.halo || !row_exists(y)) return;
  RowTask task;
  task.slot = ring.slot(y);
  task.below = ring.slot(y - 1) - task.slot;
  task.above = ring.slot(y + 1) - task.slot;
  task.step = &step;
  task.origin = tile.x0 - slot_margin;
  task.begin = tile.x0 - stage.halo;
  task.end = tile.x1 + stage.halo;
  if (!schedule.wrap) {
    task.begin = std::max(task.begin, 0);
    task.end = std::min(task.end, state.nx);
  }
  task.nx = state.nx;
  task.wrap = schedule.wrap;
  task.has_below = row_exists(y - 1);
  task.has_above = row_exists(y + 1);
  // Fields are dealt out to the stages, so that each asks for one or two rows.
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t port = index + k * schedule.stages.size();
    const bool asks = port < schedule.changed.size() && ahead >= tile.y0 && ahead < tile.y1;
    task.ahead[k] = asks ? state.row(schedule.changed[port].state, ahead) + tile.x0 - slot_margin
                         : task.slot;
  }
  lanes.stages[stage.stage][masks](task);
}

void Sweep::store(const Tile& tile, int y, Ring& ring) const {
  if (y < tile.y0 || y >= tile.y1) return;
  const float* slot = ring.slot(y);
  const std::size_t width = std::size_t(tile.x1 - tile.x0);
  for (const StatePort& port : schedule.changed)
    std::memcpy(state.row(port.state, y) + tile.x0, field_of(slot, port.result),
                width * sizeof(float));
  add_outputs(tile, y, slot);
  add_sums(tile, y, slot);
}

void Sweep::add_outputs(const Tile& tile, int y, const float* slot) const {
  const std::size_t at = std::size_t(y) * std::size_t(state.nx) + std::size_t(tile.x0);
  const int width = tile.x1 - tile.x0;
  if (step.keep & RILL_KEEP_FALL)
    add_row(totals.erosion, at, field_of(slot, field_fall), width);
  if (deposition) add_row(totals.deposition, at, field_of(slot, field_deposited), width);
  if (step.keep & RILL_KEEP_RECEIVED)
    add_row(totals.debris, at, field_of(slot, field_received), width);
  if (step.keep & RILL_KEEP_DISCHARGE) {
    add_row(totals.flow, at, field_of(slot, field_discharge), width);
    add_row(totals.flow_x, at, field_of(slot, field_discharge_x), width);
    add_row(totals.flow_y, at, field_of(slot, field_discharge_y), width);
  }
  if (step.keep & RILL_KEEP_VELOCITY)
    for (Field field : {field_velocity_x, field_velocity_y})
      std::memcpy(state.row(field, y) + tile.x0, field_of(slot, field),
                  std::size_t(width) * sizeof(float));
}

void Sweep::add_sums(const Tile& tile, int y, const float* slot) const {
  StepSums& sums = row_sums[std::size_t(y) * std::size_t(tiles.panels()) + std::size_t(tile.panel)];
  const int width = tile.x1 - tile.x0;
  const auto sum = [&](Field field) { return lanes.sum(field_of(slot, field), width); };
  const bool water = schedule.changed.size() > 2;
  const bool talus = schedule.stages.back().stage != stage_rill_apply_water &&
                     schedule.stages.back().stage != stage_jako_apply_water;
  if (talus) sums.talus_moved += sum(field_talus_moved);
  if (!water) return;
  sums.rained += sum(field_rained);
  sums.evaporated += sum(field_evaporated);
  sums.eroded += sum(field_eroded);
  sums.deposited += sum(field_deposited);
  if (!step.open_border) return;
  if (y == 0 || y == state.ny - 1) {
    sums.water_left += sum(field_water_left);
    sums.sediment_left += sum(field_sediment_left);
    return;
  }
  double water_left = 0, sediment_left = 0;
  for (int x : {0, state.nx - 1}) {
    if (x < tile.x0 || x >= tile.x1) continue;
    water_left += double(field_of(slot, field_water_left)[x - tile.x0]);
    sediment_left += double(field_of(slot, field_sediment_left)[x - tile.x0]);
    if (state.nx == 1) break;
  }
  sums.water_left += water_left;
  sums.sediment_left += sediment_left;
}

}  // namespace rill
