// How many work items go into a group: as many as are wanted, as long as device and kernel allow
// it.
#pragma once

#include <algorithm>
#include <cstddef>

namespace rill::opencl {

// The kernel sum_rows adds so many partial sums, which needs a group of so many.
constexpr std::size_t sum_group = 16;

struct GroupSize {
  std::size_t wide, high;
};

struct GroupLimits {
  std::size_t items;       // in a group altogether
  std::size_t wide, high;  // in each direction
};

// Halves, rows first: a compiler for CPUs vectorises along x, and a GPU reads memory along it.
inline GroupSize fitted(GroupSize group, const GroupLimits& limits) {
  while (group.high > 1 && (group.high > limits.high || group.wide * group.high > limits.items))
    group.high /= 2;
  while (group.wide > 1 && (group.wide > limits.wide || group.wide * group.high > limits.items))
    group.wide /= 2;
  return group;
}

}  // namespace rill::opencl
