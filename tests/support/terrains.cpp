#include "terrains.h"

#include <cmath>
#include <cstring>
#include <sstream>

namespace rill::test {
namespace {

double smooth(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

double value_noise(double x, double y, std::uint32_t seed) {
  const int ix = int(std::floor(x)), iy = int(std::floor(y));
  const double u = smooth(x - ix), v = smooth(y - iy);
  const double below = random_at(ix, iy, seed) * (1 - u) + random_at(ix + 1, iy, seed) * u;
  const double above = random_at(ix, iy + 1, seed) * (1 - u) + random_at(ix + 1, iy + 1, seed) * u;
  return below * (1 - v) + above * v;
}

Layer mapped(Layer layer, double scale, double offset, double least, double most) {
  for (float& value : layer) {
    const double mapped_value = double(value) * scale + offset;
    value = float(mapped_value < least ? least : mapped_value > most ? most : mapped_value);
  }
  return layer;
}

}  // namespace

double random_at(int x, int y, std::uint32_t seed) {
  std::uint64_t z = (std::uint64_t(std::uint32_t(x)) << 32 | std::uint32_t(y)) + 0x9e3779b97f4a7c15u +
                    seed * 0xd1342543de82ef95u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return double((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

Layer fractal(int nx, int ny, double relief, std::uint32_t seed, double feature_cells) {
  Layer layer(std::size_t(nx) * std::size_t(ny));
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x) {
      double sum = 0, amplitude = relief / 2, frequency = 1 / feature_cells;
      for (std::uint32_t octave = 0; octave < 7; ++octave) {
        sum += amplitude * value_noise(x * frequency, y * frequency, seed * 16 + octave);
        amplitude /= 2;
        frequency *= 2;
      }
      layer[std::size_t(y) * std::size_t(nx) + std::size_t(x)] = float(sum);
    }
  return layer;
}

Layer constant(int nx, int ny, float value) {
  return Layer(std::size_t(nx) * std::size_t(ny), value);
}

Terrain terrain(int nx, int ny, double cell, Layer height) {
  Terrain result;
  result.nx = nx;
  result.ny = ny;
  result.cell = cell;
  result.layers[layer::height] = std::move(height);
  return result;
}

Terrain everything(int nx, int ny, double cell, int scheme, std::uint32_t seed) {
  Terrain result = terrain(nx, ny, cell, fractal(nx, ny, 60, seed));
  result.layers[layer::water] = mapped(fractal(nx, ny, 1, seed + 1), 2, -0.9, 0, 10);
  result.layers[layer::sediment] = mapped(fractal(nx, ny, 1, seed + 2), 0.1, -0.04, 0, 1);
  result.layers[layer::hardness] = mapped(fractal(nx, ny, 1, seed + 3), 2, -0.5, 0, 1);
  result.layers[layer::rain] = mapped(fractal(nx, ny, 1, seed + 4), 4, -1.2, 0, 10);
  result.layers[layer::erodability] = mapped(fractal(nx, ny, 1, seed + 5), 3, -0.9, 0, 1);
  Layer bedrock = fractal(nx, ny, 4, seed + 6);
  const Layer& height = result.layers[layer::height];
  for (std::size_t i = 0; i < bedrock.size(); ++i) bedrock[i] = height[i] - bedrock[i] + 0.5f;
  result.layers[layer::bedrock] = bedrock;
  const bool jako = scheme == scheme_jako2011;
  const char* const flux[2][4] = {{layer::flux_x, layer::flux_y, layer::flux_p, layer::flux_n},
                                  {layer::flux_l, layer::flux_r, layer::flux_t, layer::flux_b}};
  for (std::uint32_t k = 0; k < 4; ++k)
    result.layers[flux[jako][k]] =
        mapped(fractal(nx, ny, 1, seed + 7 + k), 8, jako ? 0 : -4, jako ? 0 : -10, 10);
  return result;
}

std::string difference_in_bits(const Terrain& a, const Terrain& b) {
  std::ostringstream text;
  if (a.layers.size() != b.layers.size()) return "different sets of layers";
  for (const auto& [name, values] : a.layers) {
    const auto found = b.layers.find(name);
    if (found == b.layers.end() || found->second.size() != values.size()) return "no equal " + name;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (std::memcmp(&values[i], &found->second[i], sizeof(float)) != 0) {
        text << name << " at (" << i % std::size_t(a.nx) << ", " << i / std::size_t(a.nx)
             << "): " << values[i] << " and " << found->second[i];
        return text.str();
      }
  }
  return "";
}

}  // namespace rill::test
