#include "compare.h"

#include <cmath>

#include "measure.h"
#include "reference.h"

namespace rill::test {
namespace {

reference::Settings settings_for(const Terrain& terrain, Node node, const Params& p) {
  const double exponents[] = {0.5, 0.75, 1.0};
  reference::Settings s;
  s.scheme = reference::Scheme(p.scheme);
  s.node = reference::Node(node);
  s.border = reference::Border(p.border);
  s.transport = reference::Transport(p.transport);
  s.depth_rule = reference::DepthRule(p.depth_rule);
  s.capacity_rule = reference::CapacityRule(p.capacity_rule);
  s.nx = terrain.nx;
  s.ny = terrain.ny;
  s.cell = terrain.cell;
  s.dt = time_step_used(p, node, terrain.cell);
  s.rain = p.rain;
  s.evaporation = p.evaporation;
  s.gravity = p.gravity;
  s.pipe_area = p.pipe_area;
  s.drag = p.drag;
  s.exponent = exponents[p.exponent];
  s.capacity = p.capacity;
  s.suspension = p.suspension;
  s.deposition = p.deposition;
  s.softening = p.softening;
  s.min_tilt = p.min_tilt;
  s.min_hardness = p.min_hardness;
  s.hardness = p.hardness;
  s.bank = p.bank;
  s.creep = p.creep;
  s.talus = p.talus;
  s.talus_scale = p.talus_scale;
  s.talus_bias = p.talus_bias;
  s.film = p.film;
  s.max_speed = p.max_speed;
  s.thermal = p.thermal;
  s.erosion_depth = p.erosion_depth;
  s.cfl = p.cfl;
  s.world_scale = p.world_scale;
  return s;
}

constexpr double least_flow = 1e-6;  // m2/s; below it a direction means nothing

struct NamedLayer {
  const char* name;
  std::vector<double>* values;
};

std::vector<NamedLayer> layers_of(reference::Fields& f, int scheme) {
  const bool jako = scheme == scheme_jako2011;
  return {{layer::height, &f.height},
          {layer::water, &f.water},
          {layer::sediment, &f.sediment},
          {layer::hardness, &f.hardness},
          {jako ? layer::flux_l : layer::flux_x, &f.flux[0]},
          {jako ? layer::flux_r : layer::flux_y, &f.flux[1]},
          {jako ? layer::flux_t : layer::flux_p, &f.flux[2]},
          {jako ? layer::flux_b : layer::flux_n, &f.flux[3]},
          {layer::rain, &f.rain},
          {layer::erodability, &f.erodability},
          {layer::bedrock, &f.bedrock},
          {layer::velocity_x, &f.velocity_x},
          {layer::velocity_y, &f.velocity_y},
          {layer::erosion, &f.erosion},
          {layer::deposition, &f.deposition},
          {layer::debris, &f.debris},
          {layer::flow, &f.flow},
          {layer::flowdir_x, &f.flowdir_x},
          {layer::flowdir_y, &f.flowdir_y}};
}

}  // namespace

Comparison compare_with_reference(const Terrain& terrain, Node node, const Params& asked) {
  const Params params = with_every_output(asked);
  reference::Fields fields;
  for (const NamedLayer& layer : layers_of(fields, params.scheme)) {
    const auto found = terrain.layers.find(layer.name);
    if (found != terrain.layers.end())
      layer.values->assign(found->second.begin(), found->second.end());
  }
  const Heights before = fields.height;
  reference::run(fields, settings_for(terrain, node, params), params.iterations);
  if (params.settle && runs_water(node)) reference::settle(fields);
  const Terrain cooked = cook_quietly(terrain, node, params).terrain;

  Comparison result;
  result.change = root_mean_square(difference(fields.height, before));
  for (const NamedLayer& layer : layers_of(fields, params.scheme)) {
    const auto found = cooked.layers.find(layer.name);
    const LayerInfo* info = find_layer(layer.name);
    if (found == cooked.layers.end() || info->role == LayerRole::mask) continue;
    const Heights values = layer.name == std::string(layer::height)
                               ? exact_height(cooked, params.world_scale)
                               : Heights(found->second.begin(), found->second.end());
    Heights off = difference(values, *layer.values);
    if (layer.values == &fields.flowdir_x || layer.values == &fields.flowdir_y)
      for (std::size_t i = 0; i < off.size(); ++i)
        if (fields.flow[i] < least_flow) off[i] = 0;
    result.layers.push_back({layer.name, largest_magnitude(off), root_mean_square(off),
                             root_mean_square(*layer.values)});
  }
  return result;
}

}  // namespace rill::test
