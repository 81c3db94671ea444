// Each column of the picture walks over the map away from the viewer and paints upwards whatever
// rises above what it painted before; the image plane is upright (a shifted lens), so upright lines
// stay upright and one column of pixels is one line over the map. Three by three samples a pixel.

#include "io/oblique.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <tbb/parallel_for.h>

#include "io/colour.h"

namespace rill {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr int samples = 3;
constexpr double base_thickness = 0.05;  // of the block below its lowest point

struct Point {
  double x, y;
};

// In units of the map's longer side; the map's middle is the origin, heights begin at the base.
struct Scene {
  const Relief& relief;
  const Picture& colours;  // of the map, seen from above
  double unit;             // metres
  double base, exaggeration;
  double half_x, half_y;

  Point cell_of(const Point& p) const {
    return {std::clamp((p.x + half_x) * unit / relief.cell - 0.5, 0.0, relief.nx - 1.0),
            std::clamp((p.y + half_y) * unit / relief.cell - 0.5, 0.0, relief.ny - 1.0)};
  }

  double scaled(double metres) const {
    return std::max((metres - base) * exaggeration / unit, -0.8 * base_thickness);
  }

  struct Corners {
    std::size_t cell[4];
    double weight[4];
    int column[2], row[2];
  };

  Corners corners(const Point& p) const {
    const Point c = cell_of(p);
    const int i = std::min(int(c.x), std::max(relief.nx - 2, 0));
    const int j = std::min(int(c.y), std::max(relief.ny - 2, 0));
    const int i1 = std::min(i + 1, relief.nx - 1), j1 = std::min(j + 1, relief.ny - 1);
    const double u = c.x - i, v = c.y - j;
    return {{relief.index(i, j), relief.index(i1, j), relief.index(i, j1), relief.index(i1, j1)},
            {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v},
            {i, i1},
            {relief.ny - 1 - j, relief.ny - 1 - j1}};
  }

  double between(const Layer& layer, const Corners& at) const {
    double sum = 0;
    for (int k = 0; k < 4; ++k) sum += at.weight[k] * double(layer[at.cell[k]]);
    return sum;
  }

  double surface(const Corners& at) const { return scaled(between(relief.surface, at)); }
  double ground(const Corners& at) const { return scaled(between(relief.ground, at)); }

  // Bytes rather than light: a step between neighbours is too small to matter, and this is the
  // innermost loop.
  void colour(const Corners& at, double* rgb) const {
    for (int k = 0; k < 3; ++k) {
      rgb[k] = 0;
      for (int n = 0; n < 4; ++n)
        rgb[k] += at.weight[n] * double(colours.pixel(at.column[n % 2], at.row[n / 2])[k]);
    }
  }
};

struct Camera {
  Point eye;
  double eye_height;
  Point forward, right;  // unit vectors in the map
  double focal;          // pixels per unit of tangent, across
  double focal_up;       // and upwards
  double centre, horizon;  // column and row that look straight ahead
};

struct Box {
  double left, right, bottom, top;  // tangents across and upwards
};

// What the block covers as the camera would see it with nothing shifted.
Box box_of(const Scene& scene, const Camera& camera) {
  Box box{1e30, -1e30, 1e30, -1e30};
  const auto include = [&](double x, double y, double height) {
    const Point away = {x - camera.eye.x, y - camera.eye.y};
    const double depth = away.x * camera.forward.x + away.y * camera.forward.y;
    const double across = (away.x * camera.right.x + away.y * camera.right.y) / depth;
    const double up = (height - camera.eye_height) / depth;
    box.left = std::min(box.left, across);
    box.right = std::max(box.right, across);
    box.bottom = std::min(box.bottom, up);
    box.top = std::max(box.top, up);
  };
  constexpr int places = 64;
  for (int j = 0; j <= places; ++j)
    for (int i = 0; i <= places; ++i) {
      const Point p = {(2.0 * i / places - 1) * scene.half_x, (2.0 * j / places - 1) * scene.half_y};
      include(p.x, p.y, scene.surface(scene.corners(p)));
      include(p.x, p.y, -base_thickness);
    }
  return box;
}

Camera place_camera(const Scene& scene, const ObliqueOptions& options, int width, int height) {
  const double heading = options.heading * pi / 180, tilt = options.tilt * pi / 180;
  constexpr double distance = 3.8;
  Camera camera;
  camera.forward = {std::sin(heading), std::cos(heading)};
  camera.right = {camera.forward.y, -camera.forward.x};
  camera.eye = {-camera.forward.x * distance * std::cos(tilt),
                -camera.forward.y * distance * std::cos(tilt)};
  camera.eye_height = distance * std::sin(tilt);
  // Fill the picture but for a margin.
  const Box box = box_of(scene, camera);
  // An upright image plane stretches what is seen from above; this undoes it.
  const double squeeze = std::cos(tilt);
  camera.focal = 0.94 * std::min(width / (box.right - box.left),
                                 height / (squeeze * (box.top - box.bottom)));
  camera.focal_up = squeeze * camera.focal;
  camera.centre = width / 2.0 - camera.focal * (box.left + box.right) / 2;
  camera.horizon = height / 2.0 + camera.focal_up * (box.bottom + box.top) / 2;
  return camera;
}

// Where a line over the map enters and leaves it; false when it misses.
bool crossing(const Scene& scene, const Camera& camera, const Point& way, double& enter,
              double& leave) {
  enter = 1e-6;
  leave = 1e30;
  const double from[2] = {camera.eye.x, camera.eye.y}, step[2] = {way.x, way.y};
  const double half[2] = {scene.half_x, scene.half_y};
  for (int k = 0; k < 2; ++k) {
    if (std::abs(step[k]) < 1e-12) {
      if (std::abs(from[k]) > half[k]) return false;
      continue;
    }
    double a = (-half[k] - from[k]) / step[k], b = (half[k] - from[k]) / step[k];
    if (a > b) std::swap(a, b);
    enter = std::max(enter, a);
    leave = std::min(leave, b);
  }
  return enter < leave;
}

struct Column {
  std::vector<double> rgb;  // from the top
  int painted;              // rows from here downwards are done
};

void background(Column& column, int height) {
  column.rgb.resize(std::size_t(height) * 3);
  column.painted = height;
  for (int row = 0; row < height; ++row) {
    const double share = double(row) / height;
    const double top[3] = {206, 218, 230}, bottom[3] = {244, 243, 240};
    for (int k = 0; k < 3; ++k)
      column.rgb[std::size_t(row) * 3 + std::size_t(k)] = top[k] + (bottom[k] - top[k]) * share;
  }
}

void paint(Column& column, int down_to, const double* rgb) {
  for (int row = std::max(down_to, 0); row < column.painted; ++row)
    for (int k = 0; k < 3; ++k)
      column.rgb[std::size_t(row) * 3 + std::size_t(k)] = rgb[k];
  column.painted = std::min(column.painted, std::max(down_to, 0));
}

// The cut face of the block: soil in layers, water where a lake meets the edge.
void paint_wall(Column& column, const Scene& scene, const Camera& camera, const Point& at,
                double depth, double shade) {
  const Scene::Corners corners = scene.corners(at);
  const double surface = scene.surface(corners), ground = scene.ground(corners);
  const auto row_of = [&](double elevation) {
    return int(std::ceil(camera.horizon - camera.focal_up * (elevation - camera.eye_height) / depth));
  };
  const int bottom = row_of(-base_thickness), top = row_of(surface), water_end = row_of(ground);
  column.painted = std::min(column.painted, std::max(0, bottom));
  const int end = column.painted;
  for (int row = end - 1; row >= std::max(top, 0); --row) {
    const double elevation =
        camera.eye_height - (row - camera.horizon) * depth / camera.focal_up;
    const double below = std::max(0.0, ground - elevation);
    // Strata follow the height, dark soil under the turf.
    const double band = 0.94 + 0.06 * std::sin(elevation * 220) * std::sin(elevation * 71 + 1);
    const double soil = 1 - 0.35 * std::exp(-below / 0.004);
    double rgb[3] = {150 * band * soil, 128 * band * soil, 104 * band * soil};
    if (row < water_end) rgb[0] = 52, rgb[1] = 104, rgb[2] = 140;
    for (int k = 0; k < 3; ++k)
      column.rgb[std::size_t(row) * 3 + std::size_t(k)] = rgb[k] * shade;
  }
  column.painted = std::min(column.painted, std::max(top, 0));
}

void render_column(Column& column, const Scene& scene, const Camera& camera, double across) {
  const Point way = {camera.forward.x + across * camera.right.x,
                     camera.forward.y + across * camera.right.y};  // depth 1 per unit
  double enter, leave;
  if (!crossing(scene, camera, way, enter, leave)) return;
  const auto at = [&](double depth) {
    return Point{camera.eye.x + way.x * depth, camera.eye.y + way.y * depth};
  };
  const Point first = at(enter);
  const bool east_west = std::abs(std::abs(first.x) - scene.half_x) < 1e-6;
  paint_wall(column, scene, camera, first, enter, east_west ? 1.0 : 0.82);
  const double cell = scene.relief.cell / scene.unit;
  // Half a cell, and never more than what a sample row spans on level ground.
  const double length = std::hypot(way.x, way.y);
  for (double depth = enter; depth < leave && column.painted > 0;) {
    const double row_span = depth * depth / (camera.focal_up * camera.eye_height);
    const Scene::Corners corners = scene.corners(at(depth));
    const double elevation = scene.surface(corners);
    const int row = int(
        std::ceil(camera.horizon - camera.focal_up * (elevation - camera.eye_height) / depth));
    if (row < column.painted) {
      double rgb[3];
      scene.colour(corners, rgb);
      // A little haze with distance.
      const double haze = 0.16 * std::clamp((depth - enter) / 1.6, 0.0, 1.0);
      const double air[3] = {206, 218, 230};
      for (int k = 0; k < 3; ++k) rgb[k] += (air[k] - rgb[k]) * haze;
      paint(column, row, rgb);
    }
    depth += std::min(std::max(row_span, 0.1 * cell), 0.5 * cell) / length;
  }
}

}  // namespace

double oblique_exaggeration(const Relief& relief, const ShadeStyle& style) {
  const double extent = std::max(relief.nx, relief.ny) * relief.cell;
  const double share = (style.high - style.low) / extent;
  constexpr double good_low = 0.16, good_high = 0.32, most = 50;
  if (!(share > good_low / most)) return share > 1e-9 ? most : 1.0;
  return share < good_low ? good_low / share : share > good_high ? good_high / share : 1.0;
}

Picture oblique_view(const Relief& relief, const ShadeStyle& style, const ObliqueOptions& options) {
  ShadeStyle lit = style;
  const double exaggeration =
      options.exaggeration > 0 ? options.exaggeration : oblique_exaggeration(relief, style);
  lit.exaggeration = exaggeration;
  lit.sun.azimuth = options.heading - 75;
  lit.sun.altitude = 34;
  lit.sun.shadow = 0.85;
  const Picture colours = shaded_relief(relief, lit);
  const double unit = std::max(relief.nx, relief.ny) * relief.cell;
  const Scene scene{relief, colours, unit, style.low, exaggeration,
                    0.5 * relief.nx * relief.cell / unit, 0.5 * relief.ny * relief.cell / unit};
  const int width = options.width * samples, height = options.height * samples;
  const Camera camera = place_camera(scene, options, width, height);

  Picture picture(options.width, options.height, 0);
  tbb::parallel_for(0, options.width, [&](int x) {
    std::vector<double> sums(std::size_t(options.height) * 3);
    Column column;
    for (int k = 0; k < samples; ++k) {
      background(column, height);
      const double across = (x * samples + k + 0.5 - camera.centre) / camera.focal;
      render_column(column, scene, camera, across);
      for (int row = 0; row < height; ++row)
        for (int c = 0; c < 3; ++c)
          sums[std::size_t(row / samples) * 3 + std::size_t(c)] +=
              column.rgb[std::size_t(row) * 3 + std::size_t(c)];
    }
    for (int row = 0; row < options.height; ++row)
      for (int c = 0; c < 3; ++c)
        picture.pixel(x, row)[c] =
            std::uint8_t(sums[std::size_t(row) * 3 + std::size_t(c)] / (samples * samples) + 0.5);
  });
  return picture;
}

}  // namespace rill
