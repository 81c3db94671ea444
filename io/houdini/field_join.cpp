// Tiles of one terrain as one grid, and back.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <rill/error.h>

#include "io/houdini/heightfield.h"

namespace rill {
namespace {

constexpr double fit = 1e-3;  // of a cell

[[noreturn]] void apart(const std::string& why) {
  throw Error("The height fields do not fit together: " + why + "; take them one by one (--tiles separate).");
}

std::string tile(std::size_t number) { return "number " + std::to_string(number + 1); }

// Whole cells from the first field's cell (0, 0) to another's.
std::array<std::int64_t, 2> offset_of(const HeightField& first, const HeightField& other,
                                      std::size_t number) {
  if (std::fabs(other.cell - first.cell) > 1e-5 * first.cell)
    apart(tile(number) + " has cells of another size");
  for (std::size_t i = 0; i < 3; ++i)
    if (std::fabs(other.place.step_x[i] - first.place.step_x[i]) > 1e-5 * first.cell ||
        std::fabs(other.place.step_y[i] - first.place.step_y[i]) > 1e-5 * first.cell)
      apart(tile(number) + " is turned");
  const std::array<double, 2> cell = first.place.cell_at(other.place.origin);
  const Point3 foot = first.place.at(cell[0], cell[1]);
  double away = 0;
  for (std::size_t i = 0; i < 3; ++i) away = std::max(away, std::fabs(foot[i] - other.place.origin[i]));
  if (away > fit * first.cell) apart(tile(number) + " lies on another plane");
  std::array<std::int64_t, 2> whole{};
  for (std::size_t i = 0; i < 2; ++i) {
    if (!(std::fabs(cell[i]) < 1e9)) apart(tile(number) + " is too far away");
    whole[i] = std::llround(cell[i]);
    if (std::fabs(cell[i] - double(whole[i])) > fit)
      apart(tile(number) + " lies between the cells of the first");
  }
  return whole;
}

void copy_rows(const Layer& from, int from_nx, int from_x, int from_y, Layer& to, int to_nx, int to_x,
               int to_y, int nx, int ny) {
  for (int y = 0; y < ny; ++y) {
    const float* row = from.data() + std::size_t(from_y + y) * std::size_t(from_nx) + from_x;
    std::copy_n(row, nx, to.data() + std::size_t(to_y + y) * std::size_t(to_nx) + to_x);
  }
}

}  // namespace

JoinedField join_fields(const std::vector<HeightField>& fields) {
  if (fields.empty()) throw Error("There are no height fields to join.");
  const HeightField& first = fields[0];
  std::vector<std::array<std::int64_t, 2>> offsets;
  std::array<std::int64_t, 2> low{0, 0}, high{first.nx, first.ny};
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const std::array<std::int64_t, 2> offset = offset_of(first, fields[f], f);
    offsets.push_back(offset);
    low = {std::min(low[0], offset[0]), std::min(low[1], offset[1])};
    high = {std::max(high[0], offset[0] + fields[f].nx), std::max(high[1], offset[1] + fields[f].ny)};
  }
  // No overlap and the right sum of areas: then the rectangle is full.
  std::int64_t area = 0;
  for (std::size_t a = 0; a < fields.size(); ++a) {
    area += std::int64_t(fields[a].nx) * fields[a].ny;
    for (std::size_t b = 0; b < a; ++b)
      if (offsets[a][0] < offsets[b][0] + fields[b].nx &&
          offsets[b][0] < offsets[a][0] + fields[a].nx &&
          offsets[a][1] < offsets[b][1] + fields[b].ny &&
          offsets[b][1] < offsets[a][1] + fields[a].ny)
        apart(tile(b) + " and " + tile(a) + " overlap");
  }
  const std::int64_t nx = high[0] - low[0], ny = high[1] - low[1];
  if (nx > INT32_MAX || ny > INT32_MAX || nx * ny != area)
    apart("they do not fill a rectangle of " + std::to_string(nx) + " x " + std::to_string(ny) +
          " cells");

  JoinedField joined;
  joined.whole = first;
  joined.whole.nx = int(nx);
  joined.whole.ny = int(ny);
  joined.whole.place.origin = first.place.at(double(low[0]), double(low[1]));
  for (std::size_t f = 0; f < fields.size(); ++f) {
    for (const HeightField* one : {&first, &fields[f]})
      for (const auto& [name, volume] : one->layers)
        if (first.layers.count(name) == 0 || fields[f].layers.count(name) == 0)
          apart("layer '" + name + "' is not in all of them");
    joined.parts.push_back({f, int(offsets[f][0] - low[0]), int(offsets[f][1] - low[1])});
  }
  return joined;
}

bool fields_fit(const std::vector<HeightField>& fields) {
  try {
    join_fields(fields);
    return true;
  } catch (const Error&) {
    return false;
  }
}

namespace {

// `read` gives the values of a volume by its number.
template <typename Read>
Terrain put_together(const std::vector<HeightField>& fields, const JoinedField& joined,
                     const Read& read) {
  Terrain terrain;
  terrain.nx = joined.whole.nx;
  terrain.ny = joined.whole.ny;
  terrain.cell = joined.whole.cell;
  for (const auto& named : joined.whole.layers) {
    Layer& whole = terrain.layers[named.first];
    whole.resize(terrain.cells());
    for (const JoinedField::Part& part : joined.parts) {
      const HeightField& field = fields.at(part.field);
      const Layer layer = read(field.layers.at(named.first));
      copy_rows(layer, field.nx, 0, 0, whole, terrain.nx, part.x, part.y, field.nx, field.ny);
    }
  }
  return terrain;
}

}  // namespace

Terrain joined_terrain(const HoudiniDocument& document, const std::vector<HeightField>& fields,
                       const JoinedField& joined) {
  return put_together(fields, joined, [&document](std::size_t volume) {
    return volume_layer(document, document.volumes.at(volume));
  });
}

Terrain take_joined_terrain(HoudiniDocument& document, const std::vector<HeightField>& fields,
                            const JoinedField& joined) {
  return put_together(fields, joined, [&document](std::size_t volume) {
    return take_volume_layer(document, document.volumes.at(volume));
  });
}

Terrain split_part(const Terrain& whole, const std::vector<HeightField>& fields,
                   const JoinedField& joined, std::size_t part) {
  const JoinedField::Part& place = joined.parts.at(part);
  const HeightField& field = fields.at(place.field);
  Terrain terrain;
  terrain.nx = field.nx;
  terrain.ny = field.ny;
  terrain.cell = whole.cell;
  for (const auto& [name, layer] : whole.layers) {
    Layer& piece = terrain.layers[name];
    piece.resize(terrain.cells());
    copy_rows(layer, whole.nx, place.x, place.y, piece, field.nx, 0, 0, field.nx, field.ny);
  }
  return terrain;
}

}  // namespace rill
