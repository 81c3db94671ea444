// A Houdini geometry file: the tree of everything in it, and its volume primitives found in there.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/houdini/data_source.h"
#include "io/byte_source.h"
#include "io/houdini/containers.h"
#include "io/houdini/json_value.h"
#include "io/houdini/limits.h"
#include "io/houdini/voxel_tiles.h"
#include "io/terrain_file.h"

namespace rill::houdini {

// One volume primitive.
struct Volume {
  std::uint64_t primitive = 0;  // its number among all primitives
  std::size_t block = 0;        // in "primitives"
  std::ptrdiff_t row = -1;      // in its run; -1 when it stands alone
  std::string name;             // the primitive attribute
  std::array<std::int64_t, 3> size{};
  std::array<double, 9> transform{};  // rows: half edges of the voxel axes in the world
  std::array<double, 3> position{};   // of its point: the centre
  std::uint64_t vertex = 0, point = 0;
  double taper_x = 1, taper_y = 1;
  std::string key;  // of its shared voxels; empty when they stand in the primitive itself
};

}  // namespace rill::houdini

namespace rill {

struct HoudiniDocument {
  houdini::JsonValue root;
  std::shared_ptr<const houdini::DataSource> source;  // the unwrapped file that the tree points into
  bool ascii = false;
  std::string version;  // of the Houdini that wrote it
  std::vector<houdini::Volume> volumes;
  bool has_vdb = false;
  houdini::ReadLimits limits;
};

}  // namespace rill

namespace rill::houdini {

// Whether bytes at the begin of a file are those of a geometry file, old ones and wrapped included.
bool looks_like_houdini(const std::uint8_t* bytes, std::size_t count);

HoudiniDocument parse_document(Buffer file, const ReadLimits& limits = {});
HoudiniDocument parse_document(std::shared_ptr<const DataSource> file, const ReadLimits& limits = {});
HoudiniDocument read_document(const ByteSource& file, const ReadLimits& limits = {});
HoudiniDocument read_document(const std::string& path, const ReadLimits& limits = {});

// Finds the volumes again after the tree changed.
void find_volumes(HoudiniDocument& document);

// A field of a volume primitive ("res", "border" ...), alone or in a run; null when it has none.
const JsonValue* volume_field(const JsonValue& root, const Volume& volume, const char* name);

// What a sample beyond the volume finds; a value of 0 where the file does not say.
LayerBorder volume_border(const JsonValue& root, const Volume& volume);

// The voxels of a volume, in the primitive or in the shared data; null when they are missing.
const JsonValue* volume_voxels(const JsonValue& root, const Volume& volume);

// Values of a volume that is one voxel deep. Throws sentences that name it otherwise.
Layer volume_layer(const HoudiniDocument& document, const Volume& volume);
// Moves them out of the document where they are there already; they can be read again.
Layer take_volume_layer(HoudiniDocument& document, const Volume& volume);
// Frees the values that nobody took.
void drop_values(HoudiniDocument& document);

// The whole file as bytes, not wrapped. `root` is the document's own or a changed copy of it, and
// outlives the result, as do the layers that replace others in it.
std::shared_ptr<const DataSource> encode_binary(const HoudiniDocument& document,
                                                const JsonValue& root);
void encode_ascii(const HoudiniDocument& document, const JsonValue& root, const ByteSink& sink);

}  // namespace rill::houdini
