// Stand-in. Source: openvdb_houdini, HoudiniUsdBridge (one-argument build, an empty volume).
#pragma once
#include <GU/GU_Detail.h>
class GU_PrimVolume : public GEO_PrimVolume {
 public:
  static GEO_PrimVolume* build(GU_Detail* detail);
};
