// What a back end does for a cook: hold the state, run steps, hand the state back.
#pragma once

#include <memory>
#include <string>

#include "schedule.h"
#include "state.h"

namespace rill {

// Sums over all steps so far, in metres of thickness over cells (times the cell area = volume).
struct StepSums {
  double rained = 0, evaporated = 0, water_left = 0;
  double eroded = 0, deposited = 0, sediment_left = 0, talus_moved = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string description() const = 0;
  // Runs one step; the last one of a cook also leaves the velocity, when that is wanted.
  virtual void run_step(bool last) = 0;
  // Afterwards the state and totals given at construction hold the result.
  virtual StepSums finish() = 0;
  virtual std::size_t bytes() const = 0;
};

// The state, totals and schedule outlive the back end.
std::unique_ptr<Backend> make_tbb_backend(State& state, Totals& totals, const Schedule& schedule,
                                          const Params& params, const CookOptions& options);

}  // namespace rill
