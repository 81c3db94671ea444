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

namespace {

void write_new(AtomicFile& out, const std::string& path, const Terrain& terrain,
               const std::array<double, 9>& transform, const Point3& centre,
               const LayerNames& names) {
  check_size(terrain, terrain.nx, terrain.ny);
  if (!terrain.has(layer::height))
    throw Error("Cannot write '" + path + "': the terrain has no height layer.");
  std::vector<NewLayer> layers = {
      {names.of_file(layer::height), &terrain.layers.at(layer::height), height_style}};
  for (const auto& [name, values] : terrain.layers)
    if (name != layer::height) layers.push_back({names.of_file(name), &values, other_style});
  const HoudiniDocument document =
      new_document(terrain.nx, terrain.ny, transform, centre, layers);
  write_root(out, path, document, document.root);
}

}  // namespace

// Voxel x along world Z, voxel y along world X, up is Y.
GridPlace default_place(int nx, int ny, double cell, const Point3& centre) {
  return {{centre[0] - 0.5 * cell * (ny - 1), centre[1], centre[2] - 0.5 * cell * (nx - 1)},
          {0, 0, cell},
          {cell, 0, 0}};
}

void write_new_height_field(AtomicFile& out, const std::string& path, const Terrain& terrain,
                            const Point3& centre, const LayerNames& names) {
  const double cell = terrain.cell > 0 ? terrain.cell : 1;
  const double half_z = 0.5 * cell * terrain.nx, half_x = 0.5 * cell * terrain.ny;
  write_new(out, path, terrain, {0, 0, half_z, half_x, 0, 0, 0, 1, 0}, centre, names);
}

void write_new_height_field(AtomicFile& out, const std::string& path, const Terrain& terrain,
                            const GridPlace& place, const LayerNames& names) {
  const Point3 &x = place.step_x, &y = place.step_y;
  const Point3 up = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                     x[0] * y[1] - x[1] * y[0]};
  const double area = std::sqrt(up[0] * up[0] + up[1] * up[1] + up[2] * up[2]);
  std::array<double, 9> transform;
  for (std::size_t i = 0; i < 3; ++i) {
    transform[i] = 0.5 * x[i] * terrain.nx;
    transform[3 + i] = 0.5 * y[i] * terrain.ny;
    transform[6 + i] = up[i] / area;
  }
  write_new(out, path, terrain, transform,
            place.at(0.5 * (terrain.nx - 1), 0.5 * (terrain.ny - 1)), names);
}

void write_new_height_field(const std::string& path, const Terrain& terrain, const Point3& centre,
                            const LayerNames& names) {
  AtomicFile out(path);
  write_new_height_field(out, path, terrain, centre, names);
  out.commit();
}

namespace {

// The volume that gives the grid: the height, or the first flat one in a file that has no height.
template <typename Map>
void rename(Map& map, const std::string& from, const std::string& to) {
  auto node = map.extract(from);
  node.key() = to;
  map.insert(std::move(node));
}

std::string grid_name(const HoudiniDocument& document, const std::string& height) {
  const Volume* flat = nullptr;
  for (const Volume& volume : document.volumes) {
    if (volume.name == height) return height;
    if (!flat && volume.size[2] == 1 && !volume.name.empty()) flat = &volume;
  }
  return flat ? flat->name : height;
}

}  // namespace

TerrainFile read_houdini_terrain(const ByteSource& source, const LayerNames& names,
                                 FieldTiles tiles, bool height_needed) {
  auto document = std::make_shared<HoudiniDocument>(read_document(source));
  auto choice = std::make_shared<HeightFieldChoice>();
  TerrainFile file;
  try {
    const std::string height = names.of_file(layer::height);
    LayerNames grid = names;
    if (!height_needed) grid.in_file[layer::height] = grid_name(*document, height);
    choice->all = height_fields(*document, grid);
    if (tiles == FieldTiles::joined) {
      choice->joined = join_fields(choice->all);
      file.terrain = take_joined_terrain(*document, choice->all, *choice->joined);
    } else {
      file.terrain = take_terrain(*document, choice->all[0]);
    }
    for (const auto& [name, number] : choice->all[0].layers)
      file.borders[name] = volume_border(document->root, document->volumes.at(number));
    if (grid.of_file(layer::height) != height) {
      const std::string name = names.of_rill(grid.of_file(layer::height));
      rename(file.terrain.layers, layer::height, name);
      rename(file.borders, layer::height, name);
    }
  } catch (const Error& error) {
    throw Error("Cannot use '" + source.name() + "': " + error.what(), error.fault());
  }
  if (choice->all.size() > 1 && !choice->joined)
    file.notes.push_back("'" + source.name() + "' holds " + std::to_string(choice->all.size()) +
                         " height fields; this is the first.");
  drop_values(*document);
  file.houdini = std::move(document);
  file.scene_place = choice->grid().place;
  file.height_fields = std::move(choice);
  return file;
}

TerrainFile read_houdini_terrain(const std::string& path, const LayerNames& names,
                                 FieldTiles tiles) {
  return read_houdini_terrain(FileSource(path), names, tiles);
}

TerrainFile read_other_field(const TerrainFile& file, std::size_t number) {
  auto choice = std::make_shared<HeightFieldChoice>(*file.height_fields);
  choice->joined.reset();
  choice->chosen = number;
  TerrainFile other;
  other.houdini = file.houdini;
  other.scene_place = choice->grid().place;
  other.terrain = field_terrain(*file.houdini, choice->grid());
  other.height_fields = std::move(choice);
  return other;
}

namespace {

void write_into_document(AtomicFile& out, const std::string& path, const TerrainFile& file,
                         const LayerNames& names) {
  const HeightFieldChoice& choice = *file.height_fields;
  std::vector<FieldResult> results;
  std::vector<Terrain> pieces;
  if (choice.joined) {
    for (std::size_t part = 0; part < choice.joined->parts.size(); ++part)
      pieces.push_back(split_part(file.terrain, choice.all, *choice.joined, part));
    for (std::size_t part = 0; part < pieces.size(); ++part)
      results.push_back({&choice.all.at(choice.joined->parts[part].field), &pieces[part]});
  } else {
    results.push_back({&choice.all.at(choice.chosen), &file.terrain});
    for (const auto& [number, terrain] : file.other_fields)
      results.push_back({&choice.all.at(number), &terrain});
  }
  write_height_fields(out, path, *file.houdini, results, names);
}

// A terrain that has other cells by now has no use for the place of the old ones.
bool fits_cell(const GridPlace& place, double cell) {
  const Point3& step = place.step_x;
  const double side = std::sqrt(step[0] * step[0] + step[1] * step[1] + step[2] * step[2]);
  return std::fabs(side - cell) <= 1e-5 * cell;
}

}  // namespace

void write_houdini_terrain(AtomicFile& out, const std::string& path, const TerrainFile& file,
                           const LayerNames& names) {
  const Terrain& terrain = file.terrain;
  if (file.houdini && file.height_fields->grid().nx == terrain.nx &&
      file.height_fields->grid().ny == terrain.ny) {
    write_into_document(out, path, file, names);
  } else if (file.scene_place && fits_cell(*file.scene_place, terrain.cell)) {
    write_new_height_field(out, path, terrain, *file.scene_place, names);
  } else {
    write_new_height_field(out, path, terrain, Point3{0, 0, 0}, names);
  }
}

void write_houdini_terrain(const std::string& path, const TerrainFile& file,
                           const LayerNames& names) {
  AtomicFile out(path);
  write_houdini_terrain(out, path, file, names);
  out.commit();
}

}  // namespace rill
