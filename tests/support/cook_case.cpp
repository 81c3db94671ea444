#include "cook_case.h"

#include <sstream>

#include "terrains.h"

namespace rill::test {

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

Terrain rough_everything(int nx, int ny, int scheme, std::uint32_t seed) {
  Terrain terrain = everything(nx, ny, 2, scheme, seed);
  Layer& height = terrain.layers.at(layer::height);
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x)
      height[std::size_t(y) * std::size_t(nx) + std::size_t(x)] += float(3 * random_at(x, y, seed));
  return terrain;
}

std::string name_of(const CookCase& one, MaskChoice masks, OutputChoice outputs, bool carried_on) {
  std::ostringstream name;
  name << scheme_name(one.params.scheme) << " " << node_name(one.node) << " " << one.terrain.nx
       << "x" << one.terrain.ny;
  for (const char* parameter :
       {"border", "exponent", "transport", "depth_rule", "capacity_rule", "settle"})
    name << " " << parameter << "=" << parameter_text(one.params, find_parameter(parameter));
  name << " masks=" << masks << " outputs=" << outputs << (carried_on ? " carried on" : "");
  return name.str();
}

}  // namespace rill::test
