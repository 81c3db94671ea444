// One pass, sums in double.

#include "layer_summary.h"

#include <algorithm>
#include <cmath>

namespace rill {

LayerSummary summarise(const TerrainFile& file, const Layer& layer) {
  LayerSummary summary;
  double sum = 0;
  for (std::size_t i = 0; i < layer.size(); ++i) {
    if (!file.nodata.empty() && file.nodata[i]) continue;
    const double value = double(layer[i]);
    if (!std::isfinite(value)) {
      ++summary.not_finite;
      continue;
    }
    summary.min = summary.cells ? std::min(summary.min, value) : value;
    summary.max = summary.cells ? std::max(summary.max, value) : value;
    sum += value;
    ++summary.cells;
  }
  if (summary.cells) summary.mean = sum / double(summary.cells);
  return summary;
}

}  // namespace rill
