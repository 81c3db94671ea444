// GeoTIFF counts rows from the north, and from a pixel's corner or its centre (GTRasterTypeGeoKey).

#include "moved_place.h"

#include <cstddef>

namespace rill {
namespace {

constexpr std::uint16_t raster_type_key = 1025, raster_of_points = 2;

}  // namespace

bool counts_from_centres(const GeoReference& place) {
  for (std::size_t i = 4; i + 3 < place.keys.size(); i += 4)
    if (place.keys[i] == raster_type_key) return place.keys[i + 3] == raster_of_points;
  return false;
}

std::shared_ptr<const GeoReference> moved_place(const std::shared_ptr<const GeoReference>& place,
                                                GridSize from, const CellBox& box, GridSize to) {
  if (!place) return place;
  auto moved = std::make_shared<GeoReference>(*place);
  moved->grid_header.clear();  // the tags say it anew
  const double left = box.x, top = from.ny - box.y - box.ny;
  const double wider = double(box.nx) / to.nx, higher = double(box.ny) / to.ny;  // pixels, now
  const double centre = counts_from_centres(*place) ? 0.5 : 0;
  for (std::size_t i = 0; i + 5 < moved->tiepoint.size(); i += 6) {
    double& column = moved->tiepoint[i];
    double& row = moved->tiepoint[i + 1];
    column = (column + centre - left) / wider - centre;
    row = (row + centre - top) / higher - centre;
  }
  if (moved->pixel_scale.size() >= 2) {
    moved->pixel_scale[0] *= wider;
    moved->pixel_scale[1] *= higher;
  }
  if (moved->transformation.size() >= 16)
    for (std::size_t row = 0; row < 16; row += 4) {
      double* const m = &moved->transformation[row];
      if (row == 12) continue;
      // The old pixel of the new pixel (0, 0).
      const double old_column = left + centre * wider - centre;
      const double old_row = top + centre * higher - centre;
      m[3] += m[0] * old_column + m[1] * old_row;
      m[0] *= wider;
      m[1] *= higher;
    }
  return moved;
}

}  // namespace rill
