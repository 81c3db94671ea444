// What marks a cell without a value.

#include "io/nodata.h"

#include <cmath>
#include <cstddef>

#include "io/geo_reference.h"
#include "io/numbers.h"

namespace rill {

void mark_nodata(TerrainFile& file, const std::string& text) {
  double number = 0;
  if (!parse_number(text, number)) return;
  file.nodata_value = float(number);
  const bool no_number = std::isnan(file.nodata_value);
  const Layer& height = file.terrain.layers.at(layer::height);
  std::vector<std::uint8_t> nodata(height.size());
  bool any = false;
  for (std::size_t i = 0; i < height.size(); ++i) {
    nodata[i] = no_number ? std::isnan(height[i]) : height[i] == file.nodata_value;
    any = any || nodata[i];
  }
  if (any) file.nodata = std::move(nodata);
}

std::string nodata_text(const TerrainFile& file) {
  if (file.place && !file.place->nodata_text.empty()) return file.place->nodata_text;
  return file.nodata.empty() ? "" : shortest(file.nodata_value);
}

}  // namespace rill
