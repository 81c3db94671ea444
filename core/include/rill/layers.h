// A terrain: a grid of square cells and layers of one float per cell, by name.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace rill {

using Layer = std::vector<float>;  // cell (x, y) at y * nx + x

struct Terrain {
  int nx = 0;
  int ny = 0;
  double cell = 1.0;  // side of a cell, metres
  std::map<std::string, Layer> layers;

  std::size_t cells() const { return std::size_t(nx) * std::size_t(ny); }
  bool has(const std::string& name) const { return layers.count(name) != 0; }
};

// The side of square cells whose sides were measured in single precision: the same spacing gives the
// same cell in every file, rotation and program.
double cell_from_sides(double side_x, double side_y);

enum class LayerRole { state, mask, output };

struct LayerInfo {
  const char* name;
  LayerRole role;
  const char* help;
};

// Every layer rill knows, from layers.def.
const std::vector<LayerInfo>& known_layers();
const LayerInfo* find_layer(const std::string& name);  // null when unknown

std::vector<const char*> flux_layers(int scheme);  // that a scheme carries its flow in, flux0..3

namespace layer {
#define RILL_LAYER(identifier, name, role, help) constexpr const char* identifier = name;
#include <rill/layers.def>
#undef RILL_LAYER
}  // namespace layer

}  // namespace rill
