#include "io/colour.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rill {
namespace {

double to_linear(int byte) {
  const double value = byte / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

// The sRGB curve from a table: a picture has millions of pixels.
constexpr int curve_points = 4096;
std::uint8_t to_byte(double value) {
  static const auto curve = [] {
    std::array<std::uint8_t, curve_points + 1> bytes;
    for (int i = 0; i <= curve_points; ++i) {
      const double light = double(i) / curve_points;
      const double shown =
          light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
      bytes[std::size_t(i)] = std::uint8_t(std::lround(255 * std::clamp(shown, 0.0, 1.0)));
    }
    return bytes;
  }();
  if (!(value > 0)) return 0;
  return curve[std::size_t(std::min(value, 1.0) * curve_points + 0.5)];
}

}  // namespace

Colour from_bytes(int red, int green, int blue) {
  return {to_linear(red), to_linear(green), to_linear(blue)};
}

void store(std::uint8_t* pixel, const Colour& colour) {
  pixel[0] = to_byte(colour.red);
  pixel[1] = to_byte(colour.green);
  pixel[2] = to_byte(colour.blue);
}

Colour Gradient::at(double share) const {
  const double position = std::clamp(share, 0.0, 1.0) * double(colours_.size() - 1);
  const std::size_t index = std::min(std::size_t(position), colours_.size() - 2);
  return mix(colours_[index], colours_[index + 1], position - double(index));
}

double smooth_step(double from, double to, double value) {
  const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

}  // namespace rill
