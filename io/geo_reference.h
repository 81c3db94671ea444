// Where a terrain lies, held as the tags of a GeoTIFF file, and the size of its cells in metres.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/byte_source.h"

namespace rill {

// Empty fields are tags that the file does not have.
struct GeoReference {
  std::vector<double> pixel_scale;     // 33550
  std::vector<double> tiepoint;        // 33922
  std::vector<double> transformation;  // 34264
  std::vector<std::uint16_t> keys;     // 34735
  std::vector<double> key_numbers;     // 34736
  std::string key_text;                // 34737
  std::string nodata_text;             // 42113; the value as the file writes it
  std::string grid_header;             // the lines of an .asc file about its place, as they were
};

// Sides of a cell in metres to the side of a square one: the same area, with a note where they
// differ. Refuses cells more than four times as long as wide.
double square_cell(const ByteSource& source, double width, double height,
                   std::vector<std::string>& notes);

// The same for a step of some degrees from west to east and from south to north at a latitude.
double square_cell_of_degrees(const ByteSource& source, double step_east, double step_north,
                              double latitude, std::vector<std::string>& notes);

// 0, with a note, where the tags do not tell. Refuses places that cannot be kept: heights in feet,
// rows from south to north.
double cell_of_place(const ByteSource& source, const GeoReference& place, int nx, int ny,
                     std::vector<std::string>& notes);

// A place that is known by its south-west corner and its step only. The unit is not said: small
// steps at coordinates that can be degrees are taken for degrees, with a note.
struct CornerAndStep {
  double west, south;
  double east_step, north_step;
  int ny;
};
double cell_of_unstated_unit(const ByteSource& source, const CornerAndStep& place,
                             std::vector<std::string>& notes);

}  // namespace rill
