// libFuzzer's door to Houdini's files: .geo, .bgeo and .bgeo.sc, one program each (RILL_FUZZ_READER
// is geo, bgeo or sc). Whatever is read is used as a cook would: its fields, their layers, a new
// layer, the file again.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <rill/error.h>

#include "io/houdini/edit.h"
#include "io/houdini/heightfield.h"

namespace {

using namespace rill::houdini;

void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

constexpr bool is(const char* a, const char* b) {
  return *a == *b && (*a == '\0' || is(a + 1, b + 1));
}
#define RILL_NAME_OF(reader) #reader
#define RILL_NAME(reader) RILL_NAME_OF(reader)
constexpr const char* reader = RILL_NAME(RILL_FUZZ_READER);

std::vector<std::uint8_t> bytes_of(const DataSource& source) {
  std::vector<std::uint8_t> bytes(std::size_t(source.size()));
  source.read(0, bytes.data(), bytes.size());
  return bytes;
}

// What was written can be read, and says the same again.
void write_and_read(const rill::HoudiniDocument& document, const JsonValue& root,
                    const ReadLimits& limits) {
  const std::vector<std::uint8_t> once = bytes_of(*encode_binary(document, root));
  const rill::HoudiniDocument again = parse_document(Buffer(once.data(), once.size()), limits);
  require(bytes_of(*encode_binary(again, again.root)) == once, "a file changes when it is written twice");
  require(again.volumes.size() >= document.volumes.size(), "volumes were lost");
}

void use(const rill::HoudiniDocument& document, const ReadLimits& limits) {
  const std::vector<rill::HeightField> fields = rill::height_fields(document);
  rill::Terrain terrain = rill::field_terrain(document, fields[0]);
  require(terrain.nx > 0 && terrain.ny > 0 && terrain.cell > 0, "a field without cells");
  for (const auto& [name, layer] : terrain.layers)
    require(layer.size() == terrain.cells(), "a layer of another size");
  if (terrain.cells() > 10000) return;
  const rill::Layer added(terrain.cells(), 1.5f);
  Edit edit(document);
  for (auto& [name, layer] : terrain.layers) {
    layer[0] += 1;
    edit.replace(document.volumes[fields[0].layers.at(name)], layer);
  }
  edit.add(document.volumes[fields[0].height()], "added", added);
  edit.renew_info();
  std::size_t text = 0;
  encode_ascii(document, edit.root(), [&](const void*, std::size_t size) { text += size; });
  require(text > 0, "a file without text");
  write_and_read(document, edit.root(), limits);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Buffer file(data, size);
  // Straight to the reader that this program is for.
  if (is(reader, "bgeo") && size > 5) std::memcpy(file.data(), "\x7fNSJb", 5);
  if (is(reader, "sc") && size > 4) std::memcpy(file.data(), "scf1", 4);
  const ReadLimits limits{64u << 20};
  try {
    const rill::HoudiniDocument document = parse_document(std::move(file), limits);
    use(document, limits);
  } catch (const rill::Error& error) {
    require(error.what()[0] != '\0', "an error without a sentence");
  }
  return 0;
}
