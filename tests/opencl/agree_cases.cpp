// The variants that have kernels of their own, and all that varies within them.

#include "agree_cases.h"

namespace rill::test {
namespace {

struct Variant {
  int scheme;
  Node node;
  bool masks, open;
  OutputChoice outputs;
  int transport = 0, capacity_rule = 0;
};

constexpr Node water = Node::hydraulic, talus = Node::thermal, both = Node::combined;
constexpr int rill = scheme_rill, jako = scheme_jako2011;
constexpr int conservative = transport_conservative, lagrangian = transport_semi_lagrangian;
constexpr int slope = capacity_slope, collision = capacity_collision;

// Deposition needs no kernels of its own, so it goes with those of no output.
const Variant variants[] = {
    {rill, both, false, true, no_outputs},
    {rill, both, true, false, all_outputs},
    {rill, both, true, true, velocity_output},
    {rill, both, false, false, erosion_output},
    {rill, both, false, true, deposition_output},
    {rill, both, false, true, debris_output},
    {rill, both, false, false, flow_output},
    {rill, water, true, true, no_outputs},
    {rill, water, false, false, all_outputs},
    {rill, talus, false, false, no_outputs},
    {rill, talus, true, false, all_outputs},
    {jako, both, false, true, no_outputs, conservative, slope},
    {jako, both, true, false, all_outputs, lagrangian, collision},
    {jako, both, true, true, velocity_output, lagrangian, slope},
    {jako, both, false, false, erosion_output, conservative, collision},
    {jako, both, false, true, deposition_output, conservative, slope},
    {jako, both, false, true, debris_output, lagrangian, collision},
    {jako, both, false, false, flow_output, lagrangian, slope},
    {jako, water, true, true, no_outputs, lagrangian, collision},
    {jako, water, false, false, all_outputs, conservative, slope},
    {jako, talus, false, false, no_outputs},
    {jako, talus, true, false, all_outputs},
};

std::vector<int> borders_of(const Variant& variant) {
  if (!runs_water(variant.node)) return {border_open, border_closed, border_wrap};
  if (variant.open) return {border_open};
  return {border_closed, border_wrap};
}

std::vector<MaskChoice> masks_of(const Variant& variant) {
  if (!variant.masks) return {no_masks};
  // Without water there is no rain: that mask alone would be no mask.
  if (!runs_water(variant.node)) return {erodability_mask, bedrock_mask, all_masks};
  return {rain_mask, erodability_mask, bedrock_mask, all_masks};
}

}  // namespace

std::vector<Size> agree_sizes() {
  return {{1, 1}, {2, 2}, {7, 7}, {8, 8}, {9, 9}, {64, 64}, {515, 33}, {33, 515}, {600, 20}};
}

std::vector<AgreeCase> agree_cases() {
  std::vector<AgreeCase> cases;
  int turn = 0;
  for (const Variant& variant : variants)
    for (const Size& size : agree_sizes())
      for (int border : borders_of(variant))
        for (MaskChoice masks : masks_of(variant)) {
          AgreeCase one = {};
          one.scheme = variant.scheme;
          one.node = variant.node;
          one.size = size;
          one.outputs = variant.outputs;
          one.transport = variant.transport;
          one.capacity_rule = variant.capacity_rule;
          one.border = border;
          one.masks = masks;
          one.exponent = turn % 3;
          one.depth_rule = turn / 2 % 2;
          one.settle = turn / 3 % 2;
          one.carried_on = turn % 5 < 3;
          cases.push_back(one);
          ++turn;
        }
  return cases;
}

CookCase made(const AgreeCase& one, int iterations) {
  CookCase result;
  result.terrain = rough_terrain(one.size.nx, one.size.ny, one.scheme, one.masks, one.carried_on);
  result.node = one.node;
  Params& params = result.params = lively(one.scheme, iterations);
  choose_outputs(params, one.outputs);
  params.border = one.border;
  params.transport = one.transport;
  params.capacity_rule = one.capacity_rule;
  params.depth_rule = one.depth_rule;
  params.exponent = one.exponent;
  params.settle = one.settle;
  result.name = name_of(result, one.masks, one.outputs, one.carried_on);
  return result;
}

}  // namespace rill::test
