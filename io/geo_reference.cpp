// Degrees become metres on the WGS 84 ellipsoid: along the meridian and along the parallel at the
// middle of the terrain.

#include "io/geo_reference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <rill/error.h>

namespace rill {
namespace {

constexpr double equator_radius = 6378137.0;  // WGS 84, metres
constexpr double flattening = 1 / 298.257223563;
constexpr double eccentricity_squared = flattening * (2 - flattening);
constexpr double radians_per_degree = 3.14159265358979323846 / 180;
constexpr double longest_for_wide = 4;  // a cell this many times as long as wide is still taken
constexpr double largest_step_in_degrees = 0.02;  // two kilometres; larger ones are metres

// Numbers of the GeoTIFF standard.
enum Key : std::uint16_t {
  model_type = 1024,
  angular_unit = 2054,
  projected_system = 3072,
  linear_unit = 3076,
  vertical_unit = 4099
};
constexpr int projected = 1, geographic = 2, user_defined = 32767;
constexpr int metre = 9001, foot = 9002, us_survey_foot = 9003, degree = 9102;
constexpr int web_mercator = 3857;

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

// The value of a key that is held in the directory itself; -1 when there is none.
int key_value(const GeoReference& place, Key key) {
  for (std::size_t i = 4; i + 3 < place.keys.size(); i += 4)
    if (place.keys[i] == key && place.keys[i + 1] == 0) return place.keys[i + 3];
  return -1;
}

struct Steps {
  double east, north;         // in the file's unit
  double middle_x, middle_y;  // coordinates of the middle of the terrain
};

// Empty where the tags give no step: no tags, or control points only.
bool find_steps(const ByteSource& source, const GeoReference& place, int nx, int ny, Steps& steps) {
  const auto& scale = place.pixel_scale;
  const auto& tie = place.tiepoint;
  const auto& m = place.transformation;
  double handedness;
  if (scale.size() >= 2 && tie.size() >= 6) {
    steps = {std::fabs(scale[0]), std::fabs(scale[1]), tie[3] + (nx / 2.0 - tie[0]) * scale[0],
             tie[4] - (ny / 2.0 - tie[1]) * scale[1]};
    handedness = scale[0] * scale[1];
  } else if (m.size() == 16) {
    steps = {std::hypot(m[0], m[4]), std::hypot(m[1], m[5]), m[0] * nx / 2 + m[1] * ny / 2 + m[3],
             m[4] * nx / 2 + m[5] * ny / 2 + m[7]};
    handedness = m[1] * m[4] - m[0] * m[5];
  } else {
    return false;
  }
  if (!(steps.east > 0 && steps.north > 0 && std::isfinite(steps.east + steps.north)))
    source.refuse("its georeference has cells without a size");
  if (!(handedness > 0))
    source.refuse(
        "its first row lies in the south; turn it north up first, for example with "
        "gdalwarp");
  return true;
}

double metres_per_unit(int unit) {
  switch (unit) {
    case -1:
    case metre:
      return 1;
    case foot:
      return 0.3048;
    case us_survey_foot:
      return 1200.0 / 3937;
    default:
      return 0;
  }
}

}  // namespace

double square_cell(const ByteSource& source, double width, double height,
                   std::vector<std::string>& notes) {
  if (!(width > 0 && height > 0 && std::isfinite(width * height)))
    source.refuse("its cells have no size");
  const double ratio = std::max(width, height) / std::min(width, height);
  const std::string sides = short_number(width) + " m from west to east and " +
                            short_number(height) + " m from south to north";
  if (ratio > longest_for_wide)
    source.refuse("its cells are " + sides + ", which is too far from square; resample it first");
  const double side = std::sqrt(width * height);
  if (ratio > 1.001)
    notes.push_back("The cells of '" + source.name() + "' are " + sides +
                    "; rill's are square and take " + short_number(side) +
                    " m, the same area. For exact slopes project it to square metres first, for "
                    "example with gdalwarp.");
  return side;
}

double square_cell_of_degrees(const ByteSource& source, double step_east, double step_north,
                              double latitude, std::vector<std::string>& notes) {
  if (!(std::fabs(latitude) < 90))
    source.refuse("its middle lies at a latitude of " + short_number(latitude) + " degrees");
  const double sine = std::sin(latitude * radians_per_degree);
  const double bend = 1 - eccentricity_squared * sine * sine;
  const double across = equator_radius / std::sqrt(bend);
  const double along = across * (1 - eccentricity_squared) / bend;
  const double cosine = std::cos(latitude * radians_per_degree);
  return square_cell(source, step_east * radians_per_degree * across * cosine,
                     step_north * radians_per_degree * along, notes);
}

double cell_of_unstated_unit(const ByteSource& source, const CornerAndStep& place,
                             std::vector<std::string>& notes) {
  const double step = std::max(place.east_step, place.north_step);
  const double latitude = place.south + place.ny / 2.0 * place.north_step;
  const bool nowhere = place.west == 0 && place.south == 0;  // a grid that has no place on Earth
  const bool degrees = step <= largest_step_in_degrees && std::fabs(place.west) <= 360 &&
                       std::fabs(latitude) < 90 && !nowhere;
  notes.push_back("'" + source.name() + "' does not say whether its cells are metres or degrees; " +
                  short_number(place.east_step) + " is taken for " +
                  (degrees ? "degrees" : "metres") + ". Give the cell size if that is wrong.");
  return degrees
             ? square_cell_of_degrees(source, place.east_step, place.north_step, latitude, notes)
             : square_cell(source, place.east_step, place.north_step, notes);
}

double cell_of_place(const ByteSource& source, const GeoReference& place, int nx, int ny,
                     std::vector<std::string>& notes) {
  const int height_unit = key_value(place, vertical_unit);
  if (height_unit != -1 && height_unit != metre)
    source.refuse("its heights are not in metres (VerticalUnitsGeoKey is " +
                  std::to_string(height_unit) + "); convert them first");
  Steps steps;
  if (!find_steps(source, place, nx, ny, steps)) return 0;

  const int model = key_value(place, model_type);
  if (model == geographic) {
    const int unit = key_value(place, angular_unit);
    if (unit == -1 || unit == degree)
      return square_cell_of_degrees(source, steps.east, steps.north, steps.middle_y, notes);
  } else if (model == projected || model == user_defined) {
    const double metres = metres_per_unit(key_value(place, linear_unit));
    if (key_value(place, projected_system) == web_mercator)
      notes.push_back("'" + source.name() +
                      "' is in Web Mercator, whose metres are longer than real ones away from the "
                      "equator; project it to UTM for true slopes.");
    if (metres > 0) return square_cell(source, steps.east * metres, steps.north * metres, notes);
  } else if (model == -1) {
    return cell_of_unstated_unit(
        source,
        {steps.middle_x - nx / 2.0 * steps.east, steps.middle_y - ny / 2.0 * steps.north,
         steps.east, steps.north, ny},
        notes);
  }
  notes.push_back("The georeference of '" + source.name() +
                  "' is in a unit that rill does not know; give the cell size.");
  return 0;
}

}  // namespace rill
