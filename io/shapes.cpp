// Each shape is a function of the place on the map, in shares of its sides.

#include "io/shapes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace rill {
namespace {

// Where the centre of a cell lies.
struct Place {
  double x, y;      // 0 at the west and south edge, 1 at the east and north edge
  double distance;  // from the middle; 1 where the nearer edges are
};

template <typename Share>
Layer shaped(int nx, int ny, double relief, const Share& share) {
  Layer layer;
  layer.reserve(std::size_t(nx) * std::size_t(ny));
  const double half = 0.5 * std::min(nx, ny);
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x) {
      const double dx = x + 0.5 - 0.5 * nx, dy = y + 0.5 - 0.5 * ny;
      const Place place{(x + 0.5) / nx, (y + 0.5) / ny, std::sqrt(dx * dx + dy * dy) / half};
      layer.push_back(float(relief * share(place)));
    }
  return layer;
}

}  // namespace

Layer cone_height(int nx, int ny, double relief) {
  return shaped(nx, ny, relief, [](const Place& p) { return std::max(0.0, 1 - p.distance); });
}

Layer ramp_height(int nx, int ny, double relief) {
  return shaped(nx, ny, relief, [](const Place& p) { return 1 - p.x; });
}

Layer ridge_height(int nx, int ny, double relief) {
  return shaped(nx, ny, relief, [](const Place& p) { return 1 - 2 * std::abs(p.x - 0.5); });
}

Layer step_height(int nx, int ny, double relief) {
  return shaped(nx, ny, relief, [](const Place& p) { return p.x < 0.5 ? 1.0 : 0.0; });
}

Layer plateau_height(int nx, int ny, double relief) {
  // Flat to half way, then a flank as wide as a fifth of the map.
  return shaped(nx, ny, relief,
                [](const Place& p) { return std::clamp((0.9 - p.distance) / 0.4, 0.0, 1.0); });
}

Layer bowl_height(int nx, int ny, double relief) {
  // A paraboloid up to a level rim.
  return shaped(nx, ny, relief,
                [](const Place& p) { return std::min(1.0, p.distance * p.distance); });
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {"cone", "apex in the middle, foot at the nearer edges", cone_height},
      {"ramp", "falls along x", ramp_height},
      {"ridge", "a crest along y in the middle", ridge_height},
      {"step", "a cliff along y in the middle, high in the west", step_height},
      {"plateau", "a round table with straight flanks", plateau_height},
      {"bowl", "a round basin with a level rim", bowl_height},
  };
  return all;
}

const Shape* find_shape(const std::string& name) {
  for (const Shape& shape : shapes())
    if (name == shape.name) return &shape;
  return nullptr;
}

}  // namespace rill
