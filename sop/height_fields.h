// Between a Houdini detail and rill's terrains: which volumes are which layers of which height
// field, read into one terrain each and written back.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <GU/GU_Detail.h>

#include <rill/cook.h>
#include <rill/grid.h>

namespace rill::sop {

// rill's layer names to the user's. A layer with an empty name is neither read nor written.
using LayerNames = std::map<std::string, std::string>;

struct HeightField {
  GA_Offset height = 0;  // its primitive
  Grid grid;
  Terrain terrain;
};

struct ReadOptions {
  Node node = Node::combined;
  int scheme = 0;
  LayerNames names;
  std::string mask;  // layer of the second input that scales the effect
};

// All height fields of the first input with their layers, masks from the second (which may be
// null). Adds sentences for the user to notes. Throws when something cannot be read.
std::vector<HeightField> read_height_fields(const GU_Detail& terrain, const GU_Detail* masks,
                                            const ReadOptions& options,
                                            std::vector<std::string>& notes);

// Puts a cook's layers into the detail: into the volume that has the height field's grid, else into
// a new one.
void write_height_field(GU_Detail& detail, const HeightField& field, const Terrain& result,
                        const LayerNames& names, bool only_one);

}  // namespace rill::sop
