#include "agreement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "compare.h"
#include "measure.h"

namespace rill::test {
namespace {

// MODEL.md's tolerances are for the height. What is measured in metres besides (water, sediment,
// what was eroded, laid down or brought by talus) and hardness must keep them too.
double most_for(int scheme) { return scheme == scheme_jako2011 ? 2e-3 : 5e-4; }
double most_root_mean_square_for(int scheme) { return scheme == scheme_jako2011 ? 1e-4 : 5e-5; }

// Flux, velocity, flow and its direction have units and sizes of their own: they are measured
// against the root mean square of the largest layer of their kind. Some ten times what was seen:
// the flow of a film or of an undamped lake is the most sensitive of all.
constexpr double most_of_flows = 5e-2;
constexpr double most_root_mean_square_of_flows = 5e-4;

std::string kind_of(const std::string& layer_name) {
  return layer_name.substr(0, layer_name.find('.'));
}

bool is_flow(const std::string& layer_name) {
  const std::string kind = kind_of(layer_name);
  return kind == "flux" || kind == "velocity" || kind == "flow" || kind == "flowdir";
}

double unit_of(const Comparison& comparison, const std::string& layer_name) {
  if (!is_flow(layer_name)) return 1;
  double unit = 0;
  for (const LayerDifference& layer : comparison.layers)
    if (kind_of(layer.name) == kind_of(layer_name)) unit = std::max(unit, layer.scale);
  return unit > 0 ? unit : 1;
}

}  // namespace

void Agreement::Worst::take(double another_largest, double another_root_mean_square) {
  largest = std::max(largest, another_largest);
  root_mean_square = std::max(root_mean_square, another_root_mean_square);
}

Agreement::Agreement(int scheme)
    : most_(most_for(scheme)), most_root_mean_square_(most_root_mean_square_for(scheme)) {}

void Agreement::expect(const std::string& name, const Terrain& terrain, Node node,
                       const Params& params) {
  const Comparison comparison = compare_with_reference(terrain, node, params);
  Worst height, lengths, flows;
  for (const LayerDifference& layer : comparison.layers) {
    const bool flow = is_flow(layer.name);
    const double unit = unit_of(comparison, layer.name);
    const double largest = layer.largest / unit, rms = layer.root_mean_square / unit;
    EXPECT_LE(largest, flow ? most_of_flows : most_) << name << ", " << layer.name;
    EXPECT_LE(rms, flow ? most_root_mean_square_of_flows : most_root_mean_square_)
        << name << ", " << layer.name;
    Worst& worst = layer.name == layer::height ? height : flow ? flows : lengths;
    worst.take(largest, rms);
  }
  EXPECT_GT(comparison.change, 1e-4) << name << " changes nothing, so it shows nothing";
  std::printf("  %-46s change %7.1e  height %7.1e %7.1e  metres %7.1e  flows %7.1e %7.1e\n",
              name.c_str(), comparison.change, height.largest, height.root_mean_square,
              lengths.largest, flows.largest, flows.root_mean_square);
  height_.take(height.largest, height.root_mean_square);
  lengths_.take(lengths.largest, lengths.root_mean_square);
  flows_.take(flows.largest, flows.root_mean_square);
  ++cooks_;
}

Agreement::~Agreement() {
  note("cooks compared", cooks_);
  expect_at_most("height, largest difference, m", height_.largest, most_);
  expect_at_most("height, RMS difference, m", height_.root_mean_square, most_root_mean_square_);
  expect_at_most("water, sediment, hardness, outputs: largest", lengths_.largest, most_);
  expect_at_most("water, sediment, hardness, outputs: RMS", lengths_.root_mean_square,
                 most_root_mean_square_);
  expect_at_most("flux, velocity, flow: largest / RMS of layer", flows_.largest, most_of_flows);
  expect_at_most("flux, velocity, flow: RMS / RMS of layer", flows_.root_mean_square,
                 most_root_mean_square_of_flows);
}

}  // namespace rill::test
