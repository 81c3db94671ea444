// GeoTIFF tags and Houdini transforms as one kind of place.

#include "file_place.h"

#include "io/geo_reference.h"
#include "moved_place.h"

namespace rill {

std::optional<GridPlace> place_of(const TerrainFile& file) {
  if (file.scene_place) return file.scene_place;
  if (!file.place || file.place->pixel_scale.size() < 2 || file.place->tiepoint.size() < 6)
    return {};
  const std::vector<double>& scale = file.place->pixel_scale;
  const std::vector<double>& tie = file.place->tiepoint;
  const double to_centre = counts_from_centres(*file.place) ? 0 : 0.5;
  const double lowest_row = file.terrain.ny - 1;
  GridPlace place;
  place.origin = {tie[3] + (to_centre - tie[0]) * scale[0],
                  tie[4] - (lowest_row + to_centre - tie[1]) * scale[1], 0};
  place.step_x = {scale[0], 0, 0};
  place.step_y = {0, scale[1], 0};
  return place;
}

bool places_compare(const TerrainFile& a, const TerrainFile& b) {
  if (!place_of(a) || !place_of(b) || bool(a.scene_place) != bool(b.scene_place)) return false;
  if (a.scene_place) return true;
  return a.place->keys == b.place->keys && a.place->key_text == b.place->key_text;
}

}  // namespace rill
