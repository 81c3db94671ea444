#include "io/montage.h"

#include <algorithm>
#include <cstddef>

#include "io/text.h"

namespace rill {
namespace {

constexpr std::uint8_t white = 255;
constexpr Ink label_ink = {40, 40, 44};

}  // namespace

void paste(Picture& picture, const Picture& part, int column, int row) {
  const int columns = std::min(part.width, picture.width - column);
  if (columns <= 0) return;
  for (int y = 0; y < std::min(part.height, picture.height - row); ++y)
    std::copy_n(part.pixel(0, y), std::size_t(columns) * 3, picture.pixel(column, row + y));
}

Picture beside(const Picture& left, const Picture& right) {
  const int gap = std::max(2, left.width / 128);
  Picture both(left.width + gap + right.width, std::max(left.height, right.height), white);
  paste(both, left, 0, 0);
  paste(both, right, left.width + gap, 0);
  return both;
}

Picture contact_sheet(const std::vector<Panel>& panels, int columns) {
  int width = 1, height = 1;
  bool labelled = false;
  for (const Panel& panel : panels) {
    width = std::max(width, panel.picture.width);
    height = std::max(height, panel.picture.height);
    labelled = labelled || !panel.label.empty();
  }
  const int scale = std::max(1, width / 240);
  const int gap = std::max(2, width / 64);
  const int above = labelled ? (glyph_height + 6) * scale : 0;
  const int rows = (int(panels.size()) + columns - 1) / columns;
  Picture sheet(columns * width + (columns + 1) * gap, rows * (height + above + gap) + gap, white);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const int column = gap + int(i) % columns * (width + gap);
    const int row = gap + int(i) / columns * (height + above + gap);
    draw_text(sheet, column, row + 3 * scale, panels[i].label, scale, label_ink);
    paste(sheet, panels[i].picture, column, row + above);
  }
  return sheet;
}

}  // namespace rill
