// .npy, one array of NumPy, and .npz, several in a zip file: one array per layer, and the cell size
// as an array of no dimensions called "cell". The first row is the north, as numpy users show it.

#include <rill/error.h>

#include "io/byte_order.h"
#include "io/format.h"
#include "io/npy_array.h"
#include "io/rows.h"
#include "io/zip.h"

namespace rill {
namespace {

constexpr const char* cell_name = "cell";
constexpr const char* npy_end = ".npy";

// The bytes of an array: header and numbers.
std::string npy_bytes(const Terrain& terrain, const Layer& values) {
  std::string bytes = npy_header({terrain.ny, terrain.nx}, "<f4");
  bytes.reserve(bytes.size() + values.size() * sizeof(float));
  for (std::size_t row = 0; row < std::size_t(terrain.ny); ++row)
    bytes.append(reinterpret_cast<const char*>(&values[north_row_start(terrain, row)]),
                 std::size_t(terrain.nx) * sizeof(float));
  if (!host_is_little_endian)
    swap_bytes(reinterpret_cast<float*>(bytes.data() + bytes.size() - values.size() * 4),
               values.size());
  return bytes;
}

std::string name_without_end(const std::string& name) {
  const std::string end = npy_end;
  const bool has_end =
      name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
  return has_end ? name.substr(0, name.size() - end.size()) : name;
}

}  // namespace

TerrainFile read_npy(const ByteSource& source, const ReadOptions&) {
  TerrainFile file;
  file.terrain.cell = 0;
  file.terrain.layers[layer::height] =
      read_npy_grid(source, read_npy_header(source), file.terrain.nx, file.terrain.ny);
  return file;
}

void write_npy(AtomicFile& out, const FileToWrite& file, Notes&) {
  const std::string bytes =
      npy_bytes(file.terrain.terrain, file.terrain.terrain.layers.at(file.layers.front()));
  out.write(bytes.data(), bytes.size());
}

TerrainFile read_npz(const ByteSource& source, const ReadOptions& options) {
  TerrainFile file;
  Terrain& terrain = file.terrain;
  terrain.cell = 0;
  std::string ignored;
  for (const ZipEntry& entry : read_zip_entries(source)) {
    const std::string name = name_without_end(entry.name);
    const std::string bytes = read_zip_entry(source, entry);
    const MemorySource array(source.name() + "' (" + name + ") '", bytes.data(), bytes.size());
    const NpyHeader header = read_npy_header(array);
    if (header.shape.empty()) {
      if (name == cell_name)
        terrain.cell = read_npy_number(array, header);
      else
        ignored += (ignored.empty() ? "" : ", ") + name;
      continue;
    }
    int nx = 0, ny = 0;
    Layer values = read_npy_grid(array, header, nx, ny);
    if (!terrain.layers.empty() && (nx != terrain.nx || ny != terrain.ny))
      source.refuse("its arrays have different sizes");
    terrain.nx = nx;
    terrain.ny = ny;
    terrain.layers[name] = std::move(values);
  }
  if (terrain.layers.empty()) source.refuse("it holds no array of two dimensions");
  if (!(terrain.cell >= 0 && terrain.cell < 1e9)) source.refuse("its cell is no length");
  if (!ignored.empty())
    file.notes.push_back("'" + source.name() +
                         "' also holds numbers that rill does not use: " + ignored + ".");
  name_lone_layer(source, options, file);
  return file;
}

void write_npz(AtomicFile& out, const FileToWrite& file, Notes&) {
  ZipWriter zip(out, file.path);
  const Terrain& terrain = file.terrain.terrain;
  for (const std::string& name : file.layers)
    zip.add(name + npy_end, npy_bytes(terrain, terrain.layers.at(name)));
  if (terrain.cell > 0) {
    double cell = terrain.cell;
    if (!host_is_little_endian) swap_bytes(&cell, 1);
    zip.add(std::string(cell_name) + npy_end,
            npy_header({}, "<f8") + std::string(reinterpret_cast<const char*>(&cell), sizeof cell));
  }
  zip.finish();
}

}  // namespace rill
