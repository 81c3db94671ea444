// Voxels move tile by tile, a row of a tile at a time, on all threads. Different tiles may be read
// and written at once.

#include "volumes.h"

#include <GA/GA_Handle.h>
#include <GA/GA_Iterator.h>
#include <GU/GU_PrimVolume.h>
#include <UT/UT_ParallelUtil.h>
#include <UT/UT_VoxelArray.h>

#include <rill/error.h>

#include <algorithm>
#include <cstring>

namespace rill::sop {
namespace {

template <class Handle, class Function>
void for_tiles(const Handle& array, const Function& function) {
  UTparallelFor(UT_BlockedRange<int>(0, int(array->numTiles())), [&](const UT_BlockedRange<int>& part) {
    for (int i = part.begin(); i != part.end(); ++i) {
      int x, y, z;
      array->linearTileToXYZ(i, x, y, z);
      function(*array->getLinearTile(i), std::size_t(x) * TILESIZE, std::size_t(y) * TILESIZE);
    }
  });
}

}  // namespace

std::vector<GA_Offset> find_volumes(const GU_Detail& detail, const std::string& name) {
  std::vector<GA_Offset> found;
  const GA_ROHandleS names(detail.findStringTuple(GA_ATTRIB_PRIMITIVE, "name"));
  if (!names.isValid() || name.empty()) return found;
  for (GA_Iterator it(detail.getPrimitiveRange()); !it.atEnd(); ++it) {
    const UT_StringHolder& own = names.get(*it);
    if (detail.getGEOPrimitive(*it)->getTypeId() == GEO_PRIMVOLUME && name == own.c_str())
      found.push_back(*it);
  }
  return found;
}

const GEO_PrimVolume& volume_at(const GU_Detail& detail, GA_Offset offset) {
  return static_cast<const GEO_PrimVolume&>(*detail.getGEOPrimitive(offset));
}
GEO_PrimVolume& volume_at(GU_Detail& detail, GA_Offset offset) {
  return static_cast<GEO_PrimVolume&>(*detail.getGEOPrimitive(offset));
}

// Volumes of integers and vectors keep their values elsewhere; as floats they have none, or another size.
void check_floats(const GEO_PrimVolume& volume, const std::string& layer) {
  int nx = 0, ny = 0, nz = 0;
  volume.getRes(nx, ny, nz);
  const UT_VoxelArrayReadHandleF handle = volume.getVoxelHandle();
  if (handle.isNull() || handle->getXRes() != nx || handle->getYRes() != ny)
    throw Error("The volume '" + layer +
                "' does not hold one float per voxel; convert it to floats, or give it another name.");
}

Grid grid_of(const GEO_PrimVolume& volume, const std::string& layer) {
  check_floats(volume, layer);
  int nx = 0, ny = 0, nz = 0;
  volume.getRes(nx, ny, nz);
  if (nx < 1 || ny < 1 || nz < 1)
    throw Error("The volume '" + layer + "' has no voxels; give it a size.");
  if (nz != 1)
    throw Error("The volume '" + layer + "' has " + std::to_string(nz) +
                " voxels in depth; a layer has one: use a HeightField node, or Convert HeightField.");
  const GEO_PrimVolumeXform space = volume.getSpaceTransform();
  if (space.myHasTaper)
    throw Error("The volume '" + layer + "' is tapered; remove the taper from its transform.");
  // The transform takes the cube from -1 to 1 to the world; its rows are half the volume's sides.
  Point3 middle, half_x, half_y;
  for (int k = 0; k < 3; ++k) {
    const std::size_t axis = std::size_t(k);
    middle[axis] = double(space.myCenter(k));
    half_x[axis] = double(space.myXform(0, k));
    half_y[axis] = double(space.myXform(1, k));
  }
  return Grid::of_box(middle, half_x, half_y, nx, ny);
}

Layer read_layer(const GEO_PrimVolume& volume) {
  const UT_VoxelArrayReadHandleF handle = volume.getVoxelHandle();
  const int nx = handle->getXRes(), ny = handle->getYRes();
  Layer values(std::size_t(nx) * std::size_t(ny));
  for_tiles(handle, [&](const UT_VoxelTile<float>& tile, std::size_t left, std::size_t bottom) {
    const int wide = tile.xres();
    const bool constant = tile.isConstant();
    for (int y = 0; y < tile.yres(); ++y) {
      float* row = &values[(bottom + std::size_t(y)) * std::size_t(nx) + left];
      if (constant)
        std::fill(row, row + wide, tile(0, 0, 0));
      else
        for (int x = 0; x < wide; ++x) row[x] = tile(x, y, 0);
    }
  });
  return values;
}

void write_layer(GEO_PrimVolume& volume, const Layer& values, int nx, int ny) {
  UT_VoxelArrayWriteHandleF handle = volume.getVoxelWriteHandle();  // commits when it goes
  if (handle->getXRes() != nx || handle->getYRes() != ny || handle->getZRes() != 1)
    handle->size(nx, ny, 1);
  for_tiles(handle, [&](UT_VoxelTile<float>& tile, std::size_t left, std::size_t bottom) {
    const std::size_t wide = std::size_t(tile.xres());
    const auto row = [&](int y) {
      return &values[(bottom + std::size_t(y)) * std::size_t(nx) + left];
    };
    // Tiles of one bit pattern stay as small as Houdini keeps them.
    const float first = *row(0);
    bool constant = true;
    for (int y = 0; y < tile.yres() && constant; ++y)
      for (std::size_t x = 0; x < wide && constant; ++x)
        constant = !std::memcmp(row(y) + x, &first, sizeof(float));
    if (constant) {
      tile.makeConstant(first);
      return;
    }
    tile.makeRawUninitialized();
    for (int y = 0; y < tile.yres(); ++y)
      std::memcpy(tile.rawData() + std::size_t(y) * wide, row(y), wide * sizeof(float));
  });
}

GA_Offset add_layer(GU_Detail& detail, GA_Offset like, const std::string& name) {
  GEO_PrimVolume* volume = GU_PrimVolume::build(&detail);
  const GEO_PrimVolume& model = volume_at(detail, like);
  volume->copyAttributesAndGroups(model, true);
  volume->setSpaceTransform(model.getSpaceTransform());
  volume->setBorder(GEO_VOLUMEBORDER_CONSTANT, 0);
  volume->setVisualization(GEO_VOLUMEVIS_SMOKE, 0, 1);
  GA_RWHandleS names(detail.addStringTuple(GA_ATTRIB_PRIMITIVE, "name", 1));
  names.set(volume->getMapOffset(), name.c_str());
  return volume->getMapOffset();
}

LayerBorder border_of(const GEO_PrimVolume& volume) {
  switch (volume.getBorder()) {
    case GEO_VOLUMEBORDER_REPEAT: return {Beyond::repeat, 0};
    case GEO_VOLUMEBORDER_CONSTANT: return {Beyond::constant, float(volume.getBorderValue())};
    default: return {Beyond::streak, 0};
  }
}

}  // namespace rill::sop
