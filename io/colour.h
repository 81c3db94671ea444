// Colours as light: mixing and dimming happen in linear light, bytes are sRGB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rill {

struct Colour {
  double red, green, blue;  // linear, 0 to 1
};

Colour from_bytes(int red, int green, int blue);
void store(std::uint8_t* pixel, const Colour& colour);

inline Colour mix(const Colour& a, const Colour& b, double share) {
  return {a.red + (b.red - a.red) * share, a.green + (b.green - a.green) * share,
          a.blue + (b.blue - a.blue) * share};
}
inline Colour operator*(const Colour& a, const Colour& b) {
  return {a.red * b.red, a.green * b.green, a.blue * b.blue};
}
inline Colour operator*(const Colour& colour, double light) {
  return {colour.red * light, colour.green * light, colour.blue * light};
}
inline Colour operator+(const Colour& a, const Colour& b) {
  return {a.red + b.red, a.green + b.green, a.blue + b.blue};
}

// A scale of colours, evenly spaced from share 0 to 1.
class Gradient {
 public:
  explicit Gradient(std::vector<Colour> colours) : colours_(std::move(colours)) {}
  Colour at(double share) const;

 private:
  std::vector<Colour> colours_;
};

double smooth_step(double from, double to, double value);

}  // namespace rill
