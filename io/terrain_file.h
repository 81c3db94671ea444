// Terrains in files: one door for every format, chosen by the end of the file's name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rill/layers.h>

namespace rill {

// Where on Earth a terrain lies, as its file says it; a cook carries it to the output untouched.
struct GeoReference;
// What else a Houdini file holds: other primitives, attributes, groups, the height field's place.
struct HoudiniDocument;

struct TerrainFile {
  Terrain terrain;  // cell is 0 where the file does not say
  // 1 in the cells that the file has no value for; empty when it has one everywhere. Such cells
  // hold `nodata_value` in the height layer.
  std::vector<std::uint8_t> nodata;
  float nodata_value = 0;
  std::shared_ptr<const GeoReference> place;
  std::shared_ptr<const HoudiniDocument> houdini;
};

struct ValueRange {
  double low, high;  // what the least and the largest integer of a 16-bit file stand for, metres
};

struct ReadOptions {
  int nx = 0, ny = 0;               // for formats without a header; 0 = not given
  std::optional<ValueRange> range;  // for 16-bit integers
};

struct WriteOptions {
  std::optional<ValueRange> range;  // for 16-bit integers
};

// Throws Error with one sentence for whatever cannot be read or represented. A file of one layer
// gives the layer "height".
TerrainFile read_terrain(const std::string& path, const ReadOptions& options = {});

// Writes every layer, under temporary names first. A path without a known end is a folder that
// gets one .r32 file per layer; a format of one layer writes height to the path and every other
// layer beside it, with the layer's name before the end: eroded.tif, eroded.water.tif.
void write_terrain(const std::string& path, const TerrainFile& file,
                   const WriteOptions& options = {});

// The ends of names that can be read or written, for messages and help: ".r32", ".exr" and so on.
std::vector<std::string> readable_formats();
std::vector<std::string> writable_formats();

}  // namespace rill
