// Terrains into Houdini files, and the two functions of the table of formats.

#include <algorithm>
#include <cmath>

#include <rill/error.h>

#include "io/atomic_file.h"
#include "io/houdini/edit.h"
#include "io/houdini/heightfield.h"

namespace rill {
namespace {

using namespace houdini;

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() &&
         std::equal(end.rbegin(), end.rend(), text.rbegin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? char(b - 'A' + 'a') : b);
         });
}

void write_root(AtomicFile& file, const std::string& path, const HoudiniDocument& document,
                const JsonValue& root) {
  const ByteSink sink = [&](const void* data, std::size_t size) { file.write(data, size); };
  if (ends_with(path, ".geo")) {
    encode_ascii(document, root, sink);
  } else {
    const std::shared_ptr<const DataSource> bytes = encode_binary(document, root);
    if (ends_with(path, ".bgeo.sc"))
      write_scf(*bytes, sink);
    else if (ends_with(path, ".bgeo.gz"))
      write_gzip(*bytes, sink);
    else if (ends_with(path, ".bgeo"))
      write_plain(*bytes, sink);
    else
      throw Error("Cannot write '" + path +
                  "': Houdini geometry is .geo, .bgeo, .bgeo.sc or .bgeo.gz.");
  }
}

// The flat volumes of a text file that no result replaces: read, so that they go into a binary file
// as Houdini stores them. What cannot be read stays as it is.
std::vector<Layer> encode_others(Edit& edit, const HoudiniDocument& document,
                                 const std::vector<FieldResult>& results) {
  std::vector<Layer> layers;
  layers.reserve(document.volumes.size());  // the edit points into it
  for (std::size_t v = 0; v < document.volumes.size(); ++v) {
    bool replaced = document.volumes[v].size[2] != 1;
    for (const FieldResult& result : results)
      for (const auto& [name, number] : result.field->layers)
        replaced = replaced || (number == v && result.terrain->has(name));
    if (replaced) continue;
    try {
      layers.push_back(volume_layer(document, document.volumes[v]));
    } catch (const Error&) {
      continue;
    }
    edit.replace(document.volumes[v], layers.back());
  }
  return layers;
}

void check_size(const Terrain& terrain, int nx, int ny) {
  if (terrain.nx != nx || terrain.ny != ny)
    throw Error("A terrain of " + std::to_string(terrain.nx) + " x " + std::to_string(terrain.ny) +
                " cells does not fit the file's height field of " + std::to_string(nx) + " x " +
                std::to_string(ny) + ".");
  for (const auto& [name, layer] : terrain.layers)
    if (layer.size() != terrain.cells())
      throw Error("Layer '" + name + "' does not have the terrain's size.");
}

}  // namespace

void write_height_fields(AtomicFile& out, const std::string& path, const HoudiniDocument& document,
                         const std::vector<FieldResult>& results, const LayerNames& names) {
  const bool into_binary = document.ascii && !ends_with(path, ".geo");
  Edit edit(document, into_binary);
  std::vector<Layer> others;
  if (into_binary) others = encode_others(edit, document, results);
  for (const FieldResult& result : results) {
    check_size(*result.terrain, result.field->nx, result.field->ny);
    for (const auto& [name, volume] : result.field->layers) {
      const auto layer = result.terrain->layers.find(name);
      if (layer != result.terrain->layers.end())
        edit.replace(document.volumes.at(volume), layer->second);
    }
  }
  for (const FieldResult& result : results)
    for (const auto& [name, layer] : result.terrain->layers)
      if (result.field->layers.count(name) == 0)
        edit.add(document.volumes.at(result.field->height()), names.of_file(name), layer);
  edit.renew_info();
  write_root(out, path, document, edit.root());
}

void write_height_fields(const std::string& path, const HoudiniDocument& document,
                         const std::vector<FieldResult>& results, const LayerNames& names) {
  AtomicFile out(path);
  write_height_fields(out, path, document, results, names);
  out.commit();
}

void write_new_height_field(AtomicFile& out, const std::string& path, const Terrain& terrain,
                            const Point3& centre, const LayerNames& names) {
  check_size(terrain, terrain.nx, terrain.ny);
  if (!terrain.has(layer::height))
    throw Error("Cannot write '" + path + "': the terrain has no height layer.");
  const double cell = terrain.cell > 0 ? terrain.cell : 1;
  // Voxel x along world Z, voxel y along world X, up is Y.
  const double half_z = 0.5 * cell * terrain.nx, half_x = 0.5 * cell * terrain.ny;
  std::vector<NewLayer> layers = {
      {names.of_file(layer::height), &terrain.layers.at(layer::height), height_style}};
  for (const auto& [name, values] : terrain.layers)
    if (name != layer::height) layers.push_back({names.of_file(name), &values, other_style});
  const HoudiniDocument document = new_document(
      terrain.nx, terrain.ny, {0, 0, half_z, half_x, 0, 0, 0, 1, 0}, centre, layers);
  write_root(out, path, document, document.root);
}

void write_new_height_field(const std::string& path, const Terrain& terrain, const Point3& centre,
                            const LayerNames& names) {
  AtomicFile out(path);
  write_new_height_field(out, path, terrain, centre, names);
  out.commit();
}

TerrainFile read_houdini_terrain(const ByteSource& source, const LayerNames& names) {
  auto document = std::make_shared<HoudiniDocument>(read_document(source));
  TerrainFile file;
  try {
    const std::vector<HeightField> fields = height_fields(*document, names);
    file.terrain = take_terrain(*document, fields[0]);
    if (fields.size() > 1)
      file.notes.push_back("'" + source.name() + "' holds " + std::to_string(fields.size()) +
                           " height fields; this is the first.");
  } catch (const Error& error) {
    throw Error("Cannot use '" + source.name() + "': " + error.what(), error.fault());
  }
  drop_values(*document);
  file.houdini = std::move(document);
  return file;
}

TerrainFile read_houdini_terrain(const std::string& path, const LayerNames& names) {
  return read_houdini_terrain(FileSource(path), names);
}

void write_houdini_terrain(AtomicFile& out, const std::string& path, const TerrainFile& file,
                           const LayerNames& names) {
  if (file.houdini) {
    const std::vector<HeightField> fields = height_fields(*file.houdini, names);
    if (fields[0].nx == file.terrain.nx && fields[0].ny == file.terrain.ny) {
      write_height_fields(out, path, *file.houdini, {{&fields[0], &file.terrain}}, names);
      return;
    }
  }
  write_new_height_field(out, path, file.terrain, {0, 0, 0}, names);
}

void write_houdini_terrain(const std::string& path, const TerrainFile& file,
                           const LayerNames& names) {
  AtomicFile out(path);
  write_houdini_terrain(out, path, file, names);
  out.commit();
}

}  // namespace rill
