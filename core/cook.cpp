// One cook: check, take the state, walk the steps, give the layers back with their budget.

#include <rill/cook.h>
#include <rill/error.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <utility>

#include "backend.h"
#include "lanes.h"
#include "moment.h"
#include "panels.h"

namespace rill {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double sum_of(const std::vector<float>& values) {
  double sum = 0;
  for (float value : values) sum += double(value);
  return sum;
}

Storage measure(const State& state) {
  return {sum_of(state.fields[field_height]) + sum_of(state.fields[field_low]),
          sum_of(state.fields[field_water]), sum_of(state.fields[field_sediment])};
}

Budget make_budget(const Storage& before, const Storage& after, const StepSums& sums, double area) {
  Budget budget;
  budget.water_before = before.water * area;
  budget.water_after = after.water * area;
  budget.rained = sums.rained * area;
  budget.evaporated = sums.evaporated * area;
  budget.water_left = sums.water_left * area;
  budget.suspended_before = before.sediment * area;
  budget.suspended_after = after.sediment * area;
  budget.eroded = sums.eroded * area;
  budget.deposited = sums.deposited * area;
  budget.sediment_left = sums.sediment_left * area;
  budget.talus_moved = sums.talus_moved * area;
  budget.height_change = (after.height - before.height) * area;
  return budget;
}

Totals make_totals(std::size_t cells, Node node, const Params& params) {
  Totals totals;
  if (runs_water(node)) {
    if (params.output_erosion) totals.erosion.assign(cells, 0.0f);
    if (params.output_deposition) totals.deposition.assign(cells, 0.0f);
    if (params.output_flow)
      for (std::vector<float>* sum : {&totals.flow, &totals.flow_x, &totals.flow_y})
        sum->assign(cells, 0.0f);
  }
  if (runs_talus(node) && params.output_debris) totals.debris.assign(cells, 0.0f);
  return totals;
}

// Walks the steps on the device of choice; when that fails, goes on with TBB from the last good
// state.
class Runner {
 public:
  Runner(State& state, Totals& totals, const Schedule& schedule, const Params& params,
         const CookOptions& options, const Terrain& terrain, Node node, CookResult& result)
      : state_(state),
        totals_(totals),
        schedule_(schedule),
        params_(params),
        options_(options),
        terrain_(terrain),
        node_(node),
        result_(result),
        before_(measure(state)) {
    std::vector<StepSums> kept_sums;
    if (options.go_on_from) {
      CookSums sums = restore_moment(*options.go_on_from, state, totals, schedule);
      before_ = sums.before;
      kept_sums = std::move(sums.steps);
      done_ = backend_start_ = options.go_on_from->steps;
    }
    try {
      backend_ = make_opencl_backend(state, totals, schedule, options);
    } catch (const DeviceFailure& failure) {
      note_fallback(failure);
    }
    if (!backend_) use_tbb();
    if (!backend_->take_partial_sums(kept_sums))
      for (const StepSums& part : kept_sums) sums_.add(part);
    describe();
  }

  // False when cancelled.
  bool run() {
    const int steps = params_.iterations;
    const auto start = std::chrono::steady_clock::now();
    for (;;) {
      try {
        for (; done_ < steps; ++done_) {
          if (wants_moment(done_)) offer_moment();
          if (options_.progress && !options_.progress(done_, steps)) return false;
          backend_->run_step(done_ + 1 == steps || wants_moment(done_ + 1));
        }
        backend_->wait();
        result_.steps_seconds = seconds_since(start) - moments_seconds_;
        const StepSums own = backend_->finish();
        if (wants_moment(done_)) offer_moment();
        sums_.add(own);
        if (options_.progress) options_.progress(steps, steps);
        return true;
      } catch (const DeviceFailure& failure) {
        go_on_with_tbb(failure);
      }
    }
  }

  const StepSums& sums() const { return sums_; }
  const Storage& before() const { return before_; }

 private:
  bool wants_moment(int steps_done) const {
    return options_.moment && options_.moment_wanted && options_.moment_wanted(steps_done);
  }

  void offer_moment() {
    const auto start = std::chrono::steady_clock::now();
    StepSums total = sums_;
    total.add(backend_->look());
    const bool all_in_parts = sums_.is_zero();
    CookMoment moment = make_moment(
        done_, state_, totals_, schedule_,
        {before_, all_in_parts ? backend_->partial_sums() : std::vector<StepSums>{total}});
    moment.terrain = [this] {
      State state = copy_for_layers(state_);
      Totals totals = totals_;
      Terrain terrain = terrain_;
      give_layers(state, totals, done_, node_, params_, options_.keep_low, terrain);
      return terrain;
    };
    options_.moment(moment);
    moments_seconds_ += seconds_since(start);
  }

  void use_tbb() { backend_ = make_tbb_backend(state_, totals_, schedule_, options_); }

  void go_on_with_tbb(const DeviceFailure& failure) {
    done_ = backend_start_ += backend_->steps_in_state();
    sums_.add(backend_->sums());
    backend_.reset();
    note_fallback(failure);
    use_tbb();
    describe();
  }

  void note_fallback(const DeviceFailure& failure) {
    result_.fallback = failure.what();
    const std::string when = done_ > 0 ? " from step " + std::to_string(done_) : "";
    result_.notes.push_back("The cook ran on the CPU" + when + " instead of OpenCL, because " +
                            result_.fallback + ".");
    if (!failure.detail().empty()) result_.notes.push_back(failure.detail());
  }

  void describe() {
    result_.device = backend_->description();
    result_.solver_bytes = std::max(result_.solver_bytes, backend_->bytes());
  }

  State& state_;
  Totals& totals_;
  const Schedule& schedule_;
  const Params& params_;
  const CookOptions& options_;
  const Terrain& terrain_;
  Node node_;
  CookResult& result_;
  Storage before_;
  std::unique_ptr<Backend> backend_;
  StepSums sums_;          // of back ends that were left, and of steps before this cook was taken up
  int done_ = 0;           // steps
  int backend_start_ = 0;  // how many of them before this back end
  double moments_seconds_ = 0;
};

CookResult cook_checked(Terrain terrain, Node node, const Params& params,
                        const CookOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  CookResult result;
  // A cancelled cook gives the input back, so it is kept where one can be cancelled.
  Terrain input;
  if (options.progress) input = terrain;

  State state = take_state(terrain, node, params, result.notes);
  const Schedule schedule = make_schedule(params, node, terrain.cell, state.masks);
  result.notes.insert(result.notes.end(), schedule.notes.begin(), schedule.notes.end());
  Totals totals = make_totals(state.cells(), node, params);
  if (runs_water(node) && params.output_velocity)
    for (Field field : {field_velocity_x, field_velocity_y})
      state.fields[field].assign(state.cells(), 0.0f);
  Runner runner(state, totals, schedule, params, options, terrain, node, result);
  result.time_step = schedule.time_step;
  result.prepare_seconds = seconds_since(start);

  const auto run_start = std::chrono::steady_clock::now();
  if (!runner.run()) {
    result.cancelled = true;
    result.terrain = std::move(input);
    return result;
  }
  result.steps = params.iterations;

  const Storage after = measure(state);
  result.budget = make_budget(runner.before(), after, runner.sums(), terrain.cell * terrain.cell);
  give_layers(state, totals, params.iterations, node, params, options.keep_low, terrain);
  result.terrain = std::move(terrain);
  result.finish_seconds = seconds_since(run_start) - result.steps_seconds;
  return result;
}

}  // namespace

std::size_t cook_bytes(int nx, int ny, int input_layers, Node node, const Params& params) {
  const std::size_t cells = std::size_t(nx) * std::size_t(ny);
  const std::size_t state = runs_water(node) ? 12 : 6;     // with the masks, at most
  std::size_t fields = state + std::size_t(input_layers);  // the input is kept in case of a cancel
  if (runs_water(node))
    fields += std::size_t(params.output_velocity ? 2 : 0) + std::size_t(params.output_erosion) +
              std::size_t(params.output_deposition) + std::size_t(params.output_flow ? 3 : 0);
  if (runs_talus(node)) fields += std::size_t(params.output_debris);
  const std::size_t workers = 16u << 20;
  // What the CPU works on is a little larger than the grid, and one field is there twice for a
  // moment.
  const std::size_t cut = Panels::floats_per_field(nx, ny, panel_capacity, default_band_rows(ny));
  return (cells * fields + (cut - cells) * state + cells) * sizeof(float) + workers;
}

CookResult cook(Terrain terrain, Node node, const Params& params, const CookOptions& options) {
  check_parameters(params);
  check_terrain(terrain, node, params);
  time_step_used(params, node, terrain.cell);
  try {
    return cook_checked(std::move(terrain), node, params, options);
  } catch (const std::bad_alloc&) {
    throw Error(
        "There is not enough memory for this cook; use a smaller grid or cut it into tiles.",
        Fault::resource);
  }
}

}  // namespace rill
