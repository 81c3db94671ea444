// Layers to fields and back: sizes, NaN, ranges, defaults, settling, output layers.

#include "state.h"
#include "memory.h"

#include <rill/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace rill {
namespace {

struct LayerRule {
  const char* name;
  Field field;
  double least, most;  // beyond them a value is refused
  double clamp_least, clamp_most;
};

constexpr double any_length = 1e7;
constexpr double any_flux = 1e15;

std::vector<LayerRule> rules_for(Node node, int scheme) {
  std::vector<LayerRule> rules = {
      {layer::height, field_height, -any_length, any_length, -any_length, any_length},
      {layer::height_low, field_low, -1e3, 1e3, -1e3, 1e3},
      {layer::hardness, field_hardness, -any_length, any_length, 0, 1},
      {layer::erodability, field_erodability, -any_length, any_length, 0, 1},
      {layer::bedrock, field_bedrock, -1.1e30, any_length, -1e30, any_length},
  };
  if (runs_water(node)) {
    rules.push_back({layer::water, field_water, -any_length, any_length, 0, any_length});
    rules.push_back({layer::sediment, field_sediment, -any_length, any_length, 0, any_length});
    rules.push_back({layer::rain, field_rain, -any_length, any_length, 0, any_length});
    const std::vector<const char*> flux = flux_layers(scheme);
    const double least_flux = scheme == scheme_jako2011 ? 0 : -any_flux;
    for (int k = 0; k < 4; ++k)
      rules.push_back({flux[std::size_t(k)], Field(field_flux0 + k), -any_flux, any_flux, least_flux,
                       any_flux});
  }
  return rules;
}

std::string at_cell(std::size_t index, int nx) {
  std::ostringstream stream;
  stream << "at cell (" << index % std::size_t(nx) << ", " << index / std::size_t(nx) << ")";
  return stream.str();
}

void check_layer(const LayerRule& rule, const Terrain& terrain) {
  const auto found = terrain.layers.find(rule.name);
  if (found == terrain.layers.end()) return;
  const Layer& values = found->second;
  if (values.size() != terrain.cells()) {
    std::ostringstream sentence;
    sentence << "The layer '" << rule.name << "' has " << values.size() << " values where the grid has "
             << terrain.cells() << " cells; give it the size of the height layer.";
    throw Error(sentence.str());
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    if (value >= rule.least && value <= rule.most) continue;  // false for NaN
    std::ostringstream sentence;
    sentence << "The layer '" << rule.name << "' holds " << value << " " << at_cell(i, terrain.nx)
             << "; ";
    if (std::isfinite(value))
      sentence << "values from " << rule.least << " to " << rule.most << " can be cooked.";
    else
      sentence << "replace it by a number.";
    throw Error(sentence.str());
  }
}

// Clamps, and says so once per layer.
void clamp_layer(std::vector<float>& values, const LayerRule& rule, std::vector<std::string>& notes) {
  std::size_t clamped = 0;
  for (float& value : values) {
    const float inside = std::min(std::max(value, float(rule.clamp_least)), float(rule.clamp_most));
    clamped += inside != value;
    value = inside;
  }
  if (!clamped) return;
  std::ostringstream sentence;
  sentence << "The layer '" << rule.name << "' was outside " << rule.clamp_least << " to "
           << rule.clamp_most << " in " << clamped << " cells and was clamped there.";
  notes.push_back(sentence.str());
}

bool is_mask(Field field) {
  return field == field_rain || field == field_erodability || field == field_bedrock;
}

double neutral_value(Field field, const Params& params) {
  switch (field) {
    case field_hardness: return params.hardness;
    case field_rain:
    case field_erodability: return 1;
    case field_bedrock: return -1e30;
    default: return 0;
  }
}

// Flow over an edge that does not exist cannot be carried on.
void clear_missing_edges(State& state, const Params& params) {
  const bool wrap = params.border == border_wrap;
  const bool rill = params.scheme == scheme_rill;
  struct Offset {
    int x, y;
  };
  const Offset rill_edges[4] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  const Offset jako_pipes[4] = {{-1, 0}, {1, 0}, {0, 1}, {0, -1}};
  for (int k = 0; k < 4; ++k) {
    const Offset offset = rill ? rill_edges[k] : jako_pipes[k];
    // jako2011's pipes do cross an open border.
    if (!wrap && !rill && params.border == border_open) continue;
    std::vector<float>& flux = state.fields[field_flux0 + k];
    for (int y = 0; y < state.ny; ++y)
      for (int x = 0; x < state.nx; ++x) {
        const int to_x = x + offset.x, to_y = y + offset.y;
        const bool inside = to_x >= 0 && to_x < state.nx && to_y >= 0 && to_y < state.ny;
        const bool onto_itself = (state.nx == 1 || offset.x == 0) && (state.ny == 1 || offset.y == 0);
        if (wrap ? onto_itself : !inside)
          flux[std::size_t(y) * std::size_t(state.nx) + std::size_t(x)] = 0;
      }
  }
}

// A height into the solver's two parts (pass_height.h).
void split_into(double height, double quantum, float& coarse, float& fine) {
  coarse = float(std::nearbyint(height / quantum) * quantum);
  fine = float(height - double(coarse));
  if (height == 0) coarse = fine = float(height);  // keeps the sign of a zero
}

// Without a low layer the height layer is all there is; with one it is the rounded sum of both.
void split_height(State& state, bool has_low) {
  std::vector<float>& height = state.fields[field_height];
  std::vector<float>& low = state.fields[field_low];
  const double quantum = state.height_quantum;
  for (std::size_t i = 0; i < state.cells(); ++i) {
    if (!has_low) {
      split_into(double(height[i]), quantum, height[i], low[i]);
      continue;
    }
    const double coarse = std::nearbyint((double(height[i]) - double(low[i])) / quantum) * quantum;
    height[i] = coarse == 0 ? std::copysign(0.0f, height[i]) : float(coarse);
  }
}

void join_height(State& state) {
  std::vector<float>& height = state.fields[field_height];
  const std::vector<float>& low = state.fields[field_low];
  for (std::size_t i = 0; i < state.cells(); ++i)
    height[i] = float(double(height[i]) + double(low[i]));
}

void settle_sediment(State& state) {
  std::vector<float>& height = state.fields[field_height];
  std::vector<float>& low = state.fields[field_low];
  std::vector<float>& water = state.fields[field_water];
  std::vector<float>& sediment = state.fields[field_sediment];
  const double quantum = state.height_quantum;
  for (std::size_t i = 0; i < state.cells(); ++i) {
    split_into(double(height[i]) + double(low[i]) + double(sediment[i]), quantum, height[i], low[i]);
    water[i] = std::max(0.0f, water[i] - sediment[i]);
    sediment[i] = 0;
  }
}

void give_flow(Totals& totals, int steps, Terrain& terrain) {
  for (std::size_t i = 0; i < totals.flow.size(); ++i) {
    const double x = totals.flow_x[i], y = totals.flow_y[i];
    const double length = std::sqrt(x * x + y * y);
    totals.flow[i] = steps > 0 ? float(double(totals.flow[i]) / steps) : 0.0f;
    totals.flow_x[i] = length > 0 ? float(x / length) : 0.0f;
    totals.flow_y[i] = length > 0 ? float(y / length) : 0.0f;
  }
  terrain.layers[layer::flow] = std::move(totals.flow);
  terrain.layers[layer::flowdir_x] = std::move(totals.flow_x);
  terrain.layers[layer::flowdir_y] = std::move(totals.flow_y);
}

}  // namespace

std::vector<const char*> flux_layers(int scheme) {
  if (scheme == scheme_jako2011) return {layer::flux_l, layer::flux_r, layer::flux_t, layer::flux_b};
  return {layer::flux_x, layer::flux_y, layer::flux_p, layer::flux_n};
}

void check_terrain(const Terrain& terrain, Node node, const Params& params) {
  const double most_cells = double(std::numeric_limits<int>::max());
  if (terrain.nx < 1 || terrain.ny < 1) throw Error("The terrain is empty; it needs at least one cell.");
  if (double(terrain.nx) * double(terrain.ny) > most_cells)
    throw Error("The terrain has more than 2147483647 cells; cut it into tiles.");
  if (!(terrain.cell >= 1e-3 && terrain.cell <= 1e5)) {
    std::ostringstream sentence;
    sentence << "A cell of " << terrain.cell << " m cannot be cooked; use 0.001 m to 100000 m.";
    throw Error(sentence.str());
  }
  if (!terrain.has(layer::height)) throw Error("There is no layer 'height'; give the terrain one.");
  for (const LayerRule& rule : rules_for(node, params.scheme)) check_layer(rule, terrain);
}

State take_state(Terrain& terrain, Node node, const Params& params,
                 std::vector<std::string>& notes) {
  State state;
  state.nx = terrain.nx;
  state.ny = terrain.ny;
  state.cell = terrain.cell;
  state.height_quantum = height_quantum(terrain.cell, params.world_scale);
  state.masks.rain = runs_water(node) && terrain.has(layer::rain);
  state.masks.erodability = terrain.has(layer::erodability);
  state.masks.bedrock = terrain.has(layer::bedrock);
  const bool has_low = terrain.has(layer::height_low);
  for (const LayerRule& rule : rules_for(node, params.scheme)) {
    std::vector<float>& values = state.fields[rule.field];
    const auto found = terrain.layers.find(rule.name);
    if (found != terrain.layers.end()) {
      values = copied_large(found->second);
      // Masks stay with the terrain: the cook only reads them.
      if (!is_mask(rule.field)) Layer().swap(found->second);
      clamp_layer(values, rule, notes);
    } else if (!is_mask(rule.field) || state.masks.any()) {
      values = filled_large(terrain.cells(), float(neutral_value(rule.field, params)));
    }
  }
  split_height(state, has_low);
  if (runs_water(node)) clear_missing_edges(state, params);
  return state;
}

State copy_for_layers(const State& state) {
  State copy;
  copy.nx = state.nx;
  copy.ny = state.ny;
  copy.cell = state.cell;
  copy.height_quantum = state.height_quantum;
  for (int field = 0; field < field_count; ++field)
    if (!is_mask(Field(field))) copy.fields[field] = copied_large(state.fields[field]);
  return copy;
}

void give_layers(State& state, Totals& totals, int steps, Node node, const Params& params,
                 bool keep_low, Terrain& terrain) {
  if (runs_water(node) && params.settle) settle_sediment(state);
  join_height(state);
  for (const LayerRule& rule : rules_for(node, params.scheme)) {
    const LayerInfo* info = find_layer(rule.name);
    if (info->role == LayerRole::state) terrain.layers[rule.name] = std::move(state.fields[rule.field]);
  }
  if (!keep_low) terrain.layers.erase(layer::height_low);
  if (!totals.erosion.empty()) terrain.layers[layer::erosion] = std::move(totals.erosion);
  if (!totals.deposition.empty()) terrain.layers[layer::deposition] = std::move(totals.deposition);
  if (!totals.debris.empty()) terrain.layers[layer::debris] = std::move(totals.debris);
  if (!totals.flow.empty()) give_flow(totals, steps, terrain);
  if (!state.fields[field_velocity_x].empty()) {
    terrain.layers[layer::velocity_x] = std::move(state.fields[field_velocity_x]);
    terrain.layers[layer::velocity_y] = std::move(state.fields[field_velocity_y]);
  }
}

}  // namespace rill
