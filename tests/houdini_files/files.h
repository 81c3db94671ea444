// Files for the tests: the real ones, and documents put together by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/houdini/heightfield.h"

namespace rill::test {

using FileBytes = std::vector<std::uint8_t>;

FileBytes load(const std::string& path);
std::string real_file(const std::string& name);   // its path
std::string scratch_file(const std::string& name);

HoudiniDocument parse(const FileBytes& bytes);
HoudiniDocument parse(const std::string& text);

// The bytes inside .sc and .gz.
FileBytes unwrapped(const FileBytes& file);
FileBytes all_bytes(const houdini::DataSource& source);

// A layer with values everywhere, and constant tiles among the others.
Layer mixed_layer(int nx, int ny, std::uint32_t seed);

// A .geo with one volume per name, all of one grid; `voxels` is put in as it stands.
struct GeoLayer {
  std::string name;
  std::string voxels;
};
std::string geo_text(const std::vector<GeoLayer>& layers, const std::string& size,
                     const std::string& transform = "[0,0,4,4,0,0,0,1,0]",
                     const std::string& position = "[0,0,0]", const std::string& more = "");

// A .geo of several height fields with cells of 2 m and a second layer each. Every volume has its own
// point and transform.
struct Tile {
  double x, z;  // centre
  int nx, ny;
  float height;
};
std::string tiles_text(const std::vector<Tile>& tiles, const char* second_layer);

}  // namespace rill::test
