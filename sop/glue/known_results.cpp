// The terrain is a formula that is exact in binary, so that every language gives the same floats.

#include "known_results.h"

#include <rill/cook.h>

#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "node_types.h"

namespace rill::glue {
namespace {

double ramp(int i, int period) { return double(std::abs(i % (2 * period) - period)) / period; }

Terrain known_terrain() {
  Terrain terrain;
  terrain.nx = 96;
  terrain.ny = 64;
  terrain.cell = 2;
  Layer& height = terrain.layers[layer::height];
  for (int y = 0; y < terrain.ny; ++y)
    for (int x = 0; x < terrain.nx; ++x)
      height.push_back(float(60 + 20 * ramp(x, 32) + 15 * ramp(y, 16) +
                             (x * 37 + y * 101 + x * y * 13) % 64 / 16.0));
  return terrain;
}

// As zlib's crc32.
std::uint32_t check_sum(const Layer& layer) {
  std::uint32_t sum = ~0u;
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(layer.data());
  for (std::size_t i = 0; i < layer.size() * sizeof(float); ++i) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ (sum & 1 ? 0xedb88320u : 0u);
  }
  return ~sum;
}

}  // namespace

std::string known_results_json() {
  std::ostringstream out;
  out << "{";
  for (const NodeType& type : node_types()) {
    Params params;
    params.iterations = 40;
    CookOptions options;
    options.device = "tbb";
    const CookResult result = cook(known_terrain(), type.node, params, options);
    out << (type.node == Node::hydraulic ? "\n" : ",\n") << "  \"" << type.name << "\": {";
    const char* separator = "";
    for (const auto& layer : result.terrain.layers) {
      out << separator << "\"" << layer.first << "\": " << check_sum(layer.second);
      separator = ", ";
    }
    out << "}";
  }
  out << "\n}\n";
  return out.str();
}

}  // namespace rill::glue
