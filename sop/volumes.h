// Height-field layers as Houdini's volume primitives: finding, reading, writing, making them.
#pragma once

#include <string>
#include <vector>

#include <GA/GA_Types.h>
#include <GEO/GEO_PrimVolume.h>
#include <GU/GU_Detail.h>

#include <rill/grid.h>
#include <rill/layers.h>

namespace rill::sop {

// Offsets rather than pointers: they stay good while primitives are added.
std::vector<GA_Offset> find_volumes(const GU_Detail& detail, const std::string& name);
const GEO_PrimVolume& volume_at(const GU_Detail& detail, GA_Offset offset);
GEO_PrimVolume& volume_at(GU_Detail& detail, GA_Offset offset);

// Throws for volumes that are no layer: three-dimensional, tapered, empty, or not of floats.
void check_floats(const GEO_PrimVolume& volume, const std::string& layer);
Grid grid_of(const GEO_PrimVolume& volume, const std::string& layer);

Layer read_layer(const GEO_PrimVolume& volume);  // one that grid_of let pass
// The volume gets the grid's size first where it has another.
void write_layer(GEO_PrimVolume& volume, const Layer& values, int nx, int ny);

// On the grid of another layer, with its attributes; border and look as Houdini's own layers have.
GA_Offset add_layer(GU_Detail& detail, GA_Offset like, const std::string& name);

LayerBorder border_of(const GEO_PrimVolume& volume);

}  // namespace rill::sop
