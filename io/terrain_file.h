// Terrains in files: one door for every format, chosen by the end of the file's name.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rill/grid.h>
#include <rill/layers.h>

#include "io/atomic_file.h"
#include "io/new_folder.h"

namespace rill {

// Where on Earth a terrain lies, as its file says it; a cook carries it to the output untouched.
struct GeoReference;
// What else a Houdini file holds: other primitives, attributes, groups.
struct HoudiniDocument;
// The height fields of a Houdini file, and which of them a terrain is made of.
struct HeightFieldChoice;

struct TerrainFile {
  Terrain terrain;  // cell is 0 where the file does not say
  // 1 in the cells that the file has no value for; empty when it has one everywhere. Such cells
  // hold `nodata_value` in the height layer; io/nodata.h makes walls of them.
  std::vector<std::uint8_t> nodata;
  float nodata_value = 0;
  std::shared_ptr<const GeoReference> place;
  std::shared_ptr<const HoudiniDocument> houdini;
  std::shared_ptr<const HeightFieldChoice> height_fields;  // there when `houdini` is
  std::optional<GridPlace> scene_place;  // where the cells lie in a Houdini scene
  // What the layers of a Houdini file are beyond their grid; of others the border cells go on.
  std::map<std::string, LayerBorder> borders;
  // Results for other height fields of the same document, by their numbers: written with `terrain`.
  std::map<std::size_t, Terrain> other_fields;
  std::vector<std::string> notes;  // what reading took for granted, a sentence each, for the user
};

struct ValueRange {
  double low, high;  // what the least and the largest integer of a 16-bit file stand for, metres
};

// rill's name of a layer -> its name in the file, where that is another; for Houdini files.
using LayerNamesInFile = std::map<std::string, std::string>;

// Several height fields in one Houdini file: the first of them, or all as one grid.
enum class FieldTiles { separate, joined };

struct ReadOptions {
  int nx = 0, ny = 0;               // for formats without a header; 0 = not given
  std::optional<ValueRange> range;  // for 16-bit integers
  LayerNamesInFile layer_names = {};
  FieldTiles tiles = FieldTiles::separate;
  bool height_needed = true;  // false for a file of masks
};

struct WriteOptions {
  std::optional<ValueRange> range;  // of the height layer, for 16-bit integers
  LayerNamesInFile layer_names = {};
};

// Throws Error with one sentence for whatever cannot be read or represented. A file that does not
// name its layer gives the layer "height". A folder gives every .r32 file in it.
TerrainFile read_terrain(const std::string& path, const ReadOptions& options = {});

// One layer of nx x ny cells: the one called `name`, or the only one that the file has.
Layer read_layer(const std::string& path, const std::string& name, int nx, int ny,
                 const std::optional<ValueRange>& range = {});

// Everything written and flushed under temporary names; it disappears again unless committed.
class StagedTerrain {
 public:
  void commit();
  const std::vector<std::string>& paths() const { return paths_; }  // the files to be
  // What a reader of the files has to know, a sentence each: ranges, what was left out.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  friend StagedTerrain stage_terrain(const std::string&, const TerrainFile&, const WriteOptions&);
  std::optional<NewFolder> folder_;
  std::vector<AtomicFile> files_;
  std::vector<std::string> paths_;
  std::vector<std::string> notes_;
};

// Stages every layer. A path without a known end is a folder that gets one .r32 file per layer; a
// format of one layer writes height to the path and every other layer beside it, with the layer's
// name before the end: eroded.tif, eroded.water.tif.
StagedTerrain stage_terrain(const std::string& path, const TerrainFile& file,
                            const WriteOptions& options = {});

struct WriteResult {
  std::vector<std::string> paths, notes;
};

// Stages and commits.
WriteResult write_terrain(const std::string& path, const TerrainFile& file,
                          const WriteOptions& options = {});

// Before a cook: throws where `path` has an end that is not written or a place that cannot be.
void check_can_write_terrain(const std::string& path);

// The files that a terrain with these layers would be written to.
std::vector<std::string> terrain_paths(const std::string& path,
                                       const std::vector<std::string>& layer_names);

// The ends of names that can be read or written, for messages and help: ".r32", ".exr" and so on.
std::vector<std::string> readable_formats();
std::vector<std::string> writable_formats();

}  // namespace rill
