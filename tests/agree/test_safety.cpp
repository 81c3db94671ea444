// Safe at any setting: every parameter at both ends of its hard range alone, and a thousand sets by
// chance, on flat, spiky and extreme ground with cells of 0.01 to 1000 m. Output is finite and in
// bounds, heights of scheme rill keep to the old range, budgets close; or the cook is refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>

#include "cpu.h"
#include "errors.h"
#include "safety.h"

namespace rill::test {
namespace {

// One thread: these grids are small.
CookOptions alone() {
  CookOptions options;
  options.threads = 1;
  return options;
}

bool soil_is_kept(const Trial& trial) {
  return trial.params.scheme == scheme_rill || trial.params.transport == transport_conservative ||
         !runs_water(trial.node);
}

double highest_of(const Terrain& terrain, const char* name) {
  if (!terrain.has(name)) return 0;
  const Layer& values = terrain.layers.at(name);
  return double(*std::max_element(values.begin(), values.end()));
}

// Scheme rill: nothing below the old minimum, nothing above the old maximum but by what was laid
// down there.
testing::AssertionResult keeps_to_range(const Trial& trial, const Terrain& result) {
  const HeightRange before = height_range(trial.terrain), after = height_range(result);
  const double size = std::max(std::abs(before.least), std::abs(before.most));
  const double tolerance = 1e-6 * (before.most - before.least) + 1.2e-7 * size +
                           trial.params.iterations * finest_height(trial);
  const double laid_down = 1.000001 * highest_of(result, layer::deposition) +
                           (trial.params.settle && runs_water(trial.node) ? 1e30 : 0);
  if (after.least >= before.least - tolerance && after.most <= before.most + laid_down + tolerance)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "heights of " << before.least << " to " << before.most
                                     << " became " << after.least << " to " << after.most;
}

// Scheme rill: sediment is part of the water that carries it, but for what rounding leaves behind.
testing::AssertionResult mud_is_wet(const CookResult& result) {
  double dry = 0;
  for (std::size_t i = 0; i < result.terrain.cells(); ++i)
    dry += std::max(0.0, double(result.terrain.layers.at(layer::sediment)[i]) -
                             double(result.terrain.layers.at(layer::water)[i]));
  const double volume = dry * result.terrain.cell * result.terrain.cell;
  if (volume <= 1e-6 * result.budget.water_moved()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << volume << " m3 of mud without water";
}

enum Check { bounds, range, mud, water_budget, soil_budget };

testing::AssertionResult holds(Check check, const Trial& trial, const CookResult& result) {
  switch (check) {
    case bounds:
      return in_bounds(result.terrain);
    case range:
      if (trial.params.scheme == scheme_rill) return keeps_to_range(trial, result.terrain);
      break;
    case mud:
      if (!trial.wet && runs_water(trial.node) && trial.params.scheme == scheme_rill)
        return mud_is_wet(result);
      break;
    case water_budget:
      if (!trial.wet) return water_adds_up(result.budget);
      break;
    case soil_budget:
      if (!trial.wet && soil_is_kept(trial)) return soil_adds_up(result.budget, trial);
      break;
  }
  return testing::AssertionSuccess();
}

constexpr Check all_checks[] = {bounds, range, mud, water_budget, soil_budget};
const char* const check_names[] = {
    "output is finite and in bounds", "heights keep to the old range",
    "sediment stays within its water", "water adds up", "soil adds up"};

// Counts what does not hold and shows the first few.
class Tally {
 public:
  void add(const Trial& trial, const CookResult& result) {
    ++trials_;
    for (Check check : all_checks) {
      const testing::AssertionResult outcome = holds(check, trial, result);
      if (outcome || ++failures_[check] > 4) continue;
      examples_[check] += std::string("\n") + outcome.message() + ": " + describe(trial);
    }
  }
  void expect_all_held(int at_least_trials) const {
    EXPECT_GE(trials_, at_least_trials);
    for (Check check : all_checks)
      EXPECT_EQ(failures_[check], 0)
          << check_names[check] << ", not in all of " << trials_ << ":" << examples_[check];
  }

 private:
  int trials_ = 0;
  int failures_[std::size(all_checks)] = {};
  std::string examples_[std::size(all_checks)];
};

bool used_by(const ParameterInfo& info, int scheme, Node node) {
  const std::string schemes = info.schemes, nodes = info.nodes;
  return (schemes == "both" || schemes == scheme_name(scheme)) &&
         (nodes == "all" || (nodes == "water" ? runs_water(node) : runs_talus(node)));
}

Trial at_end(const ParameterInfo& info, double end, int scheme, Node node, Ground ground,
             double cell, std::uint32_t seed) {
  Trial trial;
  trial.terrain = rough_ground(ground, 16, 13, cell, seed);
  trial.node = node;
  trial.params.scheme = scheme;
  trial.params.iterations = 30;
  trial.params.output_deposition = trial.params.output_velocity = trial.params.output_flow = 1;
  if (info.number)
    trial.params.*info.number = end;
  else if (info.kind != ParameterKind::integer)
    trial.params.*info.integer = int(end);
  trial.params.scheme = scheme;
  return trial;
}

// Runs it unless the step is too long, which must be said before the first step.
void add_or_expect_refusal(const Trial& trial, Tally& tally) {
  const double limit = time_step_limit(trial.params, trial.terrain.cell);
  if (!runs_water(trial.node) || trial.params.time_step <= limit) {
    const CookResult result = cook_on_cpu(trial.terrain, trial.node, trial.params, alone());
    tally.add(trial, result);
    return;
  }
  CookOptions options = alone();
  options.progress = [](int, int) -> bool { throw std::logic_error("a step was run"); };
  EXPECT_TRUE(
      mentions(refusal([&] { cook_on_cpu(trial.terrain, trial.node, trial.params, options); }),
               {"time_step", "use at most"}));
}

TEST(Safety, EveryParameterAtBothEnds) {
  Tally tally;
  std::uint32_t seed = 800;
  for (const ParameterInfo& info : parameter_table())
    for (int scheme : {scheme_rill, scheme_jako2011})
      for (Node node : {Node::hydraulic, Node::thermal, Node::combined}) {
        if (!used_by(info, scheme, node)) continue;
        for (double end : {info.hard_min, info.hard_max})
          for (Ground ground : {Ground::flat, Ground::spiky, Ground::extreme})
            for (double cell : {0.01, 1.0, 1000.0})
              add_or_expect_refusal(at_end(info, end, scheme, node, ground, cell, ++seed), tally);
      }
  tally.expect_all_held(2000);
}

TEST(Safety, AThousandRandomSets) {
  Tally tally;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    Trial trial = random_trial(1000 + 10 * i);
    trial.params.output_deposition = 1;
    tally.add(trial, cook_on_cpu(trial.terrain, trial.node, trial.params, alone()));
  }
  tally.expect_all_held(1000);
}

// Steps so short that floats cannot hold them.
TEST(Safety, TinyTimeSteps) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
      for (double time_step :
           {std::numeric_limits<double>::denorm_min(), 1e-300, 1e-45, 1e-30, 1e-12})
        for (double cell : {0.001, 1.0, 1e5})
          for (bool wet : {false, true}) {
            Trial trial = random_trial(wet ? 1000 : 1010);
            if (wet) trial.terrain.layers[layer::water].assign(trial.terrain.cells(), 5);
            trial.params = Params();
            trial.params.scheme = scheme;
            trial.params.iterations = 10;
            trial.params.time_step = time_step;
            trial.params.output_velocity = trial.params.output_flow = 1;
            trial.terrain.cell = cell;
            EXPECT_TRUE(in_bounds(cook_on_cpu(trial.terrain, node, trial.params, alone()).terrain))
                << scheme_name(scheme) << " " << node_name(node) << " time_step " << time_step
                << " cell " << cell << (wet ? " wet" : "");
          }
}

// Layers at the ends of what is accepted.
TEST(Safety, ExtremeLayers) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : {Node::hydraulic, Node::combined})
      for (double cell : {0.001, 1.0, 1e5})
        for (float height : {0.0f, 1e7f})
          for (float water : {0.0f, 1e-38f, 1e7f})
            for (float flux : {0.0f, 1e15f}) {
              Terrain terrain = rough_ground(Ground::extreme, 9, 8, cell, 900);
              for (float& value : terrain.layers[layer::height])
                value = value > 0 ? height : -height;
              terrain.layers[layer::water].assign(terrain.cells(), water);
              terrain.layers[layer::sediment].assign(terrain.cells(), water);
              terrain.layers[layer::rain].assign(terrain.cells(), 1e7f);
              for (const char* name : {layer::flux_x, layer::flux_p, layer::flux_l, layer::flux_t})
                terrain.layers[name].assign(terrain.cells(), flux);
              Params params;
              params.scheme = scheme;
              params.iterations = 20;
              params.rain = 1;
              params.output_velocity = params.output_flow = 1;
              EXPECT_TRUE(in_bounds(cook_on_cpu(terrain, node, params, alone()).terrain))
                  << scheme_name(scheme) << " " << node_name(node) << " cell " << cell << " height "
                  << height << " water " << water << " flux " << flux;
            }
}

}  // namespace
}  // namespace rill::test
