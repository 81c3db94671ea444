// Values come from a hash, so that every row, column and layer differs.

#include "grids.h"

#include <cstring>

namespace rill::test {
namespace {

float value_at(std::uint32_t layer, std::uint32_t x, std::uint32_t y) {
  std::uint32_t hash = (x * 2654435761u) ^ (y * 2246822519u) ^ (layer * 3266489917u);
  hash ^= hash >> 15;
  hash *= 668265263u;
  hash ^= hash >> 13;
  return float(hash) / 4294967296.0f * 2000.0f - 300.0f;
}

}  // namespace

TerrainFile sample_file(int nx, int ny, const std::vector<std::string>& more_layers) {
  TerrainFile file;
  file.terrain.nx = nx;
  file.terrain.ny = ny;
  file.terrain.cell = 2.5;
  std::vector<std::string> names = {layer::height};
  names.insert(names.end(), more_layers.begin(), more_layers.end());
  for (std::size_t i = 0; i < names.size(); ++i) {
    Layer& layer = file.terrain.layers[names[i]];
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x)
        layer.push_back(value_at(std::uint32_t(i), std::uint32_t(x), std::uint32_t(y)));
  }
  return file;
}

testing::AssertionResult same_layers(const Terrain& actual, const Terrain& expected) {
  if (actual.nx != expected.nx || actual.ny != expected.ny)
    return testing::AssertionFailure() << "the size is " << actual.nx << " x " << actual.ny;
  if (actual.layers.size() != expected.layers.size())
    return testing::AssertionFailure() << actual.layers.size() << " layers";
  for (const auto& [name, values] : expected.layers) {
    if (!actual.has(name)) return testing::AssertionFailure() << "there is no " << name;
    const Layer& found = actual.layers.at(name);
    if (found.size() != values.size())
      return testing::AssertionFailure() << name << " has " << found.size() << " cells";
    for (std::size_t i = 0; i < values.size(); ++i)
      if (std::memcmp(&found[i], &values[i], sizeof(float)) != 0)
        return testing::AssertionFailure()
               << name << " differs at " << i << ": " << found[i] << " instead of " << values[i];
  }
  return testing::AssertionSuccess();
}

std::string data_path(const std::string& name) { return RILL_TEST_DATA "/" + name; }

}  // namespace rill::test
