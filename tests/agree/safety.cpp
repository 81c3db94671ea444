#include "safety.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "schedule.h"
#include "terrains.h"

namespace rill::test {
namespace {

class Chance {
 public:
  explicit Chance(std::uint32_t seed) : seed_(seed) {}
  double uniform() { return random_at(++count_, 17, seed_); }
  int below(int count) { return std::min(count - 1, int(uniform() * count)); }
  double over_decades(double least, double most) {
    return least * std::pow(most / least, uniform());
  }

 private:
  std::uint32_t seed_;
  int count_ = 0;
};

double random_value(const ParameterInfo& info, Chance& chance) {
  const double kind = chance.uniform();
  if (kind < 0.05) return info.hard_min;
  if (kind < 0.1) return info.hard_max;
  const bool spans_decades = info.hard_min > 0 && info.hard_max / info.hard_min >= 100;
  if (spans_decades) return chance.over_decades(info.hard_min, info.hard_max);
  if (info.hard_min == 0 && kind < 0.6)
    return chance.over_decades(1e-5 * info.hard_max, info.hard_max);
  return info.hard_min + (info.hard_max - info.hard_min) * chance.uniform();
}

Params random_params(Chance& chance) {
  Params params;
  for (const ParameterInfo& info : parameter_table()) {
    if (info.kind == ParameterKind::number)
      params.*info.number = random_value(info, chance);
    else if (info.kind != ParameterKind::integer)
      params.*info.integer = chance.below(int(info.hard_max) + 1);
  }
  params.iterations = 30 + chance.below(31);
  return params;
}

double random_time_step(const Params& params, Node node, double cell, Chance& chance) {
  if (chance.uniform() < 0.5) return 0;
  const double most = node == Node::thermal ? 1000 : time_step_limit(params, cell);
  return std::min(1000.0, most * std::pow(10, -4 * chance.uniform() * chance.uniform()));
}

void add_masks(Terrain& terrain, Chance& chance) {
  const Layer& height = terrain.layers[layer::height];
  const auto by_chance = [&](double least, double most, double zeros) {
    Layer values(terrain.cells());
    for (float& value : values)
      value = chance.uniform() < zeros ? 0.0f : float(least + (most - least) * chance.uniform());
    return values;
  };
  if (chance.uniform() < 0.3) terrain.layers[layer::rain] = by_chance(0, 10, 0.3);
  if (chance.uniform() < 0.3) terrain.layers[layer::erodability] = by_chance(0, 1, 0.3);
  if (chance.uniform() < 0.3) {
    const double depth = terrain.cell * std::pow(10, 6 * chance.uniform() - 3);
    Layer bedrock = by_chance(-depth, depth / 10, 0.2);
    for (std::size_t i = 0; i < bedrock.size(); ++i)
      bedrock[i] = float(std::max(-1e7, std::min(1e7, double(height[i]) + double(bedrock[i]))));
    terrain.layers[layer::bedrock] = bedrock;
  }
}

// A state as a cook might have left it, in amounts from films to seas.
void add_state(Terrain& terrain, int scheme, Chance& chance) {
  const bool jako = scheme == scheme_jako2011;
  const double depth = chance.over_decades(1e-6, 1e3);
  const double flow = depth * terrain.cell * chance.over_decades(1e-3, 10);
  const char* const flux[2][4] = {{layer::flux_x, layer::flux_y, layer::flux_p, layer::flux_n},
                                  {layer::flux_l, layer::flux_r, layer::flux_t, layer::flux_b}};
  const auto fill = [&](const char* name, double least, double most) {
    Layer& layer = terrain.layers[name];
    layer.resize(terrain.cells());
    for (float& value : layer)
      value = chance.uniform() < 0.3 ? 0.0f : float(least + (most - least) * chance.uniform());
  };
  fill(layer::water, 0, depth);
  fill(layer::sediment, 0, 0.5 * depth);
  fill(layer::hardness, 0, 1);
  for (const char* name : flux[jako]) fill(name, jako ? 0 : -flow, flow);
}

}  // namespace

Terrain rough_ground(Ground ground, int nx, int ny, double cell, std::uint32_t seed) {
  Chance chance(seed);
  const double level = chance.uniform() < 0.3 ? 0 : 2e5 * chance.uniform() - 1e5;
  const double spikes = cell * chance.over_decades(1e-3, 1e3);
  Layer height(std::size_t(nx) * std::size_t(ny));
  for (float& value : height) {
    const double sign = 2 * chance.uniform() - 1;
    value = float(ground == Ground::flat    ? level
                  : ground == Ground::spiky ? std::max(-1e5, std::min(1e5, level + spikes * sign))
                  : chance.uniform() < 0.5  ? 1e5 * sign
                                            : std::copysign(1e5, sign));
  }
  return terrain(nx, ny, cell, height);
}

Trial random_trial(std::uint32_t seed) {
  Chance chance(seed);
  Trial trial;
  const double cell = chance.over_decades(0.01, 1000);
  const Ground ground = Ground(chance.below(3));
  trial.terrain = rough_ground(ground, 24, 20, cell, seed + 1);
  add_masks(trial.terrain, chance);
  trial.node = Node(chance.below(3));
  trial.params = random_params(chance);
  trial.params.time_step = random_time_step(trial.params, trial.node, cell, chance);
  trial.wet = chance.uniform() < 0.25;
  if (trial.wet) add_state(trial.terrain, trial.params.scheme, chance);
  return trial;
}

std::string describe(const Trial& trial) {
  std::ostringstream text;
  text << node_name(trial.node) << ", cell " << trial.terrain.cell << ", layers";
  for (const auto& entry : trial.terrain.layers) text << " " << entry.first;
  for (const ParameterInfo& info : parameter_table()) {
    const std::string value = parameter_text(trial.params, info);
    if (value != parameter_default_text(info)) text << " " << info.name << "=" << value;
  }
  return text.str();
}

testing::AssertionResult in_bounds(const Terrain& terrain) {
  for (const auto& [name, values] : terrain.layers) {
    const bool positive =
        name == layer::water || name == layer::sediment || name == layer::hardness;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const float value = values[i];
      if (std::isfinite(value) && (!positive || value >= 0) &&
          (name != layer::hardness || value <= 1))
        continue;
      return testing::AssertionFailure()
             << name << " is " << value << " at (" << i % std::size_t(terrain.nx) << ", "
             << i / std::size_t(terrain.nx) << ")";
    }
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult adds_up(double residual, double moved, double finest, const char* what) {
  if (std::abs(residual) <= 1e-6 * moved + finest) return testing::AssertionSuccess();
  return testing::AssertionFailure() << what << ": " << residual << " of " << moved
                                     << " m3 is missing, " << std::abs(residual) / moved;
}
testing::AssertionResult water_adds_up(const Budget& budget) {
  return adds_up(budget.water_residual(), budget.water_moved(), 0, "water");
}
// Where next to nothing moves, the finest step of a height shows: once a step every cell is rounded to
// it, by half of it at most. At great heights that step is the float's own.
testing::AssertionResult soil_adds_up(const Budget& budget, const Trial& trial) {
  const HeightRange range = height_range(trial.terrain);
  const double highest = std::max(std::abs(range.least), std::abs(range.most));
  const double finest = std::max(finest_height(trial), highest * std::exp2(-23 - 23));
  const double roundings = double(trial.terrain.cells()) * trial.params.iterations;
  const double cell = trial.terrain.cell;
  return adds_up(budget.soil_residual(), budget.soil_moved(),
                 0.5 * roundings * finest * cell * cell, "soil");
}

double finest_height(const Trial& trial) {
  return height_quantum(trial.terrain.cell, trial.params.world_scale) * std::exp2(-23);
}

HeightRange height_range(const Terrain& terrain) {
  const Layer& height = terrain.layers.at(layer::height);
  const auto [least, most] = std::minmax_element(height.begin(), height.end());
  return {double(*least), double(*most)};
}

}  // namespace rill::test
