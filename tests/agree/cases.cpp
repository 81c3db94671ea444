#include "cases.h"

#include <sstream>
#include <utility>

#include "pairwise.h"
#include "terrains.h"

namespace rill::test {
namespace {

struct Size {
  int nx, ny;
};
constexpr Size sizes[] = {{1, 1},    {2, 2},    {7, 7}, {8, 8}, {9, 9},   {64, 64},
                          {515, 33}, {33, 515}, {1, 9}, {9, 1}, {600, 20}};
constexpr int size_count = int(sizeof(sizes) / sizeof(sizes[0]));

enum Factor {
  size_factor,
  node_factor,
  border_factor,
  masks_factor,
  outputs_factor,
  settle_factor,
  state_factor,
  first_option,   // rill: exponent; jako2011: transport
  second_option,  // jako2011: depth_rule
  third_option,   // jako2011: capacity_rule
};

std::vector<int> level_counts(int scheme) {
  std::vector<int> counts = {size_count, 3, 3, mask_choices, output_choices, 2, 2};
  if (scheme == scheme_rill)
    counts.push_back(3);
  else
    counts.insert(counts.end(), {2, 2, 2});
  return counts;
}

Case make_case(int scheme, int iterations, const Combination& level, std::uint32_t seed) {
  const Size size = sizes[level[size_factor]];
  Case result;
  result.terrain = everything(size.nx, size.ny, 2, scheme, seed);
  for (int y = 0; y < size.ny; ++y)
    for (int x = 0; x < size.nx; ++x)  // rough enough for talus
      result.terrain
          .layers[layer::height][std::size_t(y) * std::size_t(size.nx) + std::size_t(x)] +=
          float(3 * random_at(x, y, seed));
  result.node = Node(level[node_factor]);
  result.params = lively(scheme, iterations);
  result.params.border = level[border_factor];
  result.params.settle = level[settle_factor];
  choose_masks(result.terrain, MaskChoice(level[masks_factor]));
  choose_outputs(result.params, OutputChoice(level[outputs_factor]));
  if (level[state_factor]) drop_state(result.terrain);
  if (scheme == scheme_rill) {
    result.params.exponent = level[first_option];
  } else {
    result.params.transport = level[first_option];
    result.params.depth_rule = level[second_option];
    result.params.capacity_rule = level[third_option];
  }
  std::ostringstream name;
  name << scheme_name(scheme) << " " << node_name(result.node) << " " << size.nx << "x" << size.ny;
  for (const char* parameter :
       {"border", "exponent", "transport", "depth_rule", "capacity_rule", "settle"})
    name << " " << parameter << "=" << parameter_text(result.params, find_parameter(parameter));
  name << " masks=" << level[masks_factor] << " outputs=" << level[outputs_factor]
       << (level[state_factor] ? " bare" : "");
  result.name = name.str();
  return result;
}

}  // namespace

Params lively(int scheme, int iterations) {
  Params params;
  params.scheme = scheme;
  params.iterations = iterations;
  params.rain = 0.2;
  params.suspension = 2;
  params.deposition = 2;
  params.erosion_depth = 0.2;
  params.thermal = 2;
  return params;
}

void choose_outputs(Params& params, OutputChoice outputs) {
  const auto chosen = [&](OutputChoice one) {
    return int(outputs == one || outputs == all_outputs);
  };
  params.output_velocity = chosen(velocity_output);
  params.output_erosion = chosen(erosion_output);
  params.output_deposition = chosen(deposition_output);
  params.output_debris = chosen(debris_output);
  params.output_flow = chosen(flow_output);
}

void choose_masks(Terrain& terrain, MaskChoice masks) {
  if (masks == all_masks) return;
  if (masks != rain_mask) terrain.layers.erase(layer::rain);
  if (masks != erodability_mask) terrain.layers.erase(layer::erodability);
  if (masks != bedrock_mask) terrain.layers.erase(layer::bedrock);
}

void drop_state(Terrain& terrain) {
  for (const LayerInfo& info : known_layers())
    if (info.role == LayerRole::state && std::string(info.name) != layer::height)
      terrain.layers.erase(info.name);
}

std::vector<Case> pairwise_cases(int scheme, int iterations) {
  std::vector<Case> cases;
  std::uint32_t seed = 100;
  for (const Combination& combination : pairwise(level_counts(scheme)))
    cases.push_back(make_case(scheme, iterations, combination, ++seed));
  return cases;
}

CookOptions plain_options(const Terrain& terrain) {
  CookOptions options;
  options.lanes = "one";
  options.threads = 1;
  options.fused = false;
  options.band_rows = terrain.ny;
  return options;
}

std::string option_text(const CookOptions& options) {
  std::ostringstream text;
  text << options.lanes << ", " << options.threads << " threads, "
       << (options.fused ? "fused" : "unfused") << ", bands of " << options.band_rows
       << ", panels of " << options.panel_columns;
  return text.str();
}

}  // namespace rill::test
