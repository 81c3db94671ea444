// Stand-in for volume primitives. Sources: openvdb_houdini reference/GU_PrimVDB.cc (space transform,
// border, visualization, handles), HoudiniUsdBridge GEO_HAPIPart.C and GA_PrimVolumeXform fields,
// HDK pages of GEO_PrimVolume and GEO_VolumeOptions.
#pragma once
#include <GA/GA_Types.h>
#include <UT/UT_Matrix3.h>
#include <UT/UT_Vector3.h>
#include <UT/UT_VoxelArray.h>

enum GEO_VolumeBorder {
  GEO_VOLUMEBORDER_CONSTANT,
  GEO_VOLUMEBORDER_REPEAT,
  GEO_VOLUMEBORDER_STREAK,
  GEO_VOLUMEBORDER_SDF
};
enum GEO_VolumeVis {
  GEO_VOLUMEVIS_SMOKE,
  GEO_VOLUMEVIS_RAINBOW,
  GEO_VOLUMEVIS_ISO,
  GEO_VOLUMEVIS_INVISIBLE,
  GEO_VOLUMEVIS_HEIGHTFIELD,
  GEO_VOLUMEVIS_IMAGE
};

struct GEO_PrimVolumeXform {
  UT_Matrix3 myXform;
  UT_Vector3 myCenter;
  bool myHasTaper = false;
  float myTaperX = 1, myTaperY = 1;
};

class GU_Detail;

class GEO_Primitive {
 public:
  GEO_Primitive(GU_Detail* detail, GA_Offset offset) : detail_(detail), offset_(offset) {}
  virtual ~GEO_Primitive() = default;
  virtual GA_PrimitiveTypeId getTypeId() const { return GA_PRIMPOLY; }
  GA_Offset getMapOffset() const { return offset_; }
  void copyAttributesAndGroups(const GEO_Primitive& source, bool copy_groups);
  virtual GEO_Primitive* copyTo(GU_Detail* detail) const { return new GEO_Primitive(detail, offset_); }

 protected:
  GU_Detail* detail_;
  GA_Offset offset_;
};

class GEO_PrimVolume : public GEO_Primitive {
 public:
  using GEO_Primitive::GEO_Primitive;
  GA_PrimitiveTypeId getTypeId() const override { return GA_PRIMVOLUME; }
  UT_VoxelArrayReadHandleF getVoxelHandle() const { return UT_VoxelArrayReadHandleF(voxels_); }
  UT_VoxelArrayWriteHandleF getVoxelWriteHandle() { return UT_VoxelArrayWriteHandleF(voxels_); }
  void getRes(int& x, int& y, int& z) const {
    x = voxels_.array->getXRes(), y = voxels_.array->getYRes(), z = voxels_.array->getZRes();
  }
  GEO_PrimVolumeXform getSpaceTransform() const { return space_; }
  void setSpaceTransform(const GEO_PrimVolumeXform& space) { space_ = space; }
  void indexToPos(int x, int y, int z, UT_Vector3& position) const;
  void setBorder(GEO_VolumeBorder border, float value) {
    border_ = border;
    border_value_ = value;
  }
  GEO_VolumeBorder getBorder() const { return border_; }
  float getBorderValue() const { return border_value_; }
  void setVisualization(GEO_VolumeVis mode, fpreal iso, fpreal density) {
    mode_ = mode, iso_ = iso, density_ = density;
  }
  GEO_VolumeVis getVisualization() const { return mode_; }
  fpreal getVisIso() const { return iso_; }
  fpreal getVisDensity() const { return density_; }
  void standin_hold_no_floats() { voxels_.floats = false; }
  GEO_Primitive* copyTo(GU_Detail* detail) const override {
    GEO_PrimVolume* copy = new GEO_PrimVolume(*this);
    copy->detail_ = detail;
    return copy;
  }

 private:
  StandinVoxels voxels_;
  GEO_PrimVolumeXform space_;
  GEO_VolumeBorder border_ = GEO_VOLUMEBORDER_CONSTANT;
  float border_value_ = 0;
  GEO_VolumeVis mode_ = GEO_VOLUMEVIS_SMOKE;
  fpreal iso_ = 0, density_ = 1;
};
