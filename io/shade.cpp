// Diffuse light from the north-west plus light from the whole sky, so that slopes in the shade keep
// their shape.

#include "io/shade.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace rill {
namespace {

struct Colour {
  double red, green, blue;
};

Colour mix(const Colour& a, const Colour& b, double share) {
  return {a.red + (b.red - a.red) * share, a.green + (b.green - a.green) * share,
          a.blue + (b.blue - a.blue) * share};
}

Colour dimmed(const Colour& colour, double light) {
  return {colour.red * light, colour.green * light, colour.blue * light};
}

double smooth_step(double from, double to, double value) {
  const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

constexpr std::array<Colour, 5> tints = {{
    {104, 120, 84},   // valley floors
    {138, 142, 100},  // meadows
    {168, 150, 114},  // dry slopes
    {184, 170, 148},  // bare heights
    {216, 212, 206},  // summits
}};
constexpr Colour rock = {140, 126, 112};
constexpr Colour shallow_water = {116, 168, 190};
constexpr Colour deep_water = {30, 78, 122};
constexpr Colour silt = {168, 148, 112};
constexpr std::uint8_t gap_grey = 255;

Colour elevation_tint(double share) {
  const double position = std::clamp(share, 0.0, 1.0) * (tints.size() - 1);
  const std::size_t index = std::min(std::size_t(position), tints.size() - 2);
  return mix(tints[index], tints[index + 1], position - double(index));
}

struct Slope {
  double x, y;
};

// The terrain as the eye sees it. Soil in suspension counts as ground: it is what fills valley
// floors, and the clear water is what the depth has beyond it.
class View {
 public:
  explicit View(const Terrain& terrain)
      : terrain_(terrain),
        height_(terrain.layers.at(layer::height)),
        water_(find(layer::water)),
        sediment_(find(layer::sediment)) {}

  double mud(int x, int y) const { return sediment_ ? double((*sediment_)[cell(x, y)]) : 0.0; }
  double ground(int x, int y) const { return double(height_[cell(x, y)]) + mud(x, y); }
  double clear_water(int x, int y) const {
    return water_ ? std::max(0.0, double((*water_)[cell(x, y)]) - mud(x, y)) : 0.0;
  }
  double surface(int x, int y) const { return ground(x, y) + clear_water(x, y); }

  // Central difference, one-sided at the border.
  Slope slope(double (View::*elevation)(int, int) const, int x, int y) const {
    const int left = std::max(x - 1, 0), right = std::min(x + 1, terrain_.nx - 1);
    const int bottom = std::max(y - 1, 0), top = std::min(y + 1, terrain_.ny - 1);
    const double across = std::max(right - left, 1) * terrain_.cell;
    const double along = std::max(top - bottom, 1) * terrain_.cell;
    return {((this->*elevation)(right, y) - (this->*elevation)(left, y)) / across,
            ((this->*elevation)(x, top) - (this->*elevation)(x, bottom)) / along};
  }

 private:
  const Layer* find(const char* name) const {
    const auto found = terrain_.layers.find(name);
    return found == terrain_.layers.end() ? nullptr : &found->second;
  }
  std::size_t cell(int x, int y) const {
    return std::size_t(y) * std::size_t(terrain_.nx) + std::size_t(x);
  }

  const Terrain& terrain_;
  const Layer& height_;
  const Layer* water_;
  const Layer* sediment_;
};

// 1 on level ground.
double light_on(const Slope& slope, double exaggeration) {
  const double sx = slope.x * exaggeration, sy = slope.y * exaggeration;
  const double up = 1 / std::sqrt(1 + sx * sx + sy * sy);  // of the surface normal
  constexpr double sun_up = 0.68;                          // 43 degrees above the horizon
  constexpr double sun_side = 0.5185;                      // of both west and north
  const double sun = std::max(0.0, up * (sun_up + sun_side * (sx - sy)));
  constexpr double sky_share = 0.35;
  return sky_share * (0.4 + 0.6 * up) + (1 - sky_share) * sun / sun_up;
}

// Depths are judged by the map: what shows on a kilometre is a thousand times less on a metre.
double visible_depth(const Terrain& terrain) {
  return std::max(terrain.nx, terrain.ny) * terrain.cell / 500;
}

Colour ground_colour(double elevation_share, double steepness, double mud, double visible) {
  const Colour soil =
      mix(elevation_tint(elevation_share), rock, 0.7 * smooth_step(0.5, 1.3, steepness));
  return mix(soil, silt, 0.5 * (1 - std::exp(-mud / (0.25 * visible))));
}

// Thin films, which rain lays everywhere, stay invisible.
Colour with_water(const Colour& ground, double depth, double light, double visible) {
  const double film = 0.005 * visible;
  const double cover = 0.9 * (1 - std::exp(-std::max(0.0, depth - film) / (0.1 * visible)));
  const Colour water = mix(shallow_water, deep_water, 1 - std::exp(-depth / (0.5 * visible)));
  return mix(ground, dimmed(water, 0.4 + 0.6 * light), cover);
}

std::uint8_t to_byte(double value) { return std::uint8_t(std::clamp(value, 0.0, 255.0) + 0.5); }

void store(std::uint8_t* pixel, const Colour& colour) {
  pixel[0] = to_byte(colour.red);
  pixel[1] = to_byte(colour.green);
  pixel[2] = to_byte(colour.blue);
}

void paste(Picture& picture, const Picture& part, int column) {
  for (int row = 0; row < part.height; ++row)
    std::copy_n(part.pixel(0, row), std::size_t(part.width) * 3, picture.pixel(column, row));
}

}  // namespace

ShadeStyle shade_style(const Terrain& terrain) {
  const Layer& height = terrain.layers.at(layer::height);
  const auto [low, high] = std::minmax_element(height.begin(), height.end());
  const View view(terrain);
  double squares = 0;
  for (int y = 0; y < terrain.ny; ++y)
    for (int x = 0; x < terrain.nx; ++x) {
      const Slope slope = view.slope(&View::ground, x, y);
      squares += slope.x * slope.x + slope.y * slope.y;
    }
  const double usual_slope = std::sqrt(squares / double(terrain.cells()));
  constexpr double good_slope = 0.5;  // reads well under this light
  ShadeStyle style;
  style.low = double(*low);
  style.high = std::max(double(*high), style.low + 1e-6);
  style.exaggeration = std::clamp(good_slope / std::max(usual_slope, 1e-9), 0.2, 8.0);
  return style;
}

Picture shaded_relief(const Terrain& terrain, const ShadeStyle& style) {
  const View view(terrain);
  const double visible = visible_depth(terrain);
  Picture picture(terrain.nx, terrain.ny, 0);
  for (int y = 0; y < terrain.ny; ++y)
    for (int x = 0; x < terrain.nx; ++x) {
      const Slope slope = view.slope(&View::ground, x, y);
      const double share = (view.ground(x, y) - style.low) / (style.high - style.low);
      const double steepness = std::hypot(slope.x, slope.y) * style.exaggeration;
      Colour colour = dimmed(ground_colour(share, steepness, view.mud(x, y), visible),
                             light_on(slope, style.exaggeration));
      const double depth = view.clear_water(x, y);
      if (depth > 0) {
        const Slope surface = view.slope(&View::surface, x, y);
        colour = with_water(colour, depth, light_on(surface, style.exaggeration), visible);
      }
      store(picture.pixel(x, terrain.ny - 1 - y), colour);
    }
  return picture;
}

Picture side_by_side(const Terrain& before, const Terrain& after) {
  ShadeStyle style = shade_style(before);
  const ShadeStyle later = shade_style(after);
  style.low = std::min(style.low, later.low);
  style.high = std::max(style.high, later.high);
  const int gap = std::max(2, before.nx / 128);
  Picture picture(before.nx + gap + after.nx, std::max(before.ny, after.ny), gap_grey);
  paste(picture, shaded_relief(before, style), 0);
  paste(picture, shaded_relief(after, style), before.nx + gap);
  return picture;
}

}  // namespace rill
