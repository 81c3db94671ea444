// The ripples of the paper's figure 8 (Jako and Toth 2011). Its equations 12c and 13c let the water
// rise by the soil that it takes up and sink by what it lays down. rill always has them; this
// program takes them out again after every step, which is the model before the paper: the water
// surface drops where soil is dissolved, that drives the flow, and ripples grow.
//
//   rill_ripples IN.r32 N CELL STEPS with|without OUT [LEVEL [name=value ...]]
//
// IN holds N x N heights, under water up to LEVEL metres at the start; other parameters than the
// paper's by name. OUT gets the layers height and water. Prints how rough the water is: the root
// mean square of the height of its surface over the mean of the four neighbours, where it is deeper
// than 0.3 m.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>

#include <rill/cook.h>
#include <rill/error.h>

#include "io/terrain_file.h"

namespace {

rill::Params paper() {
  rill::Params params;
  for (const auto& [name, value] :
       {std::pair("scheme", "jako2011"), std::pair("iterations", "1"),
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

void set_named(rill::Params& params, const std::string& name_and_value) {
  const std::size_t equals = name_and_value.find('=');
  if (equals == std::string::npos)
    throw rill::Error("'" + name_and_value + "' is no parameter; write name=value.");
  rill::set_parameter(params, name_and_value.substr(0, equals), name_and_value.substr(equals + 1));
}

void fill_up_to(rill::Terrain& terrain, double level) {
  const rill::Layer& height = terrain.layers.at(rill::layer::height);
  rill::Layer water(height.size());
  for (std::size_t i = 0; i < water.size(); ++i)
    water[i] = float(std::max(0.0, level - double(height[i])));
  terrain.layers[rill::layer::water] = std::move(water);
}

double roughness_of_water(const rill::Terrain& terrain) {
  const rill::Layer& height = terrain.layers.at(rill::layer::height);
  const rill::Layer& water = terrain.layers.at(rill::layer::water);
  const auto surface = [&](std::size_t i) { return double(height[i]) + double(water[i]); };
  const std::size_t nx = std::size_t(terrain.nx), ny = std::size_t(terrain.ny);
  double squares = 0, count = 0;
  for (std::size_t y = 1; y + 1 < ny; ++y)
    for (std::size_t x = 1; x + 1 < nx; ++x) {
      const std::size_t i = y * nx + x;
      const auto neighbours = {i - 1, i + 1, i - nx, i + nx};
      const auto deep = [&](std::size_t k) { return water[k] > 0.3f; };
      if (!deep(i) || !std::all_of(neighbours.begin(), neighbours.end(), deep)) continue;
      double mean = 0;
      for (const std::size_t k : neighbours) mean += surface(k) / 4;
      squares += (surface(i) - mean) * (surface(i) - mean);
      ++count;
    }
  return count > 0 ? std::sqrt(squares / count) : 0;
}

int run(int count, char** arguments) {
  const int n = std::atoi(arguments[2]), steps = std::atoi(arguments[4]);
  const double cell = std::atof(arguments[3]);
  const std::string mode = arguments[5];
  if (n < 1 || steps < 1 || !(cell > 0) || (mode != "with" && mode != "without")) return 2;
  rill::ReadOptions size;
  size.nx = size.ny = n;
  rill::Terrain terrain = rill::read_terrain(arguments[1], size).terrain;
  terrain.cell = cell;
  rill::Params params = paper();
  for (int i = 8; i < count; ++i) set_named(params, arguments[i]);
  if (count > 7) fill_up_to(terrain, std::atof(arguments[7]));
  const double kept =
      1 - rill::time_step_used(params, rill::Node::hydraulic, cell) * params.evaporation;
  rill::CookOptions options;
  options.keep_low = true;  // so that single steps add up to one long cook
  for (int step = 0; step < steps; ++step) {
    terrain = rill::cook(std::move(terrain), rill::Node::hydraulic, params, options).terrain;
    if (mode == "without") take_soil_out_of_the_water(terrain, kept);
    terrain.layers.erase(rill::layer::erosion);
    terrain.layers.erase(rill::layer::deposition);
  }
  std::printf("%s: the water is rough by %.4f m after %d steps\n", mode.c_str(),
              roughness_of_water(terrain), steps);
  rill::TerrainFile result;
  result.terrain = rill::Terrain{n, n, cell, {}};
  for (const char* name : {rill::layer::height, rill::layer::water})
    result.terrain.layers[name] = terrain.layers.at(name);
  rill::write_terrain(arguments[6], result);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count >= 7 && run(count, arguments) == 0) return 0;
    std::fprintf(stderr,
                 "usage: rill_ripples IN.r32 N CELL STEPS with|without OUT "
                 "[LEVEL [name=value ...]]\n");
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rill_ripples: %s\n", error.what());
    return 1;
  }
}
