// Unreal: components of 1 or 2 x 2 sections of 7 to 255 quads, and one vertex more. Unity: a power
// of two and one more, both sides alike.

#include "landscape_sizes.h"

#include <algorithm>
#include <cstdlib>

#include <rill/error.h>

namespace rill {
namespace {

constexpr int most_components = 32;
// What Unreal's own documentation recommends.
constexpr int unreal_sides[] = {127, 253, 505, 1009, 2017, 4033, 8129};
constexpr int unity_sides[] = {33, 65, 129, 257, 513, 1025, 2049, 4097};

bool is_unreal(const std::string& engine) {
  if (engine != "unreal" && engine != "unity")
    throw Error("There is no engine '" + engine + "'; use unreal or unity.");
  return engine == "unreal";
}

bool is_unreal_size(GridSize size) {
  for (const int quads : {7, 15, 31, 63, 127, 255})
    for (const int sections : {1, 2}) {
      const int component = quads * sections;
      const auto fits = [&](int side) {
        return side > 1 && (side - 1) % component == 0 && (side - 1) / component <= most_components;
      };
      if (fits(size.nx) && fits(size.ny)) return true;
    }
  return false;
}

template <std::size_t count>
int nearest(const int (&sides)[count], int side) {
  return *std::min_element(sides, sides + count, [side](int a, int b) {
    return std::abs(a - side) < std::abs(b - side);
  });
}

}  // namespace

bool is_landscape_size(const std::string& engine, GridSize size) {
  if (is_unreal(engine)) return is_unreal_size(size);
  return size.nx == size.ny &&
         std::count(std::begin(unity_sides), std::end(unity_sides), size.nx) > 0;
}

GridSize nearest_landscape_size(const std::string& engine, GridSize size) {
  if (is_unreal(engine)) return {nearest(unreal_sides, size.nx), nearest(unreal_sides, size.ny)};
  const int side = nearest(unity_sides, std::max(size.nx, size.ny));
  return {side, side};
}

}  // namespace rill
