// A palette of few colours for pictures of many: median cut.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "io/picture.h"

namespace rill {

using PaletteColour = std::array<std::uint8_t, 3>;

// At most `count` colours that stand for those of the pictures.
std::vector<PaletteColour> median_cut(const std::vector<Picture>& pictures, int count);

// Pixels to palette indices. A fixed 8 x 8 pattern hides the steps between colours; fixed, because
// a pattern that moves would crawl over what stands still.
class PaletteMap {
 public:
  explicit PaletteMap(std::vector<PaletteColour> colours);
  std::vector<std::uint8_t> indices(const Picture& picture);

 private:
  std::uint8_t nearest(int red, int green, int blue);

  std::vector<PaletteColour> colours_;
  std::vector<std::int16_t> found_;  // by the upper six bits of red, green, blue; -1 = not yet
};

}  // namespace rill
