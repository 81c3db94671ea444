// The ripples of the paper's figure 8 (Jako and Toth 2011). Its equations 12c and 13c let the water
// rise by the soil that it takes up and sink by what it lays down. rill always has them; this
// program takes them out again after every step, which is the model before the paper: the water
// surface drops where soil is dissolved, that drives the flow, and ripples grow.
//
//   rill_ripples IN.r32 N CELL STEPS with|without OUT
//
// IN holds N x N heights; OUT becomes a folder with height.r32, the surface of ground and water.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>

#include <rill/cook.h>
#include <rill/error.h>

#include "io/terrain_file.h"

namespace {

rill::Params paper(const char* steps) {
  rill::Params params;
  for (const auto& [name, value] :
       {std::pair("scheme", "jako2011"), std::pair("iterations", steps),
        std::pair("transport", "semi-lagrangian"), std::pair("drag", "0"),
        std::pair("capacity", "1"), std::pair("suspension", "0.5"), std::pair("deposition", "1"),
        std::pair("talus_bias", "0.1"), std::pair("border", "closed"),
        std::pair("output_erosion", "1"), std::pair("output_deposition", "1")})
    rill::set_parameter(params, name, value);
  return params;
}

// d3 = d2 instead of d2 + eroded - deposited; evaporation came after it.
void take_soil_out_of_the_water(rill::Terrain& terrain, double kept_by_evaporation) {
  rill::Layer& water = terrain.layers.at(rill::layer::water);
  const rill::Layer& eroded = terrain.layers.at(rill::layer::erosion);
  const rill::Layer& deposited = terrain.layers.at(rill::layer::deposition);
  for (std::size_t i = 0; i < water.size(); ++i) {
    const double soil = double(eroded[i]) - double(deposited[i]);
    water[i] = float(std::max(0.0, double(water[i]) - kept_by_evaporation * soil));
  }
}

int run(char** arguments) {
  const int n = std::atoi(arguments[2]), steps = std::atoi(arguments[4]);
  const double cell = std::atof(arguments[3]);
  const std::string mode = arguments[5];
  if (n < 1 || steps < 1 || !(cell > 0) || (mode != "with" && mode != "without")) return 2;
  rill::ReadOptions size;
  size.nx = size.ny = n;
  rill::Terrain terrain = rill::read_terrain(arguments[1], size).terrain;
  terrain.cell = cell;
  const rill::Params params = paper("1");
  const double kept = 1 - rill::time_step_used(params, rill::Node::hydraulic, cell) * 0.015;
  rill::CookOptions options;
  options.keep_low = true;  // so that single steps add up to one long cook
  for (int step = 0; step < steps; ++step) {
    terrain = rill::cook(std::move(terrain), rill::Node::hydraulic, params, options).terrain;
    if (mode == "without") take_soil_out_of_the_water(terrain, kept);
    terrain.layers.erase(rill::layer::erosion);
    terrain.layers.erase(rill::layer::deposition);
  }
  rill::TerrainFile surface;
  surface.terrain = rill::Terrain{n, n, cell, {}};
  rill::Layer& height = surface.terrain.layers[rill::layer::height] =
      terrain.layers.at(rill::layer::height);
  const rill::Layer& water = terrain.layers.at(rill::layer::water);
  for (std::size_t i = 0; i < height.size(); ++i) height[i] += water[i];
  rill::write_terrain(arguments[6], surface);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count == 7 && run(arguments) == 0) return 0;
    std::fprintf(stderr, "usage: rill_ripples IN.r32 N CELL STEPS with|without OUT\n");
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rill_ripples: %s\n", error.what());
    return 1;
  }
}
