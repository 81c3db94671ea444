// Several pictures in one.
#pragma once

#include <string>
#include <vector>

#include "io/picture.h"

namespace rill {

// What falls outside is left out.
void paste(Picture& picture, const Picture& part, int column, int row);

Picture beside(const Picture& left, const Picture& right);  // a thin white gap between them

struct Panel {
  Picture picture;
  std::string label;  // above it; may be empty
};

// Panels row by row, as many columns as given.
Picture contact_sheet(const std::vector<Panel>& panels, int columns);

}  // namespace rill
