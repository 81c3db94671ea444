#include "files.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "folder.h"
#include "terrains.h"

namespace rill::test {

using namespace houdini;

FileBytes load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  return FileBytes(std::istreambuf_iterator<char>(file), {});
}

std::string real_file(const std::string& name) { return RILL_TEST_DATA + name; }
std::string scratch_file(const std::string& name) {
  static const Folder folder;  // the process's own: tests run beside each other
  return folder.path(name);
}

HoudiniDocument parse(const FileBytes& bytes) {
  return parse_document(Buffer(bytes.data(), bytes.size()));
}

HoudiniDocument parse(const std::string& text) {
  return parse_document(Buffer(text.data(), text.size()));
}

FileBytes all_bytes(const DataSource& source) {
  FileBytes bytes(std::size_t(source.size()));
  source.read(0, bytes.data(), bytes.size());
  return bytes;
}

FileBytes unwrapped(const FileBytes& file) {
  if (is_scf(file.data(), file.size())) return all_bytes(*open_scf(std::make_shared<MemoryData>(Buffer(file.data(), file.size()))));
  if (is_gzip(file.data(), file.size())) {
    MemoryBudget budget{ReadLimits{}};
    const Buffer out = unpack_gzip(Buffer(file.data(), file.size()), budget);
    return FileBytes(out.data(), out.data() + out.size());
  }
  return file;
}

Layer mixed_layer(int nx, int ny, std::uint32_t seed) {
  Layer layer(std::size_t(nx) * std::size_t(ny));
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x)
      layer[std::size_t(y) * std::size_t(nx) + std::size_t(x)] =
          (x / 16 + y / 16) % 3 == 1 ? float(x / 16)
                                     : float(random_at(x, y, seed) * 1000 - 500);
  return layer;
}

std::string geo_text(const std::vector<GeoLayer>& layers, const std::string& size,
                     const std::string& transform, const std::string& position,
                     const std::string& more) {
  const std::string count = std::to_string(layers.size());
  std::string numbers, names, points, rows, shared;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const std::string comma = i > 0 ? "," : "", number = std::to_string(i);
    const bool height = layers[i].name == "height";
    numbers += comma + number;
    names += comma + "\"" + layers[i].name + "\"";
    points += comma + position;
    rows += comma + "[" + number + ",{\"type\":\"" + (height ? "streak" : "constant") +
            "\",\"value\":0},{\"tolerance\":0},\"key" + number + "\",{\"mode\":\"" +
            (height ? "heightfield" : "smoke") + "\",\"iso\":0,\"density\":1}]";
    shared += comma + "\"Volume\",[\"geo:voxels\",\"key" + number + "\"," + layers[i].voxels + "]";
  }
  return "[\"fileversion\",\"18.5.506\",\"hasindex\",false,\"pointcount\"," + count +
         ",\"vertexcount\"," + count + ",\"primitivecount\"," + count +
         ",\"info\",{\"artist\":\"somebody\",\"hostname\":\"somewhere\",\"bounds\":[0,1,0,1,0,1]}" +
         ",\"topology\",[\"pointref\",[\"indices\",[" + numbers +
         "]]],\"attributes\",[\"pointattributes\",[[[\"scope\",\"public\",\"type\",\"numeric\","
         "\"name\",\"P\",\"options\",{}],[\"size\",3,\"storage\",\"fpreal32\",\"values\",[\"size\",3,"
         "\"storage\",\"fpreal32\",\"tuples\",[" + points +
         "]]]]],\"primitiveattributes\",[[[\"scope\",\"public\",\"type\",\"string\",\"name\",\"name\","
         "\"options\",{}],[\"size\",1,\"storage\",\"int32\",\"strings\",[" + names +
         "],\"indices\",[\"size\",1,\"storage\",\"int32\",\"arrays\",[[" + numbers +
         "]]]]]]],\"primitives\",[[[\"type\",\"run\",\"runtype\",\"Volume\",\"varyingfields\","
         "[\"vertex\",\"border\",\"compression\",\"sharedvoxels\",\"visualization\"],"
         "\"uniformfields\",{\"transform\":" + transform + ",\"res\":" + size +
         ",\"taperx\":1,\"tapery\":1}],[" + rows + "]]]," + more + "\"sharedprimitivedata\",[" +
         shared + "]]\n";
}

std::string tiles_text(const std::vector<Tile>& tiles, const char* second_layer) {
  std::string indices, names, points, blocks;
  int number = 0;
  for (const Tile& tile : tiles)
    for (const std::string name : {"height", second_layer}) {
      const std::string comma = number > 0 ? "," : "", n = std::to_string(number);
      indices += comma + n;
      names += comma + (name == "height" ? "0" : "1");
      points += comma + "[" + std::to_string(tile.x) + ",0," + std::to_string(tile.z) + "]";
      blocks += comma + "[[\"type\",\"Volume\"],[\"vertex\"," + n + ",\"transform\",[0,0," +
                std::to_string(tile.nx) + "," + std::to_string(tile.ny) + ",0,0,0,1,0],\"res\",[" +
                std::to_string(tile.nx) + "," + std::to_string(tile.ny) +
                ",1],\"border\",{\"type\":\"constant\",\"value\":0},\"compression\",{\"tolerance\":0},"
                "\"voxels\",[\"constantarray\"," + std::to_string(tile.height) +
                "],\"visualization\",{\"mode\":\"smoke\",\"iso\":0,\"density\":1},\"taperx\",1,"
                "\"tapery\",1]]";
      ++number;
    }
  const std::string count = std::to_string(number);
  return "[\"fileversion\",\"13.0.288\",\"pointcount\"," + count + ",\"vertexcount\"," + count +
         ",\"primitivecount\"," + count + ",\"topology\",[\"pointref\",[\"indices\",[" + indices +
         "]]],\"attributes\",[\"pointattributes\",[[[\"scope\",\"public\",\"type\",\"numeric\","
         "\"name\",\"P\",\"options\",{}],[\"size\",3,\"storage\",\"fpreal32\",\"values\",[\"size\",3,"
         "\"storage\",\"fpreal32\",\"tuples\",[" + points +
         "]]]]],\"primitiveattributes\",[[[\"scope\",\"public\",\"type\",\"string\",\"name\",\"name\","
         "\"options\",{}],[\"size\",1,\"storage\",\"int32\",\"strings\",[\"height\",\"" +
         std::string(second_layer) +
         "\"],\"indices\",[\"size\",1,\"storage\",\"int32\",\"arrays\",[[" + names +
         "]]]]]]],\"primitives\",[" + blocks + "]]";
}

}  // namespace rill::test
