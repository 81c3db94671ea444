// Writes files for the independent reader, and prints what it should find in them:
// file, layer, a sum over the bits of its values.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "io/houdini/heightfield.h"
#include "terrains.h"

namespace {

// FNV-1a over the bytes of the floats.
unsigned long long sum(const rill::Layer& layer) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const float value : layer) {
    unsigned char bytes[4];
    std::memcpy(bytes, &value, 4);
    for (const unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211ull;
  }
  return hash;
}

void print(const std::string& path, const rill::Terrain& terrain) {
  for (const auto& [name, layer] : terrain.layers)
    std::printf("%s %s %d %d %.17g %016llx\n", path.c_str(), name.c_str(), terrain.nx, terrain.ny,
                terrain.cell, sum(layer));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const std::string data = arguments[1], folder = arguments[2];
  int number = 0;
  for (const char* end : {".bgeo.sc", ".bgeo", ".bgeo.gz", ".geo"})
    for (const auto& [nx, ny] : {std::pair(1, 1), std::pair(16, 16), std::pair(17, 15),
                                 std::pair(515, 33)}) {
      rill::Terrain terrain =
          rill::test::terrain(nx, ny, 2.5, rill::test::fractal(nx, ny, 300, 7));
      terrain.layers["water"] = rill::test::fractal(nx, ny, 2, 8, 5);
      terrain.layers["flat"] = rill::test::constant(nx, ny, -1.5f);
      const std::string path = folder + "/sample_" + std::to_string(number++) + end;
      rill::write_new_height_field(path, terrain);
      print(path, terrain);
    }
  // A cook's result in a copy of a file by Houdini.
  for (const char* end : {".bgeo.sc", ".bgeo", ".geo"}) {
    rill::TerrainFile file = rill::read_houdini_terrain(data + "/labs185_hf_combine_masks.bgeo.sc");
    file.terrain.layers["height"] = rill::test::fractal(500, 500, 300, 3);
    file.terrain.layers["water"] = rill::test::fractal(500, 500, 2, 4, 5);
    file.terrain.layers["sediment"] = rill::test::constant(500, 500, 0);
    const std::string path = folder + "/cooked" + end;
    rill::write_houdini_terrain(path, file);
    print(path, file.terrain);
  }
}
