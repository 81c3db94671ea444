// The CPU back end: tiles of the grid in parallel, by TBB. Only what classic TBB and oneTBB share is
// used, because inside Houdini it links Houdini's own.

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
constexpr int lowest_band = 32, highest_band = 256, tiles_per_thread = 4;

int chosen_band_rows(int nx, int ny, int panel_columns, int threads) {
  const int panels = (nx + panel_columns - 1) / panel_columns;
  const int bands = std::max(1, threads * tiles_per_thread / panels);
  return std::min(std::max((ny + bands - 1) / bands, lowest_band), highest_band);
}

int thread_count(const CookOptions& options) {
  return options.threads > 0 ? options.threads : tbb::this_task_arena::max_concurrency();
}

class TbbBackend final : public Backend {
 public:
  TbbBackend(State& state, Totals& totals, const Schedule& schedule, const CookOptions& options)
      : state_(state),
        schedule_(schedule),
        lanes_(find_lanes(options.lanes.c_str())),
        threads_(thread_count(options)),
        tiles_(state, schedule, panel_columns(options), band_rows(state, options)),
        row_sums_(std::size_t(state.ny) * std::size_t(tiles_.panels())),
        sweep_{state,
               totals,
               schedule,
               tiles_,
               lanes_,
               schedule.step,
               state.masks.any(),
               !totals.deposition.empty(),
               options.fused,
               row_sums_},
        keep_velocity_(!state.fields[field_velocity_x].empty()),
        ring_slots_(Sweep::ring_slots(schedule, options.fused, band_rows(state, options))),
        allowed_(tbb::global_control::max_allowed_parallelism,
                 std::max(std::size_t(threads_), tbb::global_control::active_value(
                                                     tbb::global_control::max_allowed_parallelism))),
        arena_(threads_) {}

  std::string description() const override {
    std::ostringstream text;
    text << "tbb " << lanes_.name << ", " << threads_ << (threads_ == 1 ? " thread" : " threads");
    return text.str();
  }

  void run_step(bool last) override {
    sweep_.step.keep = schedule_.step.keep | (last && keep_velocity_ ? RILL_KEEP_VELOCITY : 0);
    handover_.give();
    arena_.execute([&] {
      tbb::parallel_for(0, tiles_.bands(), [&](int band) {
        handover_.take();
        tiles_.save_band(state_, band);
        handover_.give();
      });
      const tbb::blocked_range<std::size_t> all(0, tiles_.list().size(), 1);
      tbb::parallel_for(all, [&](const tbb::blocked_range<std::size_t>& range) {
        handover_.take();
        std::unique_ptr<Ring> ring = borrow_ring();
        for (std::size_t i = range.begin(); i < range.end(); ++i)
          sweep_.run(tiles_.list()[i], *ring);
        give_back(std::move(ring));
        handover_.give();
      });
    });
    handover_.take();
    ++steps_run_;
  }

  StepSums finish() override { return sums(); }
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
    return floats * sizeof(float) + tiles_.bytes() + row_sums_.size() * sizeof(StepSums) +
           std::size_t(threads_) * Ring(ring_slots_).bytes();
  }

 private:
  static int panel_columns(const CookOptions& options) {
    if (options.panel_columns <= 0) return panel_capacity;
    return std::min(options.panel_columns, panel_capacity);
  }
  static int band_rows(const State& state, const CookOptions& options) {
    if (options.band_rows > 0) return std::min(options.band_rows, state.ny);
    return chosen_band_rows(state.nx, state.ny, panel_columns(options), thread_count(options));
  }

  std::unique_ptr<Ring> borrow_ring() {
    const std::lock_guard<std::mutex> lock(rings_mutex_);
    if (rings_.empty()) return std::make_unique<Ring>(ring_slots_);
    std::unique_ptr<Ring> ring = std::move(rings_.back());
    rings_.pop_back();
    return ring;
  }
  void give_back(std::unique_ptr<Ring> ring) {
    const std::lock_guard<std::mutex> lock(rings_mutex_);
    rings_.push_back(std::move(ring));
  }

  State& state_;
  const Schedule& schedule_;
  const Lanes& lanes_;
  int threads_;
  Tiles tiles_;
  std::vector<StepSums> row_sums_;
  Sweep sweep_;
  bool keep_velocity_;
  int ring_slots_;
  tbb::global_control allowed_;
  tbb::task_arena arena_;
  int steps_run_ = 0;
  Handover handover_;
  std::mutex rings_mutex_;
  std::vector<std::unique_ptr<Ring>> rings_;
};

}  // namespace

std::unique_ptr<Backend> make_tbb_backend(State& state, Totals& totals, const Schedule& schedule,
                                          const CookOptions& options) {
  return std::make_unique<TbbBackend>(state, totals, schedule, options);
}

}  // namespace rill
