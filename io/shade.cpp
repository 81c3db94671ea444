// Warm sunlight, blue light from the sky, so that slopes in the shade keep their shape.

#include "io/shade.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <tbb/parallel_for.h>

#include "io/colour.h"
#include "io/montage.h"

namespace rill {
namespace {

struct Palette {
  Gradient tints{{
      from_bytes(108, 126, 88),   // valley floors
      from_bytes(138, 144, 104),  // meadows
      from_bytes(168, 156, 120),  // dry slopes
      from_bytes(180, 168, 148),  // bare heights
      from_bytes(218, 215, 210),  // summits
  }};
  Colour rock = from_bytes(130, 114, 100);
  Colour stones = from_bytes(176, 174, 172);
  Colour sand = from_bytes(206, 188, 148);
  Colour silt = from_bytes(186, 168, 126);
  Colour shallow_water = from_bytes(92, 158, 166);
  Colour deep_water = from_bytes(20, 70, 112);
  Colour cloud = from_bytes(128, 142, 112);  // of water full of mud
  Colour hole = from_bytes(226, 226, 230);
  Colour sunlight = {1.06, 1.0, 0.9};
  Colour skylight = {0.86, 0.98, 1.18};
};

// Depths are judged by the map: what shows on a kilometre is a thousand times less on a metre.
double visible_depth(const Relief& relief) {
  return std::max(relief.nx, relief.ny) * relief.cell / 500;
}

Colour ground_colour(const Palette& palette, const Relief& relief, std::size_t cell,
                     double elevation_share, double steepness, double visible) {
  const double rocky = smooth_step(0.5, 1.3, steepness);
  Colour colour = mix(palette.tints.at(elevation_share), palette.rock, 0.75 * rocky);
  // Slides bring stones to slopes that rest; on a cliff they only pass.
  const double debris = double(relief.debris[cell]) * (1 - 0.8 * rocky);
  colour = mix(colour, palette.stones, 0.8 * (1 - std::exp(-debris / (0.6 * visible))));
  const double deposit = double(relief.deposit[cell]);
  colour = mix(colour, palette.sand, 0.65 * (1 - std::exp(-deposit / (0.4 * visible))));
  const double mud = double(relief.mud[cell]);
  return mix(colour, palette.silt, 0.75 * (1 - std::exp(-mud / (0.25 * visible))));
}

// Thin films, which rain lays everywhere, stay invisible. Mud clouds the water.
Colour with_water(const Palette& palette, const Colour& ground, double depth, double mud,
                  double visible, double& cover) {
  const double film = 0.01 * visible;
  const double beyond_film = std::max(0.0, depth - film);
  cover = 0.93 * (1 - std::exp(-beyond_film / (0.06 * visible)));
  const Colour clear =
      mix(palette.shallow_water, palette.deep_water, 1 - std::exp(-depth / (0.6 * visible)));
  const double cloudy = mud / (mud + depth + 0.05 * visible);
  return mix(ground, mix(clear, palette.cloud, 0.45 * cloudy), cover);
}

}  // namespace

ShadeStyle shade_style(const Relief& relief) {
  ShadeStyle style;
  double squares = 0;
  std::vector<float> heights;
  for (int y = 0; y < relief.ny; ++y)
    for (int x = 0; x < relief.nx; ++x) {
      const std::size_t cell = relief.index(x, y);
      if (relief.hole[cell]) continue;
      heights.push_back(relief.ground[cell]);
      const Slope slope = slope_at(relief, relief.ground, x, y);
      squares += slope.x * slope.x + slope.y * slope.y;
    }
  if (heights.empty()) return style;
  // A few pits or spikes must not take the tints from all the rest.
  const auto at_share = [&heights](double share) {
    const auto place = heights.begin() + std::ptrdiff_t(share * double(heights.size() - 1));
    std::nth_element(heights.begin(), place, heights.end());
    return double(*place);
  };
  style.low = at_share(0.002);
  style.high = std::max(at_share(0.998), style.low + 1e-6);
  const double usual_slope = std::sqrt(squares / double(heights.size()));
  constexpr double good_slope = 0.55;  // reads well under this light
  style.exaggeration = std::clamp(good_slope / std::max(usual_slope, 1e-9), 0.2, 8.0);
  return style;
}

ShadeStyle shade_style(const Terrain& terrain) { return shade_style(make_relief(terrain)); }

ShadeStyle common_style(const ShadeStyle& first, const ShadeStyle& second) {
  ShadeStyle style = first;
  style.low = std::min(first.low, second.low);
  style.high = std::max(first.high, second.high);
  style.exaggeration = std::sqrt(first.exaggeration * second.exaggeration);
  return style;
}

Picture shaded_relief(const Relief& relief, const ShadeStyle& style) {
  const Palette palette;
  const double visible = visible_depth(relief);
  const Light light = light_on(relief, style.sun, style.exaggeration);
  Picture picture(relief.nx, relief.ny, 0);
  tbb::parallel_for(0, relief.ny, [&](int y) {
    for (int x = 0; x < relief.nx; ++x) {
      const std::size_t cell = relief.index(x, y);
      std::uint8_t* pixel = picture.pixel(x, relief.ny - 1 - y);
      if (relief.hole[cell]) {
        store(pixel, palette.hole);
        continue;
      }
      const Slope slope = slope_at(relief, relief.ground, x, y);
      const double share = (double(relief.ground[cell]) - style.low) / (style.high - style.low);
      const double steepness = std::hypot(slope.x, slope.y) * style.exaggeration;
      Colour colour = ground_colour(palette, relief, cell, share, steepness, visible);
      double cover = 0;
      const double depth = double(relief.water[cell]);
      if (depth > 0)
        colour = with_water(palette, colour, depth, double(relief.mud[cell]), visible, cover);
      const double sky = double(light.sky[cell]) * double(light.sky[cell]);  // deepens hollows
      const double shine = double(light.sun[cell]) * (1 - 0.35 * cover) + 0.35 * cover;
      store(pixel, colour * (palette.sunlight * (0.83 * shine) + palette.skylight * (0.3 * sky)));
    }
  });
  return picture;
}

Picture shaded_relief(const Terrain& terrain, const ShadeStyle& style) {
  return shaded_relief(make_relief(terrain), style);
}

Picture side_by_side(const Terrain& before, const Terrain& after) {
  const Relief first = make_relief(before), second = make_relief(after);
  const ShadeStyle style = common_style(shade_style(first), shade_style(second));
  return beside(shaded_relief(first, style), shaded_relief(second, style));
}

}  // namespace rill
