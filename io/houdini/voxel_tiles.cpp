#include "io/houdini/voxel_tiles.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <rill/error.h>

namespace rill::houdini {

const std::vector<std::string> usual_tile_kinds = {"raw", "rawfull", "constant", "fpreal16",
                                                   "FP32Range"};

namespace {

enum class Kind : std::uint8_t { raw, full, constant, half, other };

Kind kind_of(const std::string& name) {
  if (name == "raw") return Kind::raw;
  if (name == "rawfull") return Kind::full;
  if (name == "constant") return Kind::constant;
  if (name == "fpreal16") return Kind::half;
  return Kind::other;
}

[[noreturn]] void damaged(const std::string& what) {
  throw Error("The Houdini file is damaged: " + what + "; save it again from Houdini.");
}

struct TilePlace {
  std::size_t x, y;
  std::size_t width, height;
};

class TileGrid {
 public:
  TileGrid(int nx, int ny)
      : nx_(std::size_t(nx)), ny_(std::size_t(ny)), across_((nx_ + tile_side - 1) / tile_side) {}
  TilePlace operator[](std::uint64_t tile) const {
    const std::size_t x = std::size_t(tile % across_) * tile_side;
    const std::size_t y = std::size_t(tile / across_) * tile_side;
    return {x, y, std::min<std::size_t>(tile_side, nx_ - x),
            std::min<std::size_t>(tile_side, ny_ - y)};
  }

 private:
  std::size_t nx_, ny_, across_;
};

// '[' "compression" int8 kind "data": what every plain tile begins with, but for the kind.
constexpr std::uint8_t tile_head[] = {'[', code::string, 11, 'c', 'o', 'm', 'p', 'r', 'e', 's', 's',
                                      'i', 'o', 'n', code::int8, 0, code::string, 4, 'd', 'a', 't',
                                      'a'};
constexpr std::size_t head_size = sizeof tile_head, kind_at = 15;

bool is_head(const std::uint8_t* bytes) {
  return std::memcmp(bytes, tile_head, kind_at) == 0 &&
         std::memcmp(bytes + kind_at + 1, tile_head + kind_at + 1, head_size - kind_at - 1) == 0;
}

struct TileJob {
  std::uint64_t tile;
  const std::uint8_t* data;
  Kind kind;
};

bool same_floats(const std::uint8_t* data, std::size_t count) {
  return count < 2 || std::memcmp(data, data + 4, (count - 1) * 4) == 0;
}

// False when Houdini would have written the tile another way.
bool scatter(const TileJob& job, const TilePlace& place, const TileTarget& target) {
  float* row = target.values + place.y * std::size_t(target.nx) + place.x;
  if (job.kind == Kind::constant) {
    float value;
    std::memcpy(&value, job.data, sizeof value);
    for (std::size_t j = 0; j < place.height; ++j, row += target.nx)
      std::fill(row, row + place.width, value);
    return true;
  }
  if (job.kind == Kind::half) {
    for (std::size_t j = 0; j < place.height; ++j, row += target.nx)
      for (std::size_t i = 0; i < place.width; ++i) {
        std::uint16_t bits;
        std::memcpy(&bits, job.data + 2 * (j * place.width + i), sizeof bits);
        row[i] = half_to_float(bits);
      }
    return false;
  }
  const bool whole = place.width == tile_side && place.height == tile_side;
  const std::uint8_t* data = job.data;
  if (whole)
    for (std::size_t j = 0; j < tile_side; ++j, row += target.nx, data += 4 * tile_side)
      std::memcpy(row, data, 4 * tile_side);
  else
    for (std::size_t j = 0; j < place.height; ++j, row += target.nx, data += 4 * place.width)
      std::memcpy(row, data, 4 * place.width);
  return (job.kind == Kind::full) == whole &&
         !same_floats(job.data, place.width * place.height);
}

class Scatter {
 public:
  Scatter(const TileTarget& target) : target_(target), grid_(target.nx, target.ny) {}
  void add(const TileJob& job) { jobs_.push_back(job); }
  void run() {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, jobs_.size(), 256),
                      [&](const tbb::blocked_range<std::size_t>& range) {
                        bool usual = true;
                        for (std::size_t i = range.begin(); i < range.end(); ++i)
                          usual &= scatter(jobs_[i], grid_[jobs_[i].tile], target_);
                        if (!usual) usual_ = false;
                      });
    jobs_.clear();
  }
  const TileGrid& grid() const { return grid_; }
  bool usual() const { return usual_; }

 private:
  TileTarget target_;
  TileGrid grid_;
  std::vector<TileJob> jobs_;
  std::atomic<bool> usual_{true};
};

// The count before a uniform array's numbers; false when it is not all there.
bool read_length(ByteWindow& window, std::uint64_t& at, std::uint64_t& length) {
  const std::uint64_t left = window.size() - at;
  if (left < 1) return false;
  const std::uint8_t first = *window.at(at, 1);
  const std::size_t extra = first == 0xf2 ? 2 : first == 0xf4 ? 4 : first == 0xf8 ? 8 : 0;
  if ((first >= 0xf1 && extra == 0) || left < 1 + extra) return false;
  length = first;
  if (extra > 0) {
    length = 0;
    std::memcpy(&length, window.at(at + 1, extra), extra);
  }
  at += 1 + extra;
  return true;
}

}  // namespace

bool read_tiles(ByteWindow& window, const std::vector<std::string>& kinds, const TileTarget& target,
                TileWalk& walk) {
  std::vector<Kind> known;
  for (const std::string& name : kinds) known.push_back(kind_of(name));
  const std::uint64_t expected =
      target.values ? tile_count(std::uint64_t(target.nx), std::uint64_t(target.ny)) : 0;
  Scatter scatter(target);
  // The bytes of waiting jobs are about to move away.
  const auto keep = [&](std::uint64_t at, std::uint64_t count) {
    if (!window.holds(at, std::size_t(count))) scatter.run();
  };

  std::uint64_t at = walk.offset;
  constexpr std::uint64_t longest_tile = head_size + 5 + 4 * tile_side * tile_side + 1;
  for (;;) {
    const std::uint64_t left = window.size() - at;
    if (left < 1) return false;
    keep(at, std::min(left, longest_tile));
    const std::uint8_t* bytes = window.at(at, std::size_t(std::min(left, longest_tile)));
    if (*bytes == ']') break;
    if (left < head_size + 6 || !is_head(bytes)) return false;
    // The next tiles most likely lie as far apart as whole ones do.
    __builtin_prefetch(bytes + 4 * longest_tile);
    const std::size_t kind = bytes[kind_at];
    if (kind >= known.size() || known[kind] == Kind::other) return false;
    at += head_size;
    TileJob job{walk.tiles, nullptr, known[kind]};
    if (job.kind == Kind::constant) {
      if (bytes[head_size] != code::real32) return false;
      job.data = bytes + head_size + 1;
      at += 5;
    } else {
      const std::uint8_t element = bytes[head_size + 1];
      const bool half = job.kind == Kind::half;
      if (bytes[head_size] != code::uniform || element != (half ? code::real16 : code::real32))
        return false;
      at += 2;
      std::uint64_t count = 0;
      if (!read_length(window, at, count) || count > tile_side * tile_side * tile_side)
        return false;
      const std::uint64_t size = count * (half ? 2 : 4);
      if (window.size() - at < size + 1) return false;
      keep(at, size + 1);
      job.data = window.at(at, std::size_t(size + 1));
      at += size;
      if (target.values && walk.tiles < expected) {
        const TilePlace place = scatter.grid()[walk.tiles];
        const bool whole = place.width == tile_side && place.height == tile_side;
        if (count != place.width * place.height || (job.kind == Kind::full && !whole))
          damaged("a tile has " + std::to_string(count) + " voxels instead of " +
                  std::to_string(place.width * place.height));
      }
    }
    if (*window.at(at, 1) != ']') return false;
    ++at;
    if (target.values) {
      if (walk.tiles >= expected) damaged("a layer has more tiles than its size allows");
      scatter.add(job);
    }
    ++walk.tiles;
  }
  scatter.run();
  if (target.values && walk.tiles != expected)
    damaged("a layer has " + std::to_string(walk.tiles) + " tiles instead of " +
            std::to_string(expected));
  walk.usual = scatter.usual();
  walk.offset = at;
  return true;
}

namespace {

void fill_layer(const TileTarget& target, float value) {
  std::fill(target.values, target.values + std::size_t(target.nx) * std::size_t(target.ny), value);
}

void read_tree_tile(const JsonValue& tile, Kind kind, const std::string& kind_name,
                    const TilePlace& place, const std::string& layer, const TileTarget& target) {
  const JsonValue* data = tile.find("data");
  if (!data) damaged("a tile of layer '" + layer + "' has no data");
  if (kind == Kind::other)
    throw Error("Layer '" + layer + "' is stored with lossy compression (" + kind_name +
                "); set the compression tolerance to 0 with a Volume Compress node and save again.");
  float* row = target.values + place.y * std::size_t(target.nx) + place.x;
  if (kind == Kind::constant) {
    if (!data->is_number())
      throw Error("Layer '" + layer + "' has vector voxels; split it into scalar layers with a "
                  "Volume Split node and save again.");
    const float value = float(data->to_number("a voxel"));
    for (std::size_t j = 0; j < place.height; ++j, row += target.nx)
      std::fill(row, row + place.width, value);
    return;
  }
  const std::uint64_t count = place.width * place.height;
  const std::uint64_t found = data->number_count();
  if (found == 2 * count || found == 3 * count || found == 4 * count ||
      (data->is_array() && !data->items().empty() && !data->items()[0].is_number()))
    throw Error("Layer '" + layer + "' has vector voxels; split it into scalar layers with a "
                "Volume Split node and save again.");
  if (found != count)
    damaged("a tile of layer '" + layer + "' has " + std::to_string(found) +
            " voxels instead of " + std::to_string(count));
  const std::vector<double> values = data->to_numbers("a voxel");
  for (std::size_t j = 0; j < place.height; ++j, row += target.nx)
    for (std::size_t i = 0; i < place.width; ++i) row[i] = float(values[j * place.width + i]);
}

}  // namespace

void read_voxel_tree(const JsonValue& array, const std::string& layer, const TileTarget& target) {
  const JsonValue::Items& parts = array.items();
  if (parts.size() == 2 && parts[0].is_text("constantarray")) {
    if (!parts[1].is_number())
      throw Error("Layer '" + layer + "' has vector voxels; split it into scalar layers with a "
                  "Volume Split node and save again.");
    fill_layer(target, float(parts[1].to_number("a voxel")));
    return;
  }
  if (parts.size() != 2 || !parts[0].is_text("tiledarray"))
    damaged("layer '" + layer + "' is neither a constant nor a tiled array");
  const JsonValue* kinds = parts[1].find("compressiontypes");
  const JsonValue* tiles = parts[1].find("tiles");
  if (!kinds || !tiles) damaged("layer '" + layer + "' has no tiles");
  const std::uint64_t expected = tile_count(std::uint64_t(target.nx), std::uint64_t(target.ny));
  if (tiles->items().size() != expected)
    damaged("layer '" + layer + "' has " + std::to_string(tiles->items().size()) +
            " tiles instead of " + std::to_string(expected));
  const TileGrid grid(target.nx, target.ny);
  for (std::uint64_t t = 0; t < expected; ++t) {
    const JsonValue& tile = tiles->items()[t];
    const JsonValue* kind = tile.find("compression");
    const std::int64_t number = kind ? kind->to_integer("a tile's compression") : -1;
    if (number < 0 || std::uint64_t(number) >= kinds->items().size())
      damaged("a tile of layer '" + layer + "' has an unknown compression");
    const std::string& name = kinds->items()[std::size_t(number)].to_text("a compression type");
    read_tree_tile(tile, kind_of(name), name, grid[t], layer, target);
  }
}

bool is_constant(const Layer& layer) {
  if (layer.empty()) return false;
  return layer.size() == 1 ||
         std::memcmp(layer.data(), layer.data() + 1, (layer.size() - 1) * sizeof(float)) == 0;
}

namespace {

// Everything of ["tiledarray", [...]] before the first tile.
Bytes array_head() {
  Bytes head;
  const auto put = [&](std::initializer_list<std::uint8_t> bytes) {
    head.insert(head.end(), bytes);
  };
  const auto put_text = [&](const std::string& text) {
    head.push_back(std::uint8_t(text.size()));
    head.insert(head.end(), text.begin(), text.end());
  };
  put({'[', code::string});
  put_text("tiledarray");
  put({'[', code::string});
  put_text("version");
  put({code::int8, 1, code::string});
  put_text("compressiontypes");
  put({code::uniform, code::string, std::uint8_t(usual_tile_kinds.size())});
  for (const std::string& kind : usual_tile_kinds) put_text(kind);
  put({code::string});
  put_text("tiles");
  put({'['});
  return head;
}

constexpr std::uint8_t array_tail[] = {']', ']', ']'};

class EncodedTiles : public DataSource {
 public:
  EncodedTiles(const Layer& layer, int nx, int ny)
      : layer_(layer), nx_(std::size_t(nx)), grid_(nx, ny), head_(array_head()),
        starts_(std::size_t(tile_count(std::uint64_t(nx), std::uint64_t(ny))) + 1) {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, starts_.size() - 1, 256),
                      [&](const tbb::blocked_range<std::size_t>& range) {
                        for (std::size_t t = range.begin(); t < range.end(); ++t)
                          starts_[t + 1] = encoded_size(grid_[t]);
                      });
    starts_[0] = head_.size();
    for (std::size_t t = 1; t < starts_.size(); ++t) starts_[t] += starts_[t - 1];
  }

  std::uint64_t size() const override { return starts_.back() + sizeof array_tail; }

  void read(std::uint64_t offset, std::uint8_t* to, std::size_t count) const override {
    const auto copy = [&](const std::uint8_t* bytes, std::uint64_t begin, std::uint64_t size) {
      const std::uint64_t inside = offset - begin;
      const std::size_t part = std::size_t(std::min<std::uint64_t>(count, size - inside));
      std::memcpy(to, bytes + inside, part);
      offset += part;
      to += part;
      count -= part;
    };
    if (count > 0 && offset < head_.size()) copy(head_.data(), 0, head_.size());
    std::size_t tile = std::size_t(
        std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin());
    tile = tile > 0 ? tile - 1 : 0;
    std::uint8_t buffer[largest];
    for (; count > 0 && tile + 1 < starts_.size(); ++tile) {
      const std::uint64_t size = starts_[tile + 1] - starts_[tile];
      if (offset == starts_[tile] && count >= size) {
        encode(tile, to);
        offset += size;
        to += size;
        count -= std::size_t(size);
      } else {
        encode(tile, buffer);
        copy(buffer, starts_[tile], size);
      }
    }
    if (count > 0) copy(array_tail, starts_.back(), sizeof array_tail);
  }

 private:
  static constexpr std::size_t largest = head_size + 5 + 4 * tile_side * tile_side + 1;
  static constexpr std::size_t constant_size = head_size + 1 + 4 + 1;

  const float* row(const TilePlace& place, std::size_t j) const {
    return layer_.data() + (place.y + j) * nx_ + place.x;
  }

  bool constant(const TilePlace& place) const {
    const float* first = row(place, 0);
    for (std::size_t i = 1; i < place.width; ++i)
      if (std::memcmp(first, first + i, sizeof(float)) != 0) return false;
    for (std::size_t j = 1; j < place.height; ++j)
      if (std::memcmp(first, row(place, j), place.width * sizeof(float)) != 0) return false;
    return true;
  }

  std::uint64_t encoded_size(const TilePlace& place) const {
    if (constant(place)) return constant_size;
    const std::size_t cells = place.width * place.height;
    return head_size + 2 + (cells < 0xf1 ? 1 : 3) + 4 * cells + 1;
  }

  void encode(std::size_t tile, std::uint8_t* to) const {
    const TilePlace place = grid_[tile];
    const std::size_t cells = place.width * place.height;
    std::memcpy(to, tile_head, head_size);
    std::uint8_t& kind = to[kind_at];
    to += head_size;
    // The scan found it constant: no other tile has this size.
    if (starts_[tile + 1] - starts_[tile] == constant_size) {
      kind = 2;
      *to++ = code::real32;
      std::memcpy(to, row(place, 0), 4);
      to += 4;
    } else {
      kind = cells == tile_side * tile_side ? 1 : 0;
      *to++ = code::uniform;
      *to++ = code::real32;
      if (cells < 0xf1) {
        *to++ = std::uint8_t(cells);
      } else {
        *to++ = 0xf2;
        *to++ = std::uint8_t(cells & 255);
        *to++ = std::uint8_t(cells >> 8);
      }
      for (std::size_t j = 0; j < place.height; ++j, to += 4 * place.width)
        std::memcpy(to, row(place, j), 4 * place.width);
    }
    *to = ']';
  }

  const Layer& layer_;
  std::size_t nx_;
  TileGrid grid_;
  Bytes head_;
  std::vector<std::uint64_t> starts_;  // of each tile, and the end of the last
};

}  // namespace

std::shared_ptr<const DataSource> encode_tiles(const Layer& layer, int nx, int ny) {
  return std::make_shared<EncodedTiles>(layer, nx, ny);
}

}  // namespace rill::houdini
