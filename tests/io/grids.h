// Small terrains for the file formats, and what to compare them by.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/terrain_file.h"

namespace rill::test {

struct GridShape {
  int nx, ny;
};
inline const std::vector<GridShape> odd_shapes = {{1, 1}, {7, 9}, {515, 33}, {1, 5}, {6, 1}};

// Heights with many different bits, and other layers by name.
TerrainFile sample_file(int nx, int ny, const std::vector<std::string>& more_layers = {});

// Every layer of `expected`, bit for bit.
testing::AssertionResult same_layers(const Terrain& actual, const Terrain& expected);

std::string data_path(const std::string& name);  // of a file that another program wrote

}  // namespace rill::test
