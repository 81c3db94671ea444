// https://openexr.com/en/latest/OpenEXRFileLayout.html: a mark, flags, then attributes, each a
// name, a type, a size and that many bytes.

#include "io/exr_claims.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "io/byte_order.h"
#include "io/memory.h"

namespace rill {
namespace {

constexpr std::uint32_t mark = 20000630, tiled = 0x200, deep = 0x800, several_parts = 0x1000;
constexpr std::size_t longest_header = 1 << 24;
constexpr double largest_chunk = 256e6;        // bytes
constexpr std::uint64_t bytes_per_chunk = 16;  // at least: an offset and a line number with a size

class Reader {
 public:
  explicit Reader(const ByteSource& source)
      : source_(source), bytes_(source.read_text(0, longest_header)) {}

  std::uint32_t number() {
    need(4);
    std::uint32_t value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += 4;
    return host_is_little_endian ? value : swapped_bytes(value);
  }
  std::string word() {  // up to a zero byte
    const std::size_t end = bytes_.find('\0', at_);
    if (end == std::string::npos) bad();
    std::string text = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return text;
  }
  std::uint8_t byte() {
    need(1);
    return std::uint8_t(bytes_[at_++]);
  }
  std::size_t place() const { return at_; }
  void go_to(std::size_t at) {
    if (at < at_ || at > bytes_.size()) bad();
    at_ = at;
  }
  [[noreturn]] void refuse(const std::string& reason) const { source_.refuse(reason); }
  [[noreturn]] void bad() const { source_.refuse("its header is damaged or cut short"); }

 private:
  void need(std::size_t count) const {
    if (bytes_.size() - at_ < count) bad();
  }

  const ByteSource& source_;
  const std::string bytes_;
  std::size_t at_ = 0;
};

// The library reads these by their type, whatever size the file gives; another size would let it
// read on at another place than we do.
struct FixedSize {
  const char* type;
  std::size_t bytes;
};
constexpr FixedSize fixed_sizes[] = {
    {"box2f", 16},      {"box2i", 16},   {"chromaticities", 32},
    {"compression", 1}, {"double", 8},   {"envmap", 1},
    {"float", 4},       {"int", 4},      {"keycode", 28},
    {"lineOrder", 1},   {"m33d", 72},    {"m33f", 36},
    {"m44d", 128},      {"m44f", 64},    {"rational", 8},
    {"tiledesc", 9},    {"timecode", 8}, {"v2d", 16},
    {"v2f", 8},         {"v2i", 8},      {"v3d", 24},
    {"v3f", 12},        {"v3i", 12},     {"deepImageState", 1},
};

void check_attribute(Reader& reader, const std::string& type, std::size_t size) {
  for (const FixedSize& fixed : fixed_sizes)
    if (type == fixed.type && size != fixed.bytes) reader.bad();
  if (type == "idmanifest" || type == "preview") {
    // Both hold sizes of their own, which the library trusts, and nothing that a terrain needs.
    reader.refuse("its header holds an attribute of type '" + type +
                  "', which rill does not read; save it without");
  }
}

struct Claims {
  std::uint64_t nx = 0, ny = 0;
  std::uint64_t channels = 0;
  double bytes_per_pixel = 0;
  int compression = -1;
  std::uint64_t tile_width = 0, tile_height = 0;
};

std::uint64_t span(Reader& reader, std::int64_t low, std::int64_t high) {
  if (high < low) reader.bad();
  return std::uint64_t(high - low) + 1;
}

void read_channels(Reader& reader, Claims& claims) {
  claims.channels = 0;
  while (!reader.word().empty()) {
    claims.bytes_per_pixel += reader.number() == 1 ? 2 : 4;  // 1 is HALF
    reader.go_to(reader.place() + 12);                       // linearity and sampling
    ++claims.channels;
  }
}

void read_attribute(Reader& reader, const std::string& name, const std::string& type,
                    std::size_t size, Claims& claims) {
  const std::size_t end = reader.place() + size;
  if (type == "chlist") {
    Claims others;
    read_channels(reader, name == "channels" ? claims : others);
    if (reader.place() != end) reader.bad();
  } else if (type == "stringvector") {
    while (reader.place() < end) {
      const std::size_t length = reader.number();
      reader.go_to(reader.place() + length);
    }
  } else if (name == "dataWindow") {
    const auto side = [&] { return std::int64_t(std::int32_t(reader.number())); };
    const std::int64_t left = side(), top = side(), right = side(), bottom = side();
    claims.nx = span(reader, left, right);
    claims.ny = span(reader, top, bottom);
  } else if (name == "compression") {
    claims.compression = reader.byte();
  } else if (name == "tiles") {
    claims.tile_width = reader.number();
    claims.tile_height = reader.number();
  }
  reader.go_to(end);
}

// Lines that are packed together, by the number of the compression.
std::uint64_t lines_per_chunk(int compression) {
  switch (compression) {
    case 3:
    case 5:
      return 16;  // ZIP, PXR24
    case 4:
    case 6:
    case 7:
    case 8:
      return 32;  // PIZ, B44, B44A, DWAA
    case 9:
      return 256;  // DWAB
    default:
      return 1;  // none, RLE, ZIPS
  }
}

}  // namespace

void check_exr_claims(const ByteSource& source) {
  Reader reader(source);
  if (source.size() < 8 || reader.number() != mark) source.refuse("it is no OpenEXR file");
  const std::uint32_t flags = reader.number();
  if ((flags & deep) != 0) source.refuse("its pixels are deep; rill takes flat ones");
  if ((flags & several_parts) != 0)
    source.refuse("it has several parts; save its layers as channels of one");

  Claims claims;
  for (std::string name = reader.word(); !name.empty(); name = reader.word()) {
    const std::string type = reader.word();
    const std::size_t size = reader.number();
    check_attribute(reader, type, size);
    read_attribute(reader, name, type, size, claims);
  }
  if (claims.nx == 0 || claims.channels == 0) reader.bad();

  const bool is_dwa = claims.compression >= 8;  // run lengths that are deflated once more
  const double most = claims.compression == 0 ? 2 : 2 * most_per_deflated_byte * (is_dwa ? 64 : 1);
  check_claimed_grid(source, claims.nx, claims.ny, 4.0 * double(claims.channels), most);
  const bool is_tiled = (flags & tiled) != 0;
  const std::uint64_t width = is_tiled ? claims.tile_width : claims.nx;
  const std::uint64_t height = is_tiled ? claims.tile_height : lines_per_chunk(claims.compression);
  if (width == 0 || height == 0) reader.bad();
  // What is packed together the library unpacks as a whole: a tile, or lines, also where the
  // picture has fewer of them.
  const std::string chunk = std::to_string(width) + " x " + std::to_string(height) + " pixels";
  const bool beyond_picture = is_tiled || height > claims.ny;
  if (beyond_picture && double(width) * double(height) * claims.bytes_per_pixel > largest_chunk)
    source.refuse(is_tiled ? "its tiles of " + chunk +
                                 " are too large; save it with smaller ones or as scan lines"
                           : "what it packs together, " + chunk +
                                 ", is too large; save it with another compression");
  const double chunks =
      double((claims.nx + width - 1) / width) * double((claims.ny + height - 1) / height);
  if (chunks * double(bytes_per_chunk) > double(source.size()))
    source.refuse("it has " + std::to_string(source.size()) +
                  " bytes, too few for the pixels that its header claims");
}

}  // namespace rill
