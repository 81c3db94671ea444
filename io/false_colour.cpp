// A few extreme cells would leave one colour for all others, so the scale leaves out the outermost
// 0.5 % of the cells; the legend marks an end that values go beyond with < or >.

#include "io/false_colour.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "io/colour.h"
#include "io/light.h"
#include "io/montage.h"
#include "io/shade.h"
#include "io/text.h"

namespace rill {
namespace {

// Dark to bright evenly to the eye, and for those who do not tell red from green.
const Gradient& one_way() {
  static const Gradient gradient({from_bytes(34, 24, 82), from_bytes(56, 66, 140),
                                  from_bytes(42, 110, 146), from_bytes(32, 148, 140),
                                  from_bytes(74, 186, 110), from_bytes(168, 218, 62),
                                  from_bytes(252, 232, 70)});
  return gradient;
}

const Gradient& two_ways() {
  static const Gradient gradient({from_bytes(22, 62, 130), from_bytes(72, 142, 200),
                                  from_bytes(168, 206, 228), from_bytes(244, 244, 240),
                                  from_bytes(246, 190, 150), from_bytes(214, 98, 74),
                                  from_bytes(130, 18, 40)});
  return gradient;
}

struct Scale {
  double low, high;
  bool more_below, more_above;  // values go beyond the ends
  bool signs;                   // zero is in the middle
};

Scale scale_of(const Layer& values, const std::optional<ValueRange>& wanted) {
  std::vector<float> finite;
  finite.reserve(values.size());
  for (const float value : values)
    if (std::isfinite(value)) finite.push_back(value);
  if (finite.empty()) return {0, 1, false, false, false};
  const auto at_share = [&](double share) {
    const auto place = finite.begin() + std::ptrdiff_t(share * double(finite.size() - 1));
    std::nth_element(finite.begin(), place, finite.end());
    return double(*place);
  };
  const auto [least, largest] = std::minmax_element(finite.begin(), finite.end());
  const double min = double(*least), max = double(*largest);
  Scale scale{0, 0, false, false, false};
  if (wanted) {
    scale.low = wanted->low;
    scale.high = wanted->high;
    scale.signs = scale.low < 0 && scale.high > 0;
  } else {
    scale.low = at_share(0.005);
    scale.high = at_share(0.995);
    const double room = 0.03 * (scale.high - scale.low);
    if (min > scale.low - room) scale.low = min;
    if (max < scale.high + room) scale.high = max;
    // A layer that is 0 nearly everywhere still shows what it has.
    if (!(scale.high > scale.low)) scale.low = min, scale.high = max;
    const double larger = std::max(-scale.low, scale.high);
    scale.signs =
        scale.low < 0 && scale.high > 0 && std::min(-scale.low, scale.high) > 0.02 * larger;
    if (scale.signs) scale.low = -larger, scale.high = larger;
  }
  if (!(scale.high > scale.low)) {
    const double room = std::max(std::abs(scale.low), 1.0) * 1e-3;
    scale.low -= room;
    scale.high += room;
  }
  scale.more_below = min < scale.low - 1e-6 * (scale.high - scale.low);
  scale.more_above = max > scale.high + 1e-6 * (scale.high - scale.low);
  return scale;
}

Colour colour_of(const Scale& scale, double value) {
  const double share = (value - scale.low) / (scale.high - scale.low);
  return (scale.signs ? two_ways() : one_way()).at(share);
}

// 1, 2 or 5 times a power of ten, some five to a scale.
double tick_step(double extent) {
  const double rough = extent / 5;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power) return factor * power;
  return 10 * power;
}

std::string number_text(double value, double step) {
  char text[40];
  const double size = std::max(std::abs(value), step);
  if (size >= 1e6 || step < 1e-4)
    std::snprintf(text, sizeof text, "%.3g", std::abs(value) < 1e-9 * step ? 0.0 : value);
  else
    std::snprintf(text, sizeof text, "%.*f", std::max(0, -int(std::floor(std::log10(step) + 1e-9))),
                  std::abs(value) < 1e-9 * step ? 0.0 : value);
  return text;
}

constexpr Ink ink = {30, 30, 34};

Picture legend(const Scale& scale, int height, int text_scale) {
  const int line = glyph_height * text_scale;
  const int bar_width = 2 * line, edge = line;
  const double step = tick_step(scale.high - scale.low);
  struct Tick {
    double value;
    std::string text;
  };
  std::vector<Tick> ticks;
  int widest = 0;
  for (double k = std::ceil(scale.low / step - 1e-6); k * step <= scale.high + 1e-6 * step; ++k) {
    ticks.push_back({k * step, number_text(k * step, step)});
    widest = std::max(widest, text_width(ticks.back().text, text_scale));
  }
  const int bar_top = 2 * edge, bar_height = std::max(height - 4 * edge, 2);
  Picture picture(edge + bar_width + edge + widest + edge, height, 255);
  const auto row_of = [&](double value) {
    const double share = (value - scale.low) / (scale.high - scale.low);
    return bar_top + int(std::lround((1 - share) * (bar_height - 1)));
  };
  for (int y = 0; y < bar_height && bar_top + y < height; ++y) {
    const double share = 1 - double(y) / (bar_height - 1);
    for (int x = 0; x < bar_width; ++x)
      store(picture.pixel(edge + x, bar_top + y),
            colour_of(scale, scale.low + share * (scale.high - scale.low)));
  }
  for (const Tick& tick : ticks) {
    const int row = row_of(tick.value);
    for (int y = row; y < std::min(row + text_scale, height); ++y)
      for (int x = 0; x < line / 2; ++x)
        if (y >= 0) std::copy(ink.begin(), ink.end(), picture.pixel(edge + bar_width + x, y));
    draw_text(picture, edge + bar_width + edge, row - line / 2, tick.text, text_scale, ink);
  }
  const int middle = edge + (bar_width - 5 * text_scale) / 2;
  if (scale.more_above) draw_text(picture, middle, bar_top - line - 2, ">", text_scale, ink);
  if (scale.more_below) draw_text(picture, middle, bar_top + bar_height + 2, "<", text_scale, ink);
  return picture;
}

}  // namespace

Picture false_colour_map(const Layer& values, const Terrain& shown,
                         const FalseColourOptions& options) {
  const Scale scale = scale_of(values, options.range);
  const Relief relief = make_relief(shown);
  const ShadeStyle style = shade_style(relief);
  const Light light = light_on(relief, style.sun, style.exaggeration);
  const Colour hole = from_bytes(226, 226, 230);
  Picture map(shown.nx, shown.ny, 255);
  for (int y = 0; y < shown.ny; ++y)
    for (int x = 0; x < shown.nx; ++x) {
      const std::size_t cell = relief.index(x, y);
      std::uint8_t* pixel = map.pixel(x, shown.ny - 1 - y);
      if (!std::isfinite(values[cell]) || relief.hole[cell]) {
        store(pixel, hole);
        continue;
      }
      const double lit = 0.6 + 0.3 * double(light.sun[cell]) + 0.1 * double(light.sky[cell]);
      store(pixel, colour_of(scale, double(values[cell])) * std::min(lit, 1.15));
    }
  // Small maps get a legend that is larger than they are.
  const int text_scale = std::max(1, std::min(map.height / 240, 4));
  const int least_height = 12 * glyph_height * text_scale;
  const Picture scale_bar = legend(scale, std::max(map.height, least_height), text_scale);
  const int above = options.caption.empty() ? 0 : (glyph_height + 8) * text_scale;
  const int caption_width = text_width(options.caption, text_scale) + 8 * text_scale;
  Picture picture(std::max(map.width + scale_bar.width, caption_width),
                  above + std::max(map.height, scale_bar.height), 255);
  draw_text(picture, 4 * text_scale, 4 * text_scale, options.caption, text_scale, ink);
  paste(picture, map, 0, above);
  paste(picture, scale_bar, map.width, above);
  return picture;
}

}  // namespace rill
