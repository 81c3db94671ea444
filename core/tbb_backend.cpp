// The CPU back end: tiles of the grid in parallel, by TBB. Only what classic TBB and oneTBB share
// is used, because inside Houdini it links Houdini's own.

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <sstream>

#include "backend.h"
#include "handover.h"
#include "sweep.h"

namespace rill {
namespace {

// Tall bands, because a few rows are worked out twice between any two, but enough of them that the
// threads end together.
constexpr int lowest_band = 32, highest_band = 512, bands_per_thread = 2;

constexpr int rows_per_copy = 16;

int thread_count(int asked) { return asked > 0 ? asked : tbb::this_task_arena::max_concurrency(); }

class TbbBackend final : public Backend {
 public:
  TbbBackend(State& state, Totals& totals, const Schedule& schedule, const CookOptions& options)
      : state_(state),
        schedule_(schedule),
        lanes_(find_lanes(options.lanes.c_str())),
        threads_(thread_count(options.threads)),
        panels_(state, schedule, panel_columns(options), band_rows(state, options)),
        row_sums_(std::size_t(state.ny) * std::size_t(panels_.panels())),
        sweep_{state,
               totals,
               schedule,
               panels_,
               lanes_,
               schedule.step,
               state.masks.any(),
               !totals.deposition.empty(),
               options.fused,
               row_sums_of(schedule, state.masks.any()),
               row_sums_},
        keep_velocity_(!state.fields[field_velocity_x].empty()),
        ring_slots_(Sweep::ring_slots(schedule, state.masks.any(), options.fused,
                                      band_rows(state, options))),
        allowed_(
            tbb::global_control::max_allowed_parallelism,
            std::max(std::size_t(threads_), tbb::global_control::active_value(
                                                tbb::global_control::max_allowed_parallelism))),
        arena_(threads_) {
    take_state();
  }

  std::string description() const override {
    std::ostringstream text;
    text << "tbb " << lanes_.name << ", " << threads_ << (threads_ == 1 ? " thread" : " threads");
    return text.str();
  }

  void run_step(bool last) override {
    sweep_.step.keep = schedule_.step.keep | (last && keep_velocity_ ? RILL_KEEP_VELOCITY : 0);
    if (!taken_) take_state();
    handover_.give();
    arena_.execute([&] {
      tbb::parallel_for(0, panels_.bands(), [&](int band) {
        handover_.take();
        panels_.save_band(band);
        handover_.give();
      });
      const tbb::blocked_range<int> all(0, panels_.bands(), 1);
      tbb::parallel_for(all, [&](const tbb::blocked_range<int>& range) {
        handover_.take();
        std::unique_ptr<Worker> worker = borrow_worker();
        for (int band = range.begin(); band < range.end(); ++band)
          for (int panel = 0; panel < panels_.panels(); ++panel)
            sweep_.run(panels_.tile(band, panel), *worker);
        give_back(std::move(worker));
        handover_.give();
      });
    });
    handover_.take();
    ++steps_run_;
  }

  StepSums finish() override {
    if (taken_) panels_.give_back(state_);
    taken_ = false;
    return sums();
  }
  StepSums look() override {
    if (taken_) {
      panels_.make_room(state_);
      handover_.give();
      arena_.execute([&] {
        tbb::parallel_for(tbb::blocked_range<int>(0, state_.ny, rows_per_copy),
                          [&](const tbb::blocked_range<int>& rows) {
                            handover_.take();
                            panels_.copy_rows(state_, rows.begin(), rows.end());
                            handover_.give();
                          });
      });
      handover_.take();
    }
    return sums();
  }
  int steps_in_state() const override { return steps_run_; }
  StepSums sums() const override {
    StepSums total;
    for (const StepSums& row : row_sums_) total.add(row);
    return total;
  }

  std::vector<StepSums> partial_sums() const override { return row_sums_; }
  bool take_partial_sums(const std::vector<StepSums>& parts) override {
    if (parts.size() != row_sums_.size()) return false;
    std::copy(parts.begin(), parts.end(), row_sums_.begin());
    return true;
  }

  std::size_t bytes() const override {
    std::size_t floats = 0;
    for (const std::vector<float>& field : state_.fields) floats += field.size();
    const Totals& totals = sweep_.totals;
    for (const std::vector<float>* total : {&totals.erosion, &totals.deposition, &totals.debris,
                                            &totals.flow, &totals.flow_x, &totals.flow_y})
      floats += total->size();
    return floats * sizeof(float) + panels_.bytes() + row_sums_.size() * sizeof(StepSums) +
           std::size_t(threads_) * (Rings::bytes_for(ring_slots_) + passed_columns().bytes());
  }

 private:
  static int panel_columns(const CookOptions& options) {
    if (options.panel_columns <= 0) return panel_capacity;
    return std::min(options.panel_columns, panel_capacity);
  }
  static int band_rows(const State& state, const CookOptions& options) {
    if (options.band_rows > 0) return std::min(options.band_rows, state.ny);
    return default_band_rows(state.ny, options.threads);
  }

  void take_state() {
    panels_.take(state_);
    taken_ = true;
  }

  PassedColumns passed_columns() const {
    return PassedColumns(panels_.tallest_band(), int(schedule_.changed.size()));
  }
  std::unique_ptr<Worker> make_worker() const {
    return std::make_unique<Worker>(Worker{Rings(ring_slots_), passed_columns()});
  }
  std::unique_ptr<Worker> borrow_worker() {
    const std::lock_guard<std::mutex> lock(workers_mutex_);
    if (workers_.empty()) return make_worker();
    std::unique_ptr<Worker> worker = std::move(workers_.back());
    workers_.pop_back();
    return worker;
  }
  void give_back(std::unique_ptr<Worker> worker) {
    const std::lock_guard<std::mutex> lock(workers_mutex_);
    workers_.push_back(std::move(worker));
  }

  State& state_;
  const Schedule& schedule_;
  const Lanes& lanes_;
  int threads_;
  Panels panels_;
  std::vector<StepSums> row_sums_;
  Sweep sweep_;
  bool keep_velocity_;
  RingSlots ring_slots_;
  tbb::global_control allowed_;
  tbb::task_arena arena_;
  bool taken_ = false;  // the state is in the panels
  int steps_run_ = 0;
  Handover handover_;
  std::mutex workers_mutex_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

int default_band_rows(int ny, int threads) {
  const int bands = thread_count(threads) * bands_per_thread;
  return std::min(std::max((ny + bands - 1) / bands, lowest_band), highest_band);
}

std::unique_ptr<Backend> make_tbb_backend(State& state, Totals& totals, const Schedule& schedule,
                                          const CookOptions& options) {
  return std::make_unique<TbbBackend>(state, totals, schedule, options);
}

}  // namespace rill
