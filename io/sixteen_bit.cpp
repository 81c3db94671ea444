// Codes are rounded to the nearest; values are compared as floats, because that is what a range
// given in decimals becomes in a layer.

#include "io/sixteen_bit.h"

#include <algorithm>
#include <cmath>

#include <rill/error.h>

namespace rill {
namespace {

std::string cell_text(std::size_t index, int nx) {
  return "cell (" + std::to_string(index % std::size_t(nx)) + ", " +
         std::to_string(index / std::size_t(nx)) + ")";
}

[[noreturn]] void refuse_value(const FileToWrite& file, const std::string& layer_name,
                               std::size_t index, const std::string& reason) {
  const Terrain& terrain = file.terrain.terrain;
  throw Error("Cannot write '" + file.path + "' with 16 bits: the layer '" + layer_name +
              "' holds " + shortest(terrain.layers.at(layer_name)[index]) + " at " +
              cell_text(index, terrain.nx) + ", " + reason + ".");
}

// Whether a cell has a value in this layer: the mask is about the heights.
class Holes {
 public:
  Holes(const TerrainFile& file, const std::string& layer_name)
      : nodata_(layer_name == layer::height && !file.nodata.empty() ? &file.nodata : nullptr) {}
  bool at(std::size_t index) const { return nodata_ && (*nodata_)[index] != 0; }

 private:
  const std::vector<std::uint8_t>* nodata_;
};

ValueRange own_range(const FileToWrite& file, const std::string& layer_name, const Layer& values,
                     const Holes& holes) {
  ValueRange range{0, 0};
  bool first = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (holes.at(i)) continue;
    if (!std::isfinite(values[i])) refuse_value(file, layer_name, i, "which is no number");
    if (first || values[i] < range.low) range.low = values[i];
    if (first || values[i] > range.high) range.high = values[i];
    first = false;
  }
  return range;
}

}  // namespace

CodedLayer coded_layer(const FileToWrite& file, const std::string& layer_name, bool spare_zero) {
  const Layer& values = file.terrain.terrain.layers.at(layer_name);
  const Holes holes(file.terrain, layer_name);
  const bool given = layer_name == layer::height && file.options.range;
  CodedLayer coded;
  const ValueRange wanted =
      given ? *file.options.range : own_range(file, layer_name, values, holes);
  const int least = spare_zero ? 1 : 0;
  const double span = wanted.high - wanted.low;
  const double scale = span > 0 ? (largest_code - least) / span : 0.0;
  const float low = float(wanted.low), high = float(wanted.high);
  coded.range = {span > 0 ? wanted.low - least / scale : wanted.low, wanted.high};
  coded.codes.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (holes.at(i)) continue;  // code 0
    if (!(values[i] >= low && values[i] <= high))
      refuse_value(file, layer_name, i,
                   "which is outside the range " + range_text(wanted) + "; give a wider one");
    const double code = least + std::floor((double(values[i]) - wanted.low) * scale + 0.5);
    coded.codes[i] = std::uint16_t(std::min(std::max(code, double(least)), double(largest_code)));
  }
  return coded;
}

float decoded(std::uint16_t code, const ValueRange& range) {
  return float(range.low + (range.high - range.low) * code / largest_code);
}

std::string range_text(const ValueRange& range) {
  // The ends of a layer are floats, which have fewer digits.
  const auto text = [](double end) {
    return double(float(end)) == end ? shortest(float(end)) : shortest(end);
  };
  return text(range.low) + ":" + text(range.high);
}

}  // namespace rill
