// What a back end does for a cook: hold the state, run steps, hand the state back.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "schedule.h"
#include "state.h"

namespace rill {

// Sums over all steps so far, in metres of thickness over cells (times the cell area = volume).
struct StepSums {
  double rained = 0, evaporated = 0, water_left = 0;
  double eroded = 0, deposited = 0, sediment_left = 0, talus_moved = 0;

  void add(const StepSums& other) {
    for (double StepSums::*sum :
         {&StepSums::rained, &StepSums::evaporated, &StepSums::water_left, &StepSums::eroded,
          &StepSums::deposited, &StepSums::sediment_left, &StepSums::talus_moved})
      this->*sum += other.*sum;
  }
  bool is_zero() const {
    return rained == 0 && evaporated == 0 && water_left == 0 && eroded == 0 && deposited == 0 &&
           sediment_left == 0 && talus_moved == 0;
  }
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string description() const = 0;
  // Runs one step; the last one of a cook also leaves the velocity, when that is wanted.
  virtual void run_step(bool last) = 0;
  // Returns when every step so far is done.
  virtual void wait() {}
  // Afterwards the state and totals given at construction hold the result. More steps may follow.
  virtual StepSums finish() = 0;
  // The same in the middle of a cook: a back end that keeps the state elsewhere leaves a copy.
  virtual StepSums look() { return finish(); }
  // How many of its steps the state on the host holds, and their sums: where another back end can go
  // on should this one fail.
  virtual int steps_in_state() const = 0;
  virtual StepSums sums() const = 0;
  virtual std::size_t bytes() const = 0;

  // Sums in the parts in which they grow, so that a cook kept and taken up again adds up to the same
  // bits. Taking them over is refused when the parts are others.
  virtual std::vector<StepSums> partial_sums() const { return {sums()}; }
  virtual bool take_partial_sums(const std::vector<StepSums>&) { return false; }
};

// Thrown when a device cannot run a cook, or go on with it; says why, in half a sentence.
class DeviceFailure : public std::runtime_error {
 public:
  explicit DeviceFailure(const std::string& reason, const std::string& detail = "")
      : std::runtime_error(reason), detail_(detail) {}
  const std::string& detail() const { return detail_; }  // a note of its own, or empty

 private:
  std::string detail_;
};

// The state, totals and schedule outlive the back end.
std::unique_ptr<Backend> make_tbb_backend(State& state, Totals& totals, const Schedule& schedule,
                                          const CookOptions& options);

// Rows of a band where the options do not say; on all threads of this machine when `threads` is 0.
int default_band_rows(int ny, int threads = 0);

// Null when the options do not ask for OpenCL: "tbb", or "auto" without a GPU. Throws Error when they
// name a device that is not there.
std::unique_ptr<Backend> make_opencl_backend(State& state, Totals& totals, const Schedule& schedule,
                                             const CookOptions& options);

}  // namespace rill
