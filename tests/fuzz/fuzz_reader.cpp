// libFuzzer's door to one reader, RILL_FUZZ_READER: whatever the bytes are, it gives a sound
// terrain or one sentence.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <rill/error.h>

#include "io/format.h"

namespace {

void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "the reader gave a terrain with %s\n", what);
  std::abort();
}

void check(const rill::TerrainFile& file) {
  const rill::Terrain& terrain = file.terrain;
  require(terrain.nx > 0 && terrain.ny > 0, "no cells");
  require(!terrain.layers.empty(), "no layers");
  for (const auto& [name, values] : terrain.layers)
    require(values.size() == terrain.cells(), "a layer of another size");
  require(std::isfinite(terrain.cell) && terrain.cell >= 0, "a cell that is no length");
  require(file.nodata.empty() || file.nodata.size() == terrain.cells(), "a mask of another size");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rill::ReadOptions options;
  options.nx = size > 0 ? data[0] : 1;  // for formats without a header
  options.ny = 3;
  options.range = rill::ValueRange{0, 1000};
  const rill::MemorySource source("N46E007.fuzz", data, size);
  try {
    check(rill::RILL_FUZZ_READER(source, options));
  } catch (const rill::Error& error) {
    require(error.what()[0] != '\0', "an error without a sentence");
  }
  return 0;
}
