// The loop over the rows of a tile.

#include "sweep.h"

#include <algorithm>
#include <cstring>

#include "field_use.h"

namespace rill {
namespace {

void add_row(std::vector<float>& total, std::size_t at, const float* values, int count) {
  float* sum = total.data() + at;
  for (int i = 0; i < count; ++i) sum[i] += values[i];
}

// Fields are dealt out to the stages: each asks for a row of one, to be there when its turn comes.
// A stage in two parts asks for a second one, the last, which is mostly left over.
Field field_asked_for(std::size_t turn, const Schedule& schedule) {
  const std::size_t changed = schedule.changed.size();
  const std::size_t last = changed + schedule.read_only.size() - 1;
  const std::size_t index = std::min(turn, last);
  return index < changed ? schedule.changed[index] : schedule.read_only[index - changed];
}

// The lags between which a field's rows are alive: from the stage that writes it to the last that
// looks at it, or to the end of the row, when outputs are taken.
struct Life {
  int first = 1 << 20, last = -1;
  void add(const Life& other) {
    first = std::min(first, other.first);
    last = std::max(last, other.last);
  }
};
Life life_of(Field field, const Schedule& schedule, bool masks) {
  Step step = schedule.step;
  step.keep |= RILL_KEEP_VELOCITY;  // in the last step
  const Field outputs[] = {field_fall,        field_deposited,  field_discharge, field_discharge_x,
                           field_discharge_y, field_velocity_x, field_velocity_y};
  const bool is_output =
      std::find(std::begin(outputs), std::end(outputs), field) != std::end(outputs);
  Life life;
  for (const ScheduledStage& stage : schedule.stages) {
    const FieldUse use = field_use(stage.stage, step, masks);
    if (use.any()[field]) life.add({stage.lag, stage.lag + use.reads_around[field]});
    if (use.writes[field] && is_output) life.add({stage.lag, schedule.last_lag});
  }
  return life;
}

}  // namespace

StageSums row_sums_of(const Schedule& schedule, bool masks) {
  const RowSum all[] = {{field_rained, &StepSums::rained},
                        {field_evaporated, &StepSums::evaporated},
                        {field_eroded, &StepSums::eroded},
                        {field_deposited, &StepSums::deposited},
                        {field_talus_moved, &StepSums::talus_moved}};
  StageSums sums;
  for (const ScheduledStage& stage : schedule.stages) {
    const FieldUse use = field_use(stage.stage, schedule.step, masks);
    sums.emplace_back();
    for (const RowSum& sum : all)
      if (use.writes[sum.field]) sums.back().push_back(sum);
  }
  return sums;
}

RingSlots Sweep::ring_slots(const Schedule& schedule, bool masks, bool fused, int band_rows) {
  RingSlots slots;
  slots.fill(fused ? 1 : band_rows + 2 * Schedule::reach + 2);
  if (!fused) return slots;
  std::array<std::array<Life, field_count>, slot_rings> lives;  // of every place
  for (int field = state_fields; field < field_count; ++field) {
    const RingName ring = slot_layout.ring[field];
    if (ring == ring_brief) continue;
    Life& life = lives[ring][std::size_t(slot_layout.place[field])];
    life.add(life_of(Field(field), schedule, masks));
    slots[ring] = std::max(slots[ring], life.last - life.first + 1);
  }
  return slots;
}

void Sweep::run(const Tile& tile, Worker& worker) const {
  begin_tile(tile, worker);
  const int first = tile.y0 - Schedule::reach, last = tile.y1 + Schedule::reach;
  const std::size_t stages = schedule.stages.size();
  if (!fused) {
    for (int y = first; y < last; ++y) begin_row(tile, y, worker);
    for (std::size_t stage = 0; stage < stages; ++stage)
      for (int y = first; y < last; ++y) {
        run_stage(stage, tile, y, worker);
        end_row(stage, tile, y, worker);
      }
    return;
  }
  for (int y = first; y < tile.y1 + schedule.last_lag; ++y) {
    begin_row(tile, y, worker);
    for (std::size_t stage = 0; stage < stages; ++stage) {
      run_stage(stage, tile, y - schedule.stages[stage].lag, worker);
      end_row(stage, tile, y - schedule.stages[stage].lag, worker);
    }
  }
}

void Sweep::begin_tile(const Tile& tile, Worker& worker) const {
  for (const std::vector<Field>* fields : {&schedule.changed, &schedule.read_only})
    for (Field field : *fields) worker.state[field] = panels.field(field);
  worker.places.clear();
  const auto state_at = [&](int y) { return panels.row_offset(tile, y) - slot_margin; };
  const Rings& rings = worker.rings;
  for (int y = tile.y0 - Schedule::reach; y < tile.y1 + Schedule::reach; ++y) {
    RowPlace place = {{state_at(y), state_at(y - 1), state_at(y + 1)},
                      {},
                      row_exists(y - 1),
                      row_exists(y + 1)};
    for (RingName ring : ring_names)
      place.slot[ring] = {rings.slot(ring, y), rings.slot(ring, y - 1), rings.slot(ring, y + 1)};
    worker.places.push_back(place);
  }
  worker.tasks.clear();
  worker.asked.clear();
  const float* const last_field = worker.state[field_asked_for(field_count, schedule)];
  for (const ScheduledStage& stage : schedule.stages) {
    worker.asked.push_back(
        {worker.state[field_asked_for(worker.asked.size(), schedule)], last_field});
    RowTask task = {worker.state,
                    {},
                    nullptr,
                    &step,
                    tile.x0 - slot_margin,
                    tile.x0 - stage.halo,
                    tile.x1 + stage.halo,
                    state.nx,
                    schedule.wrap,
                    {nullptr, nullptr}};
    for (int ring = 0; ring < ring_count; ++ring) task.ring[ring] = rings.start(RingName(ring));
    if (!schedule.wrap) {
      task.begin = std::max(task.begin, 0);
      task.end = std::min(task.end, state.nx);
    }
    worker.tasks.push_back(task);
  }
}

void Sweep::begin_row(const Tile& tile, int y, Worker& worker) const {
  if (y >= tile.y0 && y < tile.y1) panels.fill_halo(tile, y, worker.passed);
}

void Sweep::run_stage(std::size_t index, const Tile& tile, int y, Worker& worker) const {
  const ScheduledStage& stage = schedule.stages[index];
  if (y < tile.y0 - stage.halo || y >= tile.y1 + stage.halo || !row_exists(y)) return;
  RowTask& task = worker.tasks[index];
  task.row = &worker.place(tile, y);
  const int next = std::min(y + stage.lag + 1, tile.y1 - 1);
  for (std::size_t part : {0, 1})
    task.ahead[part] = worker.asked[index][part] + worker.place(tile, next).state.here;
  lanes.stages[stage.stage][masks](task);
}

void Sweep::end_row(std::size_t stage, const Tile& tile, int y, Worker& worker) const {
  const bool last = stage + 1 == schedule.stages.size();
  if (y < tile.y0 || y >= tile.y1 || (summed[stage].empty() && !last)) return;
  const RowPlace& place = worker.place(tile, y);
  RowLeft row = {};
  for (RingName ring : ring_names) row.row[ring] = worker.rings.start(ring) + place.slot[ring].here;
  row.row[ring_brief] = worker.rings.start(ring_brief);
  for (const RowSum& sum : summed[stage])
    sums_of(tile, y).*sum.sum += lanes.sum(row[sum.field], tile.x1 - tile.x0);
  if (!last) return;
  add_outputs(tile, y, row);
  if (step.open_border) add_border_losses(tile, y, row);
}

void Sweep::add_outputs(const Tile& tile, int y, const RowLeft& row) const {
  const std::size_t at = std::size_t(y) * std::size_t(state.nx) + std::size_t(tile.x0);
  const int width = tile.x1 - tile.x0;
  if (step.keep & RILL_KEEP_FALL) add_row(totals.erosion, at, row[field_fall], width);
  if (deposition) add_row(totals.deposition, at, row[field_deposited], width);
  if (step.keep & RILL_KEEP_RECEIVED) add_row(totals.debris, at, row[field_received], width);
  if (step.keep & RILL_KEEP_DISCHARGE) {
    add_row(totals.flow, at, row[field_discharge], width);
    add_row(totals.flow_x, at, row[field_discharge_x], width);
    add_row(totals.flow_y, at, row[field_discharge_y], width);
  }
  if (step.keep & RILL_KEEP_VELOCITY)
    for (Field field : {field_velocity_x, field_velocity_y})
      std::memcpy(state.row(field, y) + tile.x0, row[field], std::size_t(width) * sizeof(float));
}

void Sweep::add_border_losses(const Tile& tile, int y, const RowLeft& row) const {
  if (schedule.changed.size() <= 2) return;  // no water
  StepSums& sums = sums_of(tile, y);
  const float* water = row[field_water_left];
  const float* sediment = row[field_sediment_left];
  if (y == 0 || y == state.ny - 1) {
    sums.water_left += lanes.sum(water, tile.x1 - tile.x0);
    sums.sediment_left += lanes.sum(sediment, tile.x1 - tile.x0);
    return;
  }
  double water_left = 0, sediment_left = 0;
  for (int x : {0, state.nx - 1}) {
    if (x < tile.x0 || x >= tile.x1) continue;
    water_left += double(water[x - tile.x0]);
    sediment_left += double(sediment[x - tile.x0]);
    if (state.nx == 1) break;
  }
  sums.water_left += water_left;
  sums.sediment_left += sediment_left;
}

}  // namespace rill
