// Small letters for pictures: a bitmap font of five by seven pixels.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "io/picture.h"

namespace rill {

constexpr int glyph_height = 7;
constexpr int glyph_advance = 6;  // five columns and a gap

using Ink = std::array<std::uint8_t, 3>;

int text_width(const std::string& text, int scale);

// The top left corner of the first letter at (column, row); what falls outside is left out. Bytes
// without a glyph are drawn as a box.
void draw_text(Picture& picture, int column, int row, const std::string& text, int scale,
               const Ink& ink);

}  // namespace rill
