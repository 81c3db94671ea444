// .hgt, tiles of the Shuttle Radar Topography Mission: one degree, 1201 or 3601 posts on a side,
// big-endian 16-bit metres, the first row is the north. The name says where: N46E007 is the
// south-west corner.

#include <cctype>
#include <cmath>
#include <filesystem>

#include <rill/error.h>

#include "io/byte_order.h"
#include "io/format.h"
#include "io/geo_reference.h"
#include "io/memory.h"
#include "io/rows.h"
#include "io/numbers.h"

namespace rill {
namespace {

constexpr std::int16_t no_height = -32768;

bool is_tile_side(int side) { return side == 1201 || side == 3601; }

struct Corner {
  int latitude, longitude;
};

std::optional<Corner> corner_in_name(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  if (name.size() < 7) return {};
  for (const int digit : {1, 2, 4, 5, 6})
    if (!std::isdigit(static_cast<unsigned char>(name[std::size_t(digit)]))) return {};
  const char north = char(std::toupper(static_cast<unsigned char>(name[0])));
  const char east = char(std::toupper(static_cast<unsigned char>(name[3])));
  if ((north != 'N' && north != 'S') || (east != 'E' && east != 'W')) return {};
  const int latitude = std::stoi(name.substr(1, 2)), longitude = std::stoi(name.substr(4, 3));
  if (latitude > 89 || longitude > 180) return {};
  return Corner{north == 'N' ? latitude : -latitude, east == 'E' ? longitude : -longitude};
}

// WGS 84 in degrees; the tie point is the middle of the first post.
std::shared_ptr<const GeoReference> place_of(const Corner& corner, int side) {
  auto place = std::make_shared<GeoReference>();
  const double step = 1.0 / (side - 1);
  place->pixel_scale = {step, step, 0};
  place->tiepoint = {0, 0, 0, double(corner.longitude), corner.latitude + 1.0, 0};
  place->keys = {1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326};
  place->nodata_text = std::to_string(no_height);
  return place;
}

}  // namespace

TerrainFile read_hgt(const ByteSource& source, const ReadOptions&) {
  int side = 0;
  for (const int known : {1201, 3601})
    if (source.size() == 2 * std::uint64_t(known) * std::uint64_t(known)) side = known;
  if (side == 0)
    source.refuse("it has " + std::to_string(source.size()) +
                  " bytes, and an .hgt file has 2884802 (1201 x 1201) or 25934402 (3601 x 3601)");
  check_claimed_grid(source, std::uint64_t(side), std::uint64_t(side), sizeof(float), 2);

  TerrainFile file;
  file.terrain.nx = file.terrain.ny = side;
  file.terrain.cell = 0;
  if (const auto corner = corner_in_name(source.name())) {
    file.terrain.cell = square_cell_of_degrees(source, 1.0 / (side - 1), 1.0 / (side - 1),
                                               corner->latitude + 0.5, file.notes);
    file.place = place_of(*corner, side);
  } else {
    file.notes.push_back("The name of '" + source.name() +
                         "' does not say where it lies, as N46E007.hgt would; give the cell size.");
  }

  std::vector<std::int16_t> posts(file.terrain.cells());
  source.read(0, posts.data(), posts.size() * sizeof(std::int16_t));
  if (host_is_little_endian) swap_bytes(posts.data(), posts.size());
  Layer& height = file.terrain.layers[layer::height];
  height.resize(posts.size());
  std::vector<std::uint8_t> nodata(posts.size());
  bool complete = true;
  for (std::size_t row = 0; row < std::size_t(side); ++row) {
    const std::size_t start = north_row_start(file.terrain, row);
    for (std::size_t x = 0; x < std::size_t(side); ++x) {
      const std::int16_t post = posts[row * std::size_t(side) + x];
      height[start + x] = post;
      nodata[start + x] = post == no_height;
      complete = complete && post != no_height;
    }
  }
  file.nodata_value = no_height;
  if (!complete) file.nodata = std::move(nodata);
  return file;
}

void write_hgt(AtomicFile& out, const FileToWrite& file, Notes& notes) {
  const Terrain& terrain = file.terrain.terrain;
  if (terrain.nx != terrain.ny || !is_tile_side(terrain.nx))
    throw Error("Cannot write '" + file.path +
                "': an .hgt file has 1201 x 1201 or 3601 x 3601 cells, and this terrain has " +
                std::to_string(terrain.nx) + " x " + std::to_string(terrain.ny) + "; use .tif.");
  const Layer& height = terrain.layers.at(layer::height);
  std::vector<std::int16_t> posts(height.size());
  bool rounded = false;
  for (std::size_t row = 0; row < std::size_t(terrain.ny); ++row)
    for (std::size_t x = 0; x < std::size_t(terrain.nx); ++x) {
      const std::size_t cell = north_row_start(terrain, row) + x;
      std::int16_t& post = posts[row * std::size_t(terrain.nx) + x];
      if (!file.terrain.nodata.empty() && file.terrain.nodata[cell]) {
        post = no_height;
        continue;
      }
      const float whole = std::floor(height[cell] + 0.5f);
      if (!(whole > no_height && whole <= 32767))
        throw Error("Cannot write '" + file.path +
                    "': an .hgt file holds heights from -32767 to "
                    "32767 m, and there is one of " +
                    shortest(height[cell]) + "; use .tif.");
      rounded = rounded || whole != height[cell];
      post = std::int16_t(whole);
    }
  if (rounded) notes.push_back("'" + file.path + "' holds whole metres; heights were rounded.");
  if (!corner_in_name(file.path))
    notes.push_back("The name of '" + file.path +
                    "' does not say where it lies, as N46E007.hgt would.");
  if (host_is_little_endian) swap_bytes(posts.data(), posts.size());
  out.write(posts.data(), posts.size() * sizeof(std::int16_t));
}

}  // namespace rill
