// Height fields in Houdini files. A document holds any number of them, each a `height` volume and
// the other volumes on the same grid at the same place; a terrain is made of one, or of several
// that fit together edge to edge, and goes back into a copy of the document.
//
// The terrain's x is the voxel x and its y the voxel y, as Houdini's own vector layers count them.
// On the default plane voxel x runs along world Z and voxel y along world X.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rill/grid.h>
#include <rill/layers.h>

#include "io/atomic_file.h"
#include "io/houdini/document.h"

namespace rill {

// Which layer of the file stands for which of rill's; names that are not listed are the same.
struct LayerNames {
  std::map<std::string, std::string> in_file;  // rill's name -> the file's

  std::string of_file(const std::string& name) const;
  std::string of_rill(const std::string& file_name) const;
};

struct HeightField {
  int nx = 0, ny = 0;
  double cell = 0;  // metres
  GridPlace place;
  // rill's name of each layer and its number among the document's volumes. Of layers that have one
  // name the first counts; the others stay in the document.
  std::map<std::string, std::size_t> layers;

  std::size_t height() const { return layers.at(layer::height); }
};

// Throws when there is none, or when one cannot be cooked: cells that are not square, a slanted or
// tapered grid, a volume that is not flat.
std::vector<HeightField> height_fields(const HoudiniDocument& document, const LayerNames& names = {});

// Every layer of a field.
Terrain field_terrain(const HoudiniDocument& document, const HeightField& field);
// The same, moving values out of the document where it has them decoded.
Terrain take_terrain(HoudiniDocument& document, const HeightField& field);

// Several fields as one grid. Throws when they do not fill a rectangle edge to edge without
// overlap, when their cells or planes differ, or when a layer is missing in some of them.
struct JoinedField {
  HeightField whole;  // nx, ny, cell and place; its layers name those of the terrain
  struct Part {
    std::size_t field;  // number in the list
    int x, y;           // of its first cell in the whole
  };
  std::vector<Part> parts;
};
JoinedField join_fields(const std::vector<HeightField>& fields);
bool fields_fit(const std::vector<HeightField>& fields);  // whether they can be joined
Terrain joined_terrain(const HoudiniDocument& document, const std::vector<HeightField>& fields,
                       const JoinedField& joined);
// The same, moving values out of the document where it has them decoded.
Terrain take_joined_terrain(HoudiniDocument& document, const std::vector<HeightField>& fields,
                            const JoinedField& joined);
// The piece of the whole that belongs to one part.
Terrain split_part(const Terrain& whole, const std::vector<HeightField>& fields,
                   const JoinedField& joined, std::size_t part);

// What becomes of a field.
struct FieldResult {
  const HeightField* field;
  const Terrain* terrain;  // has the field's size; outlives the call
};

// Writes the document with these results: changed layers replaced, new ones added, everything else
// as it was. The path's end tells the format: .geo, .bgeo, .bgeo.sc or .bgeo.gz.
void write_height_fields(const std::string& path, const HoudiniDocument& document,
                         const std::vector<FieldResult>& results, const LayerNames& names = {});

// The same into an open file, which is not put in its place yet; its path tells the format.
void write_height_fields(AtomicFile& out, const std::string& path, const HoudiniDocument& document,
                         const std::vector<FieldResult>& results, const LayerNames& names = {});

// Houdini's default plane, with the middle of the grid at `centre`.
GridPlace default_place(int nx, int ny, double cell, const Point3& centre = {0, 0, 0});

// Writes a file of one height field on Houdini's default plane, its centre at `centre`.
void write_new_height_field(const std::string& path, const Terrain& terrain,
                            const Point3& centre = {0, 0, 0}, const LayerNames& names = {});

void write_new_height_field(AtomicFile& out, const std::string& path, const Terrain& terrain,
                            const Point3& centre = {0, 0, 0}, const LayerNames& names = {});

// The same at a place of its own. Its steps are at right angles and equally long.
void write_new_height_field(AtomicFile& out, const std::string& path, const Terrain& terrain,
                            const GridPlace& place, const LayerNames& names = {});

// What a terrain from a Houdini file is made of.
struct HeightFieldChoice {
  std::vector<HeightField> all;
  std::optional<JoinedField> joined;  // of all of them; else it is
  std::size_t chosen = 0;             // this one

  const HeightField& grid() const { return joined ? joined->whole : all.at(chosen); }
};

// The first height field of a file, or all of them as one grid. Where no height is needed, a file
// without one gives its first flat volume and those on the same grid.
TerrainFile read_houdini_terrain(const ByteSource& file, const LayerNames& names = {},
                                 FieldTiles tiles = FieldTiles::separate,
                                 bool height_needed = true);
TerrainFile read_houdini_terrain(const std::string& path, const LayerNames& names = {},
                                 FieldTiles tiles = FieldTiles::separate);
// Another height field of the file that `file` came from.
TerrainFile read_other_field(const TerrainFile& file, std::size_t number);

// A terrain into a file: into a copy of the file that it came from, or a new one where it came from
// elsewhere or has another size now.
void write_houdini_terrain(AtomicFile& out, const std::string& path, const TerrainFile& file,
                           const LayerNames& names = {});
void write_houdini_terrain(const std::string& path, const TerrainFile& file,
                           const LayerNames& names = {});

}  // namespace rill
