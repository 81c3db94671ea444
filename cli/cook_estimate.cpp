// A cook of a few steps on a small wet terrain says how long a cell takes.

#include "cook_estimate.h"

#include <algorithm>
#include <utility>

#include "io/fractal.h"

namespace rill {
namespace {

constexpr int probe_size = 384, probe_steps = 20;

}  // namespace

CookEstimate estimate_cook(int nx, int ny, int layers, double cell, Node node,
                           const Params& params) {
  CookEstimate estimate;
  estimate.steps = params.iterations;
  estimate.bytes = double(cook_bytes(nx, ny, layers, node, params));
  Terrain terrain{probe_size, probe_size, cell, {}};
  FractalOptions fractal;
  fractal.relief = 0.2 * cell * probe_size;
  terrain.layers[layer::height] = fractal_height(probe_size, probe_size, fractal);
  Params probe = params;
  probe.iterations = probe_steps;
  const CookResult result = cook(std::move(terrain), node, probe);
  estimate.device = result.device;
  const double per_cell_and_step =
      result.steps_seconds / (double(probe_steps) * probe_size * probe_size);
  estimate.seconds = per_cell_and_step * double(nx) * double(ny) * estimate.steps;
  return estimate;
}

}  // namespace rill
