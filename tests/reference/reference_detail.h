// What the two schemes of the reference share: who is whose neighbour, input layers that may be
// absent, and the loop over the grid. Internal to the reference.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "reference.h"

namespace reference::detail {

using Layer = std::vector<double>;

constexpr std::size_t no_cell = static_cast<std::size_t>(-1);

struct Offset {
  int dx;
  int dy;
  bool diagonal() const { return dx != 0 && dy != 0; }
};

// The first four are the edges that a cell owns in scheme rill (x, y, p, n); the direction k + 4
// is opposite to the direction k.
constexpr std::array<Offset, 8> directions = {
    {{1, 0}, {0, 1}, {1, 1}, {1, -1}, {-1, 0}, {0, -1}, {-1, -1}, {-1, 1}}};

struct Grid {
  int nx;
  int ny;
  Border border;

  std::size_t size() const { return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny); }

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(nx) +
           static_cast<std::size_t>(x);
  }

  bool on_rim(int x, int y) const { return x == 0 || x == nx - 1 || y == 0 || y == ny - 1; }

  // The cell at (x, y), which may lie outside: wrapped on a torus, else no_cell.
  std::size_t find(int x, int y) const;

  std::size_t neighbour(int x, int y, Offset o) const { return find(x + o.dx, y + o.dy); }

  // The cell at (x, y), which may lie outside: wrapped on a torus, else the nearest rim cell.
  std::size_t find_clamped(int x, int y) const;

  template <class Visit>
  void for_each(Visit visit) const {
    for (int y = 0; y < ny; ++y) {
      for (int x = 0; x < nx; ++x) visit(x, y, index(x, y));
    }
  }
};

inline double value_or(const Layer& layer, std::size_t i, double absent) {
  return layer.empty() ? absent : layer[i];
}

// How far the terrain stands above bedrock; to be asked only where there is bedrock.
inline double clearance(const Fields& fields, std::size_t i) {
  const double room = fields.height[i] - fields.bedrock[i];
  return room > 0.0 ? room : 0.0;
}

// The largest speed that velocities are reported with.
double speed_limit(const Settings& settings);

// What deposited soil makes of the hardness, given how far the load exceeds the capacity.
double softened(double hardness, double excess_load, const Settings& settings);

// Outputs that are sums over the steps of a run; `run` turns them into means and unit vectors.
struct Totals {
  Layer flow;
  Layer discharge_x;
  Layer discharge_y;
};

void step_rill(Fields& fields, const Settings& settings, Totals& totals, Budget& budget);
void step_jako2011(Fields& fields, const Settings& settings, Totals& totals, Budget& budget);

}  // namespace reference::detail
