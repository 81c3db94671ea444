// Voxels of one layer in tiles of 16 x 16, as Houdini stores them: read into a layer in parallel,
// and written as bytes that are made when they are asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <rill/layers.h>

#include "io/houdini/data_source.h"
#include "io/houdini/json_value.h"

namespace rill::houdini {

constexpr int tile_side = 16;

inline std::uint64_t tile_count(std::uint64_t nx, std::uint64_t ny) {
  return ((nx + tile_side - 1) / tile_side) * ((ny + tile_side - 1) / tile_side);
}

// A tiled voxel array that stays out of the tree. It is either where it was in its file, or new
// values to be encoded.
struct VoxelArray {
  std::uint64_t begin = 0, end = 0;  // in the file, from '[' of ["tiledarray", ...] to behind ']'
  std::uint64_t first_tile = 0;      // offset of the first tile's '['
  std::uint64_t tiles = 0;
  std::vector<std::string> kinds;    // the file's names of tile encodings
  bool usual = false;  // encoding the values gives the file's bytes again; known once they are read

  // Filled while the file is parsed where the size was known by then; moved out by whoever needs it.
  Layer values;
  bool has_values = false;

  // New values, which outlive this; null where the file's own bytes count.
  const Layer* replacement = nullptr;
  int nx = 0, ny = 0;  // of the values or the replacement
};

// A layer to read into.
struct TileTarget {
  float* values = nullptr;  // null: only walk over the tiles
  int nx = 0, ny = 0;
};

struct TileWalk {
  std::uint64_t offset = 0;  // in: of the first tile; out: of the ']' after the last
  std::uint64_t tiles = 0;
  bool usual = true;
};

// False when a tile is not laid out as Houdini writes it without tokens, so that the caller reads
// the array value by value. Throws when tiles do not fit the target.
bool read_tiles(ByteWindow& window, const std::vector<std::string>& kinds, const TileTarget& target,
                TileWalk& walk);

// The same from a tree: ["constantarray", v] or ["tiledarray", [...]], one voxel deep. Throws
// sentences that name the layer when it cannot be.
void read_voxel_tree(const JsonValue& array, const std::string& layer, const TileTarget& target);

// Whether every value has the same bits; false for an empty layer.
bool is_constant(const Layer& layer);

// ["tiledarray", [...]] of a layer in Houdini's own choice of encodings. The layer outlives it.
std::shared_ptr<const DataSource> encode_tiles(const Layer& layer, int nx, int ny);

extern const std::vector<std::string> usual_tile_kinds;

}  // namespace rill::houdini
