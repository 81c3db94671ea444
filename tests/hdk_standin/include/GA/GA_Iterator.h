// Stand-in: a range of offsets and its iterator. Source: openvdb_houdini PointUtils.cc (GA_Iterator
// over getPrimitiveRange(), atEnd, ++, *).
#pragma once
#include <GA/GA_Types.h>
struct GA_Range {
  GA_Offset count = 0;
};
class GA_Iterator {
 public:
  explicit GA_Iterator(const GA_Range& range) : count_(range.count) {}
  bool atEnd() const { return at_ >= count_; }
  GA_Iterator& operator++() {
    ++at_;
    return *this;
  }
  GA_Offset operator*() const { return at_; }

 private:
  GA_Offset at_ = 0, count_;
};
