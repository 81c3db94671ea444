// Stand-in for UT_VoxelArray: tiles of 16 voxels a side, cropped at the far edges, each constant or
// raw; values beyond the array by its border. Handles share an array until one writes; what a write
// handle did is there once it is gone, and reading meanwhile throws.
// Sources: openvdb_houdini reference/GU_PrimVDB.cc (tiles, linear indices, makeRawUninitialized,
// rawData), LaikaStudios/bgeo_reader, HDK pages of UT_VoxelArray, UT_COWReadHandle, UT_COWWriteHandle.
#pragma once
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>
#include <SYS/SYS_Types.h>

constexpr int TILEBITS = 4, TILESIZE = 16, TILEMASK = 15;
enum UT_VoxelBorderType {
  UT_VOXELBORDER_CONSTANT,
  UT_VOXELBORDER_REPEAT,
  UT_VOXELBORDER_STREAK,
};

template <class T>
class UT_VoxelTile {
 public:
  int xres() const { return x_; }
  int yres() const { return y_; }
  int zres() const { return z_; }
  bool isConstant() const { return raw_.empty(); }
  T operator()(int x, int y, int z) const { return isConstant() ? constant_ : raw_[at(x, y, z)]; }
  void makeConstant(T value) {
    raw_.clear();
    raw_.shrink_to_fit();
    constant_ = value;
  }
  void makeRawUninitialized() { raw_.resize(count()); }
  void uncompress() {
    if (isConstant()) raw_.assign(count(), constant_);
  }
  T* rawData() { return raw_.data(); }
  const T* rawData() const { return raw_.data(); }
  void setRes(int x, int y, int z) {
    x_ = x;
    y_ = y;
    z_ = z;
    makeConstant(T());
  }

 private:
  std::size_t count() const { return std::size_t(x_) * std::size_t(y_) * std::size_t(z_); }
  std::size_t at(int x, int y, int z) const { return std::size_t((z * y_ + y) * x_ + x); }
  int x_ = 0, y_ = 0, z_ = 0;
  T constant_ = T();
  std::vector<T> raw_;
};

template <class T>
class UT_VoxelArray {
 public:
  void size(int x, int y, int z) {
    res_[0] = x, res_[1] = y, res_[2] = z;
    for (int k = 0; k < 3; ++k) tiles_of_[k] = (res_[k] + TILESIZE - 1) / TILESIZE;
    tiles_.assign(std::size_t(tiles_of_[0]) * std::size_t(tiles_of_[1]) * std::size_t(tiles_of_[2]), {});
    for (int i = 0; i < numTiles(); ++i) {
      int at[3];
      linearTileToXYZ(i, at[0], at[1], at[2]);
      int part[3];
      for (int k = 0; k < 3; ++k) part[k] = std::min(TILESIZE, res_[k] - at[k] * TILESIZE);
      tiles_[std::size_t(i)].setRes(part[0], part[1], part[2]);
    }
  }
  int getXRes() const { return res_[0]; }
  int getYRes() const { return res_[1]; }
  int getZRes() const { return res_[2]; }
  int numTiles() const { return int(tiles_.size()); }
  void linearTileToXYZ(int i, int& x, int& y, int& z) const {
    x = i % tiles_of_[0];
    y = i / tiles_of_[0] % tiles_of_[1];
    z = i / (tiles_of_[0] * tiles_of_[1]);
  }
  UT_VoxelTile<T>* getLinearTile(int i) { return &tiles_[std::size_t(i)]; }
  const UT_VoxelTile<T>* getLinearTile(int i) const { return &tiles_[std::size_t(i)]; }
  void constant(T value) {
    for (UT_VoxelTile<T>& tile : tiles_) tile.makeConstant(value);
  }
  T operator()(int x, int y, int z) const {
    return tiles_[tile_of(x, y, z)](x & TILEMASK, y & TILEMASK, z & TILEMASK);
  }
  T getValue(int x, int y, int z) const {
    int at[3] = {x, y, z};
    for (int k = 0; k < 3; ++k) {
      if (at[k] >= 0 && at[k] < res_[k]) continue;
      if (border_ == UT_VOXELBORDER_CONSTANT) return border_value_;
      if (border_ == UT_VOXELBORDER_STREAK) at[k] = std::min(std::max(at[k], 0), res_[k] - 1);
      if (border_ == UT_VOXELBORDER_REPEAT) at[k] = (at[k] % res_[k] + res_[k]) % res_[k];
    }
    return (*this)(at[0], at[1], at[2]);
  }
  void setValue(int x, int y, int z, T value) {
    UT_VoxelTile<T>& tile = tiles_[tile_of(x, y, z)];
    tile.uncompress();
    tile.rawData()[((z & TILEMASK) * tile.yres() + (y & TILEMASK)) * tile.xres() + (x & TILEMASK)] = value;
  }
  void setBorder(UT_VoxelBorderType type, T value) {
    border_ = type;
    border_value_ = value;
  }
  UT_VoxelBorderType getBorder() const { return border_; }
  T getBorderValue() const { return border_value_; }

 private:
  std::size_t tile_of(int x, int y, int z) const {
    return std::size_t(((z >> TILEBITS) * tiles_of_[1] + (y >> TILEBITS)) * tiles_of_[0] + (x >> TILEBITS));
  }
  int res_[3] = {0, 0, 0}, tiles_of_[3] = {0, 0, 0};
  std::vector<UT_VoxelTile<T>> tiles_;
  UT_VoxelBorderType border_ = UT_VOXELBORDER_CONSTANT;
  T border_value_ = T();
};
using UT_VoxelArrayF = UT_VoxelArray<fpreal32>;

// What a volume primitive holds: an array that copies share, and how many write handles are open. A
// volume of integers or vectors has no floats: its handles are null.
struct StandinVoxels {
  std::shared_ptr<UT_VoxelArrayF> array = std::make_shared<UT_VoxelArrayF>();
  int writers = 0;
  bool floats = true;
};

class UT_VoxelArrayReadHandleF {
 public:
  explicit UT_VoxelArrayReadHandleF(const StandinVoxels& voxels)
      : array_(voxels.floats ? voxels.array : nullptr) {
    if (voxels.writers) throw std::logic_error("stand-in: voxels are read while a write handle is open");
  }
  bool isNull() const { return !array_; }
  const UT_VoxelArrayF* operator->() const { return array_.get(); }
  const UT_VoxelArrayF& operator*() const { return *array_; }

 private:
  std::shared_ptr<const UT_VoxelArrayF> array_;
};

class UT_VoxelArrayWriteHandleF {
 public:
  explicit UT_VoxelArrayWriteHandleF(StandinVoxels& voxels)
      : voxels_(&voxels),
        array_(!voxels.floats                    ? nullptr
               : voxels.array.use_count() == 1 ? voxels.array
                                               : std::make_shared<UT_VoxelArrayF>(*voxels.array)) {
    ++voxels.writers;
  }
  UT_VoxelArrayWriteHandleF(UT_VoxelArrayWriteHandleF&& other) noexcept
      : voxels_(other.voxels_), array_(std::move(other.array_)) {
    other.voxels_ = nullptr;
  }
  UT_VoxelArrayWriteHandleF(const UT_VoxelArrayWriteHandleF&) = delete;
  UT_VoxelArrayWriteHandleF& operator=(const UT_VoxelArrayWriteHandleF&) = delete;
  ~UT_VoxelArrayWriteHandleF() {
    if (!voxels_) return;
    if (array_) voxels_->array = array_;
    --voxels_->writers;
  }
  bool isNull() const { return !array_; }
  UT_VoxelArrayF* operator->() const { return array_.get(); }
  UT_VoxelArrayF& operator*() const { return *array_; }

 private:
  StandinVoxels* voxels_;
  std::shared_ptr<UT_VoxelArrayF> array_;
};
