// Time step, world scale and the per-step floats (MODEL: "Time step", "World scale", "Defaults").
// Everything is worked out in double and rounded to float once, by the rows of step_values.def.

#include "schedule.h"

#include <rill/cook.h>
#include <rill/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace rill {
namespace {

double choice(bool condition, double if_true, double if_false) {
  return condition ? if_true : if_false;
}

double power_of_two_below(double x) { return std::exp2(std::floor(std::log2(x))); }

// Every value of step_values.def.
struct StepValues {
  StepValues(const Params& params, bool runs_water, bool runs_talus, double cell);

#define RILL_VALUE(name, expression) double name;
#define RILL_STEP(member, expression)
#include <rill/step_values.def>
#undef RILL_VALUE
#undef RILL_STEP
  Step step = {};
};

StepValues::StepValues(const Params& params, bool runs_water, bool runs_talus, double cell) {
  using std::max;
  using std::min;
  using std::pow;
  using std::sqrt;
#define RILL_FLOAT(name, ...) [[maybe_unused]] const double name = params.name;
#define RILL_INT(name, ...) [[maybe_unused]] const double name = params.name;
#define RILL_CHOICE(name, ...) [[maybe_unused]] const double name = params.name;
#define RILL_TOGGLE(name, ...) [[maybe_unused]] const double name = params.name;
#include <rill/params.def>
#undef RILL_FLOAT
#undef RILL_INT
#undef RILL_CHOICE
#undef RILL_TOGGLE
#define RILL_VALUE(name, expression) name = expression;
#define RILL_STEP(member, expression) step.member = float(expression);
#include <rill/step_values.def>
#undef RILL_VALUE
#undef RILL_STEP
}

StepValues step_values(const Params& params, Node node, double cell) {
  return StepValues(params, runs_water(node), runs_talus(node), cell);
}

std::string rounded(double value) {
  std::ostringstream stream;
  stream.precision(4);
  stream << value;
  return stream.str();
}

// The limit rounded down so that the printed number is itself allowed.
std::string printed_limit(double limit) {
  const double unit = std::pow(10.0, std::floor(std::log10(limit)) - 3.0);
  return rounded(std::floor(limit / unit) * unit);
}

void check_time_step(const Params& params, Node node, double cell) {
  const double limit = step_values(params, node, cell).stable_limit;
  if (runs_water(node) && params.time_step > limit)
    throw Error("time_step = " + parameter_text(params, find_parameter("time_step")) +
                " s is too long to be stable; use at most " + printed_limit(limit) +
                " s here, or auto.");
}

void note_thermal_limits(const StepValues& values, Schedule& schedule) {
  const struct {
    const char* name;
    double wanted, most;
  } rates[] = {{"talus", values.wanted_talus, values.most_talus},
               {"creep", values.wanted_creep, values.most_creep}};
  for (const auto& rate : rates)
    if (rate.wanted > rate.most)
      schedule.notes.push_back(std::string(rate.name) + " acts at " +
                               rounded(100 * rate.most / rate.wanted) +
                               " % of its rate: more would not be stable with this time step; use "
                               "more, shorter steps to get it all.");
}

// What is not a float of step_values.def.
void choose_in_step(const Params& params, Node node, MaskPresence masks, Step& step) {
  step.open_border = params.border == border_open;
  step.exponent_quarters = params.exponent == exponent_half  ? RILL_EXPONENT_HALF
                           : params.exponent == exponent_one ? RILL_EXPONENT_ONE
                                                             : RILL_EXPONENT_THREE_QUARTERS;
  step.depth_band = params.depth_rule == depth_band;
  step.collision_rule = params.capacity_rule == capacity_collision;
  step.semi_lagrangian = params.transport == transport_semi_lagrangian;
  if (!masks.bedrock) step.bedrock_bite = 1.0f;
  step.keep = 0;
  if (runs_water(node)) {
    if (params.output_erosion) step.keep |= RILL_KEEP_FALL;
    if (params.output_flow) step.keep |= RILL_KEEP_DISCHARGE;
  }
  if (runs_talus(node) && params.output_debris) step.keep |= RILL_KEEP_RECEIVED;
}

std::vector<ScheduledStage> rill_stages(Node node, bool masks) {
  const bool talus = runs_talus(node);
  const int talus_halo = masks ? 2 : 1;
  if (node == Node::thermal) {
    std::vector<ScheduledStage> stages = {{stage_rill_drops, 1, talus_halo + 1},
                                          {stage_rill_talus, 2, talus_halo}};
    if (masks) {
      stages.push_back({stage_rill_talus_share, 3, 1});
      stages.push_back({stage_rill_exchange_talus, 4, 1});
    }
    stages.push_back({stage_rill_apply_talus, masks ? 5 : 3, 0});
    return stages;
  }
  std::vector<ScheduledStage> stages = {{stage_rill_rain, 0, 3}, {stage_rill_edges, 1, 3}};
  if (talus) stages.push_back({stage_rill_talus, 2, talus_halo});
  stages.push_back({stage_rill_limiter, 2, 2});
  if (talus && masks) stages.push_back({stage_rill_talus_share, 3, 1});
  stages.push_back({stage_rill_limit, 3, 2});
  stages.push_back({stage_rill_erode, 4, 1});
  stages.push_back({talus ? stage_rill_exchange_both : stage_rill_exchange, 5, 1});
  stages.push_back({talus ? stage_rill_apply_both : stage_rill_apply_water, 6, 0});
  return stages;
}

std::vector<ScheduledStage> jako_stages(Node node, bool collision) {
  if (node == Node::thermal)
    return {{stage_jako_drops, 1, 2}, {stage_jako_talus, 2, 1}, {stage_jako_apply_talus, 3, 0}};
  std::vector<ScheduledStage> stages = {
      {stage_jako_rain, 0, 3}, {stage_jako_drops, 1, 3}, {stage_jako_pipes, 2, 2}};
  if (runs_talus(node)) stages.push_back({stage_jako_talus, 2, 1});
  if (collision) stages.push_back({stage_jako_slopes, 2, 2});
  stages.push_back({stage_jako_erode, 3, 1});
  stages.push_back({runs_talus(node) ? stage_jako_apply_both : stage_jako_apply_water, 4, 0});
  return stages;
}

}  // namespace

double height_quantum(double cell, double world_scale) {
  Params params;
  params.world_scale = world_scale;
  return step_values(params, Node::combined, cell).quantum;
}

double time_step_limit(const Params& params, double cell) {
  return step_values(params, Node::combined, cell).stable_limit;
}

double time_step_used(const Params& params, Node node, double cell) {
  check_time_step(params, node, cell);
  return step_values(params, node, cell).dt;
}

int iterations_for(double seconds, const Params& params, Node node, double cell) {
  const double most = std::numeric_limits<int>::max();
  const double steps = std::round(seconds / time_step_used(params, node, cell));
  return steps > 1 ? int(std::min(steps, most)) : 1;
}

Schedule make_schedule(const Params& params, Node node, double cell, MaskPresence masks) {
  check_time_step(params, node, cell);
  Schedule schedule;
  const StepValues values = step_values(params, node, cell);
  schedule.time_step = values.dt;
  schedule.step = values.step;
  choose_in_step(params, node, masks, schedule.step);
  if (runs_talus(node) && params.scheme == scheme_rill) note_thermal_limits(values, schedule);
  schedule.wrap = params.border == border_wrap;
  const bool jako = params.scheme == scheme_jako2011;
  schedule.stages = jako ? jako_stages(node, params.capacity_rule == capacity_collision)
                         : rill_stages(node, masks.any());
  schedule.last_lag = schedule.stages.back().lag;
  schedule.changed = {field_height, field_low};
  if (runs_water(node)) {
    for (Field field : {field_water, field_sediment, field_flux0, field_flux1, field_flux2,
                        field_flux3, field_hardness})
      schedule.changed.push_back(field);
  } else {
    schedule.read_only.push_back(field_hardness);
  }
  if (masks.any()) {
    if (runs_water(node)) schedule.read_only.push_back(field_rain);
    schedule.read_only.push_back(field_erodability);
    schedule.read_only.push_back(field_bedrock);
  }
  return schedule;
}

}  // namespace rill
