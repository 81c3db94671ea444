#include "cell_size.h"

#include <rill/error.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace rill::glue {
namespace {

double dot(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

}  // namespace

double cell_size(const GridPlace& place, const std::string& layer) {
  const double x = std::sqrt(dot(place.step_x, place.step_x)),
               y = std::sqrt(dot(place.step_y, place.step_y));
  std::ostringstream sentence;
  if (!(x > 0 && y > 0 && std::isfinite(x) && std::isfinite(y))) {
    sentence << "The layer '" << layer << "' has no size in the world; check its transform.";
    throw Error(sentence.str());
  }
  if (std::abs(x - y) > 1e-4 * std::max(x, y)) {
    sentence << "The cells of '" << layer << "' are " << x << " by " << y
             << " m; they must be square: use a HeightField Resample with one grid spacing.";
    throw Error(sentence.str());
  }
  if (std::abs(dot(place.step_x, place.step_y)) > 1e-4 * x * y) {
    sentence
        << "The layer '" << layer
        << "' is sheared; its axes must stand upright on each other: remove the shear from its "
           "transform.";
    throw Error(sentence.str());
  }
  return cell_from_sides(x, y);
}

}  // namespace rill::glue
