// Sun: Lambert's law and a ray towards the sun for the cast shadow, softer with distance. Sky: the
// horizon in some directions; a horizon at angle a hides 1 - cos^2(a) of what a level plane sees.

#include "io/light.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <tbb/parallel_for.h>

namespace rill {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr int directions = 16;

struct Direction {
  double x, y;
};

// Distances in cells at which the horizon is looked for, closer together near by. How far away
// terrain takes part is a share of the map, so that every resolution is lit alike.
std::vector<double> horizon_distances(const Relief& relief) {
  const double farthest = std::max(relief.nx, relief.ny) / 12.0;
  std::vector<double> distances;
  for (double d = 1; d <= std::max(farthest, 1.0); d = std::max(d + 1, d * 1.45))
    distances.push_back(d);
  return distances;
}

class Elevation {
 public:
  explicit Elevation(const Relief& relief) : relief_(relief) {}
  float at(int x, int y) const { return relief_.surface[relief_.index(x, y)]; }
  bool inside(double x, double y) const {
    return x >= 0 && y >= 0 && x <= relief_.nx - 1 && y <= relief_.ny - 1;
  }
  double between(double x, double y) const {  // inside only
    const int i = std::min(int(x), std::max(relief_.nx - 2, 0));
    const int j = std::min(int(y), std::max(relief_.ny - 2, 0));
    const int i1 = std::min(i + 1, relief_.nx - 1), j1 = std::min(j + 1, relief_.ny - 1);
    const double u = x - i, v = y - j;
    const double low = double(at(i, j)) + (double(at(i1, j)) - double(at(i, j))) * u;
    const double high = double(at(i, j1)) + (double(at(i1, j1)) - double(at(i, j1))) * u;
    return low + (high - low) * v;
  }

 private:
  const Relief& relief_;
};

double open_sky(const Elevation& elevation, const std::array<Direction, directions>& ways,
                const std::vector<double>& distances, int x, int y, double slope_per_cell) {
  const double here = double(elevation.at(x, y));
  double open = 0;
  for (const Direction& way : ways) {
    double horizon = 0;  // tangent
    for (const double distance : distances) {
      const int i = int(std::floor(x + way.x * distance + 0.5));
      const int j = int(std::floor(y + way.y * distance + 0.5));
      if (!elevation.inside(i, j)) break;
      const double rise = (double(elevation.at(i, j)) - here) * slope_per_cell;
      horizon = std::max(horizon, rise / distance);
    }
    open += 1 / (1 + horizon * horizon);
  }
  return open / directions;
}

// 1 in the sun, 0 in the shade.
double sun_reaches(const Elevation& elevation, const Direction& to_sun, double tangent, int x,
                   int y, double slope_per_cell, double highest) {
  constexpr double penumbra = 0.12;  // of the sun's tangent
  const double here = double(elevation.at(x, y)) * slope_per_cell;
  double reaches = 1;
  double step = 1;
  for (double distance = 1.5;; distance += step) {
    const double i = x + to_sun.x * distance, j = y + to_sun.y * distance;
    if (!elevation.inside(i, j)) break;
    const double ray = here + tangent * distance;
    if (ray > highest * slope_per_cell + 1e-9) break;
    const double clear =
        (ray - elevation.between(i, j) * slope_per_cell) / (penumbra * tangent * distance);
    reaches = std::min(reaches, 0.5 + 0.5 * clear);
    if (reaches <= 0) return 0;
    if (distance > 48) step = 2;
    if (distance > 192) step = 4;
  }
  return reaches * reaches * (3 - 2 * reaches);
}

}  // namespace

Light light_on(const Relief& relief, const Sun& sun, double exaggeration) {
  const double azimuth = sun.azimuth * pi / 180, altitude = sun.altitude * pi / 180;
  const Direction to_sun = {std::sin(azimuth), std::cos(azimuth)};
  const double sun_up = std::sin(altitude), sun_side = std::cos(altitude);
  const double tangent = sun_up / sun_side;
  const double slope_per_cell = exaggeration / relief.cell;
  std::array<Direction, directions> ways;
  for (int k = 0; k < directions; ++k)
    ways[std::size_t(k)] = {std::cos(2 * pi * (k + 0.5) / directions),
                            std::sin(2 * pi * (k + 0.5) / directions)};
  const std::vector<double> distances = horizon_distances(relief);
  const Elevation elevation(relief);
  const double highest =
      relief.surface.empty()
          ? 0.0
          : double(*std::max_element(relief.surface.begin(), relief.surface.end()));

  Light light{Layer(relief.surface.size()), Layer(relief.surface.size())};
  tbb::parallel_for(0, relief.ny, [&](int y) {
    for (int x = 0; x < relief.nx; ++x) {
      const std::size_t cell = relief.index(x, y);
      const Slope slope = slope_at(relief, relief.surface, x, y);
      const double sx = slope.x * exaggeration, sy = slope.y * exaggeration;
      const double up = 1 / std::sqrt(1 + sx * sx + sy * sy);  // of the surface normal
      double sunlight =
          std::max(0.0, up * (sun_up - sun_side * (sx * to_sun.x + sy * to_sun.y))) / sun_up;
      if (sun.shadow > 0 && sunlight > 0)
        sunlight *= 1 - sun.shadow * (1 - sun_reaches(elevation, to_sun, tangent, x, y,
                                                      slope_per_cell, highest));
      light.sun[cell] = float(sunlight);
      light.sky[cell] =
          float(open_sky(elevation, ways, distances, x, y, slope_per_cell) * (0.5 + 0.5 * up));
    }
  });
  return light;
}

}  // namespace rill
