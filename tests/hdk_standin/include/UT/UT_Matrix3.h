// Stand-in for UT_Matrix3: rows of floats, m(row, column); a point is a row vector before the matrix.
// Source: openvdb_houdini, HoudiniUsdBridge.
#pragma once
class UT_Matrix3 {
 public:
  UT_Matrix3(float diagonal = 1) : value_{{diagonal, 0, 0}, {0, diagonal, 0}, {0, 0, diagonal}} {}
  float& operator()(int row, int column) { return value_[row][column]; }
  float operator()(int row, int column) const { return value_[row][column]; }

 private:
  float value_[3][3];
};
