// What the water and the talus part of scheme rill share: flows over edges that each belong to one
// of their two cells. Internal to the reference.
#pragma once

#include <cmath>

#include "reference_detail.h"

namespace reference::detail {

// Signed flows over the four edges that each cell owns, positive away from the owner.
using EdgeLayers = std::array<Layer, 4>;

// An edge that leaves the grid or leads back to its own cell carries nothing.
inline bool is_edge(std::size_t i, std::size_t j) { return j != no_cell && j != i; }

// What leaves cell (x, y) in direction k, negative when it comes in. The edges in the first four
// directions belong to this cell, the others to the neighbour, which counts them the other way.
inline double outward(const Grid& grid, const EdgeLayers& flows, int x, int y, std::size_t k) {
  const std::size_t i = grid.index(x, y);
  const std::size_t j = grid.neighbour(x, y, directions[k]);
  if (!is_edge(i, j)) return 0.0;
  return k < 4 ? flows[k][i] : -flows[k - 4][j];
}

// Weight of an edge for water and for sliding talus: wa, wd.
inline double rill_flow_weight(Offset o) {
  const double root_2 = std::sqrt(2.0);
  return o.diagonal() ? (root_2 - 1.0) / 2.0 : 2.0 - root_2;
}

// Pass 5: heights that want to cross the edges.
EdgeLayers rill_talus_and_creep(const Fields& fields, const Settings& settings);

// Pass 10: the change of height that they make of each cell, held back at bedrock.
Layer rill_talus_applied(const EdgeLayers& talus_flow, Fields& fields, const Settings& settings,
                         Budget& budget);

}  // namespace reference::detail
