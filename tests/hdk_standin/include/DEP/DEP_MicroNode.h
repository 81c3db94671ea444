// Stand-in. Source: openvdb_houdini SOP_OpenVDB_AX.cc.
#pragma once
class DEP_MicroNode {
 public:
  void setTimeDependent(bool on) { time_dependent_ = on; }
  bool isTimeDependent() const { return time_dependent_; }

 private:
  bool time_dependent_ = false;
};
