// .bgeo.sc, .bgeo, .bgeo.gz and .geo: Houdini geometry. What a file is its bytes tell; the name only
// says how to write one.

#include "io/format.h"
#include "io/houdini/heightfield.h"

namespace rill {

TerrainFile read_houdini(const ByteSource& source, const ReadOptions& options) {
  return read_houdini_terrain(source, {options.layer_names}, options.tiles, options.height_needed);
}

void write_houdini(AtomicFile& out, const FileToWrite& file, Notes&) {
  write_houdini_terrain(out, file.path, file.terrain, {file.options.layer_names});
}

}  // namespace rill
