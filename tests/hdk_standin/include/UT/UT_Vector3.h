// Stand-in for UT_Vector3: three floats. Source: openvdb_houdini, HoudiniUsdBridge.
#pragma once
#include <cmath>
class UT_Vector3 {
 public:
  UT_Vector3(float x = 0, float y = 0, float z = 0) : value_{x, y, z} {}
  float x() const { return value_[0]; }
  float y() const { return value_[1]; }
  float z() const { return value_[2]; }
  float& operator()(int i) { return value_[i]; }
  float operator()(int i) const { return value_[i]; }
  UT_Vector3 operator-(const UT_Vector3& other) const {
    return {x() - other.x(), y() - other.y(), z() - other.z()};
  }
  float length() const { return std::sqrt(x() * x() + y() * y() + z() * z()); }

 private:
  float value_[3];
};
