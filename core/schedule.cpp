// Time step, world scale and the per-step floats (MODEL: "Time step", "World scale", "Defaults").
// Everything is worked out in double and rounded to float once, here.

#include "schedule.h"

#include <rill/cook.h>
#include <rill/error.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace rill {
namespace {

const double axis_weight = 2.0 - std::sqrt(2.0);
const double diagonal_weight = (std::sqrt(2.0) - 1.0) / 2.0;

double exponent_value(int exponent) {
  return exponent == exponent_half ? 0.5 : exponent == exponent_one ? 1.0 : 0.75;
}

// A terrain world_scale times as large erodes alike with these.
Params scaled_to_world(const Params& params) {
  const double scale = params.world_scale;
  Params scaled = params;
  for (double Params::*length : {&Params::rain, &Params::gravity, &Params::pipe_area, &Params::film,
                                 &Params::erosion_depth, &Params::max_speed})
    scaled.*length *= scale;
  scaled.talus *= scale * scale;
  scaled.creep *= scale * scale;
  scaled.softening /= scale;
  if (params.scheme == scheme_rill)
    scaled.capacity *= std::pow(scale, 1.0 - 2.0 * exponent_value(params.exponent));
  return scaled;
}

std::string rounded(double value) {
  std::ostringstream stream;
  stream.precision(4);
  stream << value;
  return stream.str();
}

double stable_limit(const Params& scaled, double cell) {
  const double wave_speed = std::sqrt(scaled.gravity * scaled.pipe_area);
  // scheme rill: the largest eigenvalue of the eight edges is 8 * axis_weight; jako2011: two
  // one-way pipes act on each pair of cells at once.
  const double reach = scaled.scheme == scheme_rill ? 1.0 / std::sqrt(2.0 * axis_weight) : 0.5;
  // The fastest wave has frequency w; with a share k = max(0, 1 - dt * drag) of the flow kept from
  // step to step it is stable while (dt w)^2 <= 2 (1 + k).
  const double frequency = 2.0 * wave_speed / (reach * cell);
  const double with_drag =
      4.0 / (scaled.drag + std::sqrt(scaled.drag * scaled.drag + 4.0 * frequency * frequency));
  const double limit = with_drag * scaled.drag <= 1.0 ? with_drag : std::sqrt(2.0) / frequency;
  return scaled.cfl * limit;
}

// The limit rounded down so that the printed number is itself allowed.
std::string printed_limit(double limit) {
  const double unit = std::pow(10.0, std::floor(std::log10(limit)) - 3.0);
  return rounded(std::floor(limit / unit) * unit);
}

double chosen_time_step(const Params& params, Node node, double cell) {
  const double limit = stable_limit(scaled_to_world(params), cell);
  if (params.time_step == 0)
    return std::min(0.02 * (cell / params.world_scale), 0.9 * limit);
  // Without water nothing oscillates, and talus limits itself.
  if (runs_water(node) && params.time_step > limit)
    throw Error("time_step = " + parameter_text(params, find_parameter("time_step")) +
                " s is too long to be stable; use at most " + printed_limit(limit) +
                " s here, or auto.");
  return params.time_step;
}

struct ThermalRates {
  double talus, creep;
};

ThermalRates thermal_rates(const Params& scaled, double dt, double cell, Schedule& schedule) {
  const double talus = dt * scaled.talus / (cell * cell);
  const double creep = dt * scaled.creep / (cell * cell);
  const double most_talus = 0.12, most_creep = 0.15;
  if (talus > most_talus)
    schedule.notes.push_back("talus acts at " + rounded(100 * most_talus / talus) +
                             " % of its rate: more would not be stable with this time step; use "
                             "more, shorter steps to get it all.");
  if (creep > most_creep)
    schedule.notes.push_back("creep acts at " + rounded(100 * most_creep / creep) +
                             " % of its rate: more would not be stable with this time step; use "
                             "more, shorter steps to get it all.");
  return {std::min(most_talus, talus), std::min(most_creep, creep)};
}

Step make_step(const Params& params, Node node, double cell, double dt, MaskPresence masks,
               Schedule& schedule) {
  const Params scaled = scaled_to_world(params);
  const double area = cell * cell;
  const double gain = dt * scaled.gravity * scaled.pipe_area;
  const double speed_limit = scaled.max_speed > 0 ? std::min(scaled.max_speed, cell / dt) : cell / dt;
  Step step = {};
  step.open_border = params.border == border_open;
  step.exponent_quarters = params.exponent == exponent_half  ? RILL_EXPONENT_HALF
                           : params.exponent == exponent_one ? RILL_EXPONENT_ONE
                                                             : RILL_EXPONENT_THREE_QUARTERS;
  step.depth_band = params.depth_rule == depth_band;
  step.collision_rule = params.capacity_rule == capacity_collision;
  step.semi_lagrangian = params.transport == transport_semi_lagrangian;
  step.rain_depth = float(dt * scaled.rain);
  step.keep_water = float(std::max(0.0, 1.0 - dt * scaled.evaporation));
  step.dry_share = float(std::min(1.0, dt * scaled.evaporation));
  step.keep_flow = float(std::max(0.0, 1.0 - dt * scaled.drag));
  step.gain_axis = float(gain * axis_weight);
  step.gain_diagonal = float(gain * diagonal_weight);
  step.gain_pipe = float(gain);
  step.area_per_dt = float(area / dt);
  step.dt_per_area = float(dt / area);
  step.spread = float(std::sqrt(1.0 + axis_weight * axis_weight));
  step.per_cell = float(1.0 / cell);
  step.per_cell_squared = float(1.0 / area);
  step.per_two_cells = float(0.5 / cell);
  step.per_four_cells = float(0.25 / cell);
  step.per_diagonal = float(1.0 / (cell * std::sqrt(2.0)));
  step.capacity = float(scaled.capacity);
  step.min_tilt = float(scaled.min_tilt);
  step.min_tilt_squared = float(scaled.min_tilt * scaled.min_tilt);
  step.per_erosion_depth = float(1.0 / scaled.erosion_depth);
  step.erode_rate = float(dt * scaled.suspension);
  step.deposit_rate = float(dt * scaled.deposition);
  step.soften_rate = float(dt * scaled.softening * scaled.suspension);
  step.min_hardness = float(scaled.min_hardness);
  step.max_bite = float(cell / 16.0);
  step.bank_fade = float(64.0 / cell);
  step.bank_axis = float(scaled.bank / 6.0);
  step.bank_diagonal = float(scaled.bank / 12.0);
  // With bedrock, water takes at most half of what stands on it: this share directly, the rest as
  // banks, which fade out over the last quarter of a cell above it.
  step.bedrock_bite = masks.bedrock ? float(0.5 - 0.25 * scaled.bank) : 1.0f;
  step.bank_per_clearance = float(4.0 / cell);
  step.talus_scale = float(scaled.talus_scale);
  step.talus_bias = float(scaled.talus_bias);
  step.film = float(scaled.film);
  step.speed_limit = float(speed_limit);
  step.cells_per_speed = float(dt / cell);
  const double quantum = height_quantum(cell, params.world_scale);
  step.coarse_rounder = float(1.5 * std::exp2(23.0) * quantum);
  step.fine_rounder = float(1.5 * quantum);
  step.height_grain = float(2.0 * quantum * std::exp2(-23.0));
  if (runs_talus(node)) {
    if (params.scheme == scheme_rill) {
      const ThermalRates rates = thermal_rates(scaled, dt, cell, schedule);
      step.talus_axis = float(axis_weight * rates.talus);
      step.talus_diagonal = float(diagonal_weight * rates.talus);
      step.creep_axis = float(rates.creep * 2.0 / 3.0);
      step.creep_diagonal = float(rates.creep / 6.0);
    } else {
      step.talus_half = float(0.5 * std::min(1.0, dt * scaled.thermal));
    }
  }
  step.keep = 0;
  if (runs_water(node)) {
    if (params.output_erosion) step.keep |= RILL_KEEP_FALL;
    if (params.output_flow) step.keep |= RILL_KEEP_DISCHARGE;
  }
  if (runs_talus(node) && params.output_debris) step.keep |= RILL_KEEP_RECEIVED;
  return step;
}

std::vector<ScheduledStage> rill_stages(Node node, bool masks) {
  const bool talus = runs_talus(node);
  const int talus_halo = masks ? 2 : 1;
  if (node == Node::thermal) {
    std::vector<ScheduledStage> stages = {{stage_rill_drops, 1, talus_halo + 1},
                                          {stage_rill_talus, 2, talus_halo}};
    if (masks) stages.push_back({stage_rill_talus_share, 3, 1});
    if (masks) stages.push_back({stage_rill_exchange_talus, 4, 1});
    stages.push_back({stage_rill_apply_talus, masks ? 5 : 3, 0});
    return stages;
  }
  std::vector<ScheduledStage> stages = {{stage_rill_rain, 0, 3}, {stage_rill_edges, 1, 3}};
  if (talus && masks) stages.push_back({stage_rill_talus, 2, talus_halo});
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
  const double scale = std::exp2(std::floor(std::log2(world_scale)));
  const double own_cell = cell / scale;
  return scale * std::exp2(std::floor(std::log2(std::min(1.0, own_cell * own_cell))) - 10.0);
}

double time_step_limit(const Params& params, double cell) {
  return stable_limit(scaled_to_world(params), cell);
}

double time_step_used(const Params& params, Node node, double cell) {
  return chosen_time_step(params, node, cell);
}

Schedule make_schedule(const Params& params, Node node, double cell, MaskPresence masks) {
  Schedule schedule;
  schedule.time_step = chosen_time_step(params, node, cell);
  schedule.step = make_step(params, node, cell, schedule.time_step, masks, schedule);
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
