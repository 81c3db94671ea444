// Diamond-square without its creases. Two things cure them: points that are there already are moved
// half way to the mean of the new ones around them (4-8 subdivision, Velho and Zorin 2001, which is
// smooth where plain diamond-square has a bend), and every point is displaced at every level, not
// the new ones only. Displacements come from a hash of the lattice point and the level, so the
// terrain does not depend on how far it is refined. Only + - * / and sqrt: the same bits on every
// machine.

#include "io/fractal.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <rill/error.h>

#include "io/spline.h"

namespace rill {
namespace {

struct Grid {
  int nx, ny;
  int longer() const { return std::max(nx, ny); }
};

// Points that a lattice holds beyond the map on each side. A refinement has four steps and each
// reads one (fine) point further than it writes: 2 * margin - 4 = margin.
constexpr int margin = 4;
// The relief is measured at this many spacings, whatever the grid, so that every grid scales alike.
constexpr int measured_spacings = 256;
// Where the displacements begin: hills and valleys rather than one slope across the map.
constexpr int coarsest_spacings = 2;
constexpr int largest_side = 1 << 29;  // so that points can be counted in an int

std::uint64_t mixed(std::uint64_t value) {  // the finaliser of splitmix64
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

double sum_of_four_parts(std::uint64_t bits) {
  return double((bits & 0xffff) + ((bits >> 16) & 0xffff) + ((bits >> 32) & 0xffff) + (bits >> 48));
}

// Points over the map, the longer side of which has `spacings` spacings, and as many beyond it as
// refining needs.
class Lattice {
 public:
  Lattice(int spacings, const Grid& grid)
      : spacings_(spacings),
        columns_(spacings_over(grid.nx, grid)),
        rows_(spacings_over(grid.ny, grid)),
        width_(std::size_t(columns_) + 1 + 2 * border),
        values_(width_ * (std::size_t(rows_) + 1 + 2 * border)) {}

  int spacings() const { return spacings_; }
  int columns() const { return columns_; }  // the last point over the map is (columns, rows)
  int rows() const { return rows_; }
  float& at(int x, int y) { return values_[index(x, y)]; }
  float at(int x, int y) const { return values_[index(x, y)]; }

 private:
  static constexpr int border = 2 * margin;
  int spacings_over(int cells, const Grid& grid) const {
    return int((std::int64_t(cells) * spacings_ + grid.longer() - 1) / grid.longer());
  }
  std::size_t index(int x, int y) const {
    return std::size_t(y + border) * width_ + std::size_t(x + border);
  }

  int spacings_;
  int columns_, rows_;
  std::size_t width_;
  std::vector<float> values_;
};

bool is_odd(int value) { return (value & 1) != 0; }

enum class Points { corners, centres, corners_and_centres, edges, all };

// Calls visit(x, y) for these points of a lattice that is being refined, over the map and `beyond`
// it. Corners are the points of the coarse lattice, at even x and y; centres are those of its
// squares, edges the rest.
template <typename Visit>
void for_each_point(const Lattice& lattice, Points points, int beyond, const Visit& visit) {
  for (int y = -beyond; y <= lattice.rows() + beyond; ++y) {
    if (is_odd(y) ? points == Points::corners : points == Points::centres) continue;
    const int step = points == Points::all ? 1 : 2;
    const bool odd_x = points == Points::edges ? !is_odd(y) : is_odd(y);
    const int first = -beyond + (step == 2 && is_odd(beyond) != odd_x);
    for (int x = first; x <= lattice.columns() + beyond; x += step) visit(x, y);
  }
}

float mean_of_diagonals(const Lattice& lattice, int x, int y) {
  return 0.25f * ((lattice.at(x - 1, y - 1) + lattice.at(x + 1, y - 1)) +
                  (lattice.at(x - 1, y + 1) + lattice.at(x + 1, y + 1)));
}

float mean_of_axes(const Lattice& lattice, int x, int y) {
  return 0.25f * ((lattice.at(x - 1, y) + lattice.at(x + 1, y)) +
                  (lattice.at(x, y - 1) + lattice.at(x, y + 1)));
}

void displace(Lattice& lattice, Points points, int beyond, std::uint64_t key, double deviation) {
  for_each_point(lattice, points, beyond,
                 [&](int x, int y) { lattice.at(x, y) += float(deviation) * gaussian_noise(key, x, y); });
}

// The centres of the coarse squares, then the corners towards them.
void diamond_step(Lattice& lattice) {
  for_each_point(lattice, Points::centres, margin + 3,
                 [&](int x, int y) { lattice.at(x, y) = mean_of_diagonals(lattice, x, y); });
  for_each_point(lattice, Points::corners, margin + 2, [&](int x, int y) {
    lattice.at(x, y) = 0.5f * (lattice.at(x, y) + mean_of_diagonals(lattice, x, y));
  });
}

// The same on the lattice of corners and centres, which is turned by 45 degrees.
void square_step(Lattice& lattice) {
  for_each_point(lattice, Points::edges, margin + 1,
                 [&](int x, int y) { lattice.at(x, y) = mean_of_axes(lattice, x, y); });
  for_each_point(lattice, Points::corners_and_centres, margin, [&](int x, int y) {
    lattice.at(x, y) = 0.5f * (lattice.at(x, y) + mean_of_axes(lattice, x, y));
  });
}

// Half the spacing. The displacement shrinks by half a level for each of the two steps.
Lattice refined(const Lattice& coarse, const Grid& grid, std::uint64_t seed, double shrink,
                double& deviation) {
  Lattice fine(2 * coarse.spacings(), grid);
  for (int y = -margin; 2 * y <= fine.rows() + 2 * margin; ++y)
    for (int x = -margin; 2 * x <= fine.columns() + 2 * margin; ++x)
      fine.at(2 * x, 2 * y) = coarse.at(x, y);
  const std::uint64_t key = mixed(seed + std::uint64_t(fine.spacings()));
  diamond_step(fine);
  displace(fine, Points::corners_and_centres, margin + 2, key, deviation *= shrink);
  square_step(fine);
  displace(fine, Points::all, margin, ~key, deviation *= shrink);
  return fine;
}

struct Range {
  double low, high;
};

Range measured_range(const Lattice& lattice) {
  Range range{lattice.at(0, 0), lattice.at(0, 0)};
  for (int y = 0; y <= lattice.rows(); ++y)
    for (int x = 0; x <= lattice.columns(); ++x) {
      range.low = std::min(range.low, double(lattice.at(x, y)));
      range.high = std::max(range.high, double(lattice.at(x, y)));
    }
  return range;
}

Layer sampled(const Lattice& lattice, const Grid& grid) {
  const double spacings_per_cell = double(lattice.spacings()) / grid.longer();
  const auto columns = spline_taps<float>(grid.nx, spacings_per_cell);
  const auto rows = spline_taps<float>(grid.ny, spacings_per_cell);
  Layer layer;
  layer.reserve(columns.size() * rows.size());
  for (const SplineTap<float>& row : rows)
    for (const SplineTap<float>& column : columns) {
      float value = 0;
      for (int j = 0; j < 4; ++j) {
        float along = 0;
        for (int i = 0; i < 4; ++i)
          along += column.weight[i] * lattice.at(column.first + i, row.first + j);
        value += row.weight[j] * along;
      }
      layer.push_back(value);
    }
  return layer;
}

}  // namespace

// Eight uniform numbers added: normal to the eye, and exact, where log and cos differ by machine.
float gaussian_noise(std::uint64_t key, int x, int y) {
  const std::uint64_t point = mixed(mixed(key + std::uint64_t(std::int64_t(x))) +
                                    std::uint64_t(std::int64_t(y)) * 0x9e3779b97f4a7c15u);
  const double sum =
      sum_of_four_parts(mixed(point)) + sum_of_four_parts(mixed(point + 0x9e3779b97f4a7c15u));
  constexpr double mean = 8 * 65535 / 2.0;
  constexpr double deviation = 53509.5;  // sqrt(8 / 12) * 65536
  return float((sum - mean) / deviation);
}

Layer fractal_height(int nx, int ny, const FractalOptions& options) {
  const Grid grid{nx, ny};
  if (grid.longer() > largest_side)
    throw Error("A generated terrain has at most " + std::to_string(largest_side) +
                " cells on a side; use fewer.");
  // A square root for each half level, because pow is not the same on every machine.
  const double shrink = std::sqrt(options.roughness);
  const std::uint64_t seed = mixed(options.seed + 0x9e3779b97f4a7c15u);
  double deviation = 1;
  Lattice lattice(coarsest_spacings, grid);
  displace(lattice, Points::all, margin, seed, deviation);

  Layer layer;
  Range range{0, 0};
  for (;;) {
    if (layer.empty() && lattice.spacings() >= grid.longer()) layer = sampled(lattice, grid);
    if (lattice.spacings() == measured_spacings) range = measured_range(lattice);
    if (!layer.empty() && lattice.spacings() >= measured_spacings) break;
    lattice = refined(lattice, grid, seed, shrink, deviation);
  }

  const double scale = options.relief / (range.high - range.low);
  for (float& value : layer) value = float((value - range.low) * scale);
  return layer;
}

double fractal_bytes(int nx, int ny) {
  double spacings = measured_spacings;
  while (spacings < std::max(nx, ny)) spacings *= 2;
  const double per_cell = spacings / std::max(nx, ny);
  const auto points = [&](int cells) { return cells * per_cell + 4 * margin; };
  // The last lattice, the one before it, and the layer.
  return sizeof(float) * (1.25 * points(nx) * points(ny) + double(nx) * double(ny));
}

}  // namespace rill
