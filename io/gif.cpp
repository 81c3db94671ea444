// GIF89a. A frame after the first holds the rectangle that changed, with the last palette entry as
// "as before" for the pixels in it that did not.

#include "io/gif.h"

#include <algorithm>
#include <cstddef>

#include <rill/error.h>

#include "io/palette.h"

namespace rill {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int colours = 255;
constexpr std::uint8_t as_before = 255;

void put_word(Bytes& bytes, int value) {
  bytes.push_back(std::uint8_t(value & 255));
  bytes.push_back(std::uint8_t(value >> 8));
}

// Codes of growing width, cut into blocks of at most 255 bytes.
class CodeWriter {
 public:
  explicit CodeWriter(Bytes& bytes) : bytes_(bytes) {}
  void put(unsigned code, int width) {
    bits_ |= code << count_;
    count_ += width;
    for (; count_ >= 8; count_ -= 8, bits_ >>= 8) put_byte(std::uint8_t(bits_ & 255));
  }
  void finish() {
    if (count_ > 0) put_byte(std::uint8_t(bits_ & 255));
    flush();
    bytes_.push_back(0);  // no more blocks
  }

 private:
  void put_byte(std::uint8_t byte) {
    block_.push_back(byte);
    if (block_.size() == 255) flush();
  }
  void flush() {
    if (block_.empty()) return;
    bytes_.push_back(std::uint8_t(block_.size()));
    bytes_.insert(bytes_.end(), block_.begin(), block_.end());
    block_.clear();
  }

  Bytes& bytes_;
  Bytes block_;
  unsigned bits_ = 0;
  int count_ = 0;
};

// Known strings: a string is the code of its beginning and one more byte. A hash table, because it
// is emptied often.
class Strings {
 public:
  Strings() : keys_(size, 0), codes_(size, 0) {}
  void clear() { std::fill(keys_.begin(), keys_.end(), 0u); }
  // The place of the string; `found` says whether it is known.
  std::size_t place(unsigned code, unsigned byte, bool& found) const {
    const unsigned key = (code << 8 | byte) + 1;
    std::size_t at = key * 2654435761u % size;
    while (keys_[at] != 0 && keys_[at] != key) at = (at + 1) % size;
    found = keys_[at] == key;
    return at;
  }
  unsigned code(std::size_t at) const { return codes_[at]; }
  void add(std::size_t at, unsigned code, unsigned byte, unsigned new_code) {
    keys_[at] = (code << 8 | byte) + 1;
    codes_[at] = new_code;
  }

 private:
  static constexpr std::size_t size = 16384;
  std::vector<unsigned> keys_, codes_;
};

void put_lzw(Bytes& bytes, const Bytes& pixels) {
  constexpr unsigned clear = 256, end = 257, most = 4096;
  bytes.push_back(8);  // bits of a pixel
  CodeWriter writer(bytes);
  Strings strings;
  unsigned next = end + 1;
  int width = 9;
  writer.put(clear, width);
  unsigned current = pixels[0];
  for (std::size_t i = 1; i < pixels.size(); ++i) {
    bool found;
    const std::size_t at = strings.place(current, pixels[i], found);
    if (found) {
      current = strings.code(at);
      continue;
    }
    writer.put(current, width);
    if (next < most) {
      strings.add(at, current, pixels[i], next);
      if (next == 1u << width) ++width;
      ++next;
    } else {
      writer.put(clear, width);
      strings.clear();
      next = end + 1;
      width = 9;
    }
    current = pixels[i];
  }
  writer.put(current, width);
  // The reader adds a string for that code too, and may widen before it meets the end.
  if (next < most && next == 1u << width) ++width;
  writer.put(end, width);
  writer.finish();
}

struct Area {
  int left, top, width, height;
};

Area changed_area(const Bytes& before, const Bytes& now, int width, int height) {
  int left = width, right = -1, top = height, bottom = -1;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const std::size_t i = std::size_t(y) * std::size_t(width) + std::size_t(x);
      if (before[i] == now[i]) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = y;
    }
  if (right < 0) return {0, 0, 1, 1};  // a frame must have a pixel
  return {left, top, right - left + 1, bottom - top + 1};
}

void put_header(Bytes& bytes, int width, int height, const std::vector<PaletteColour>& palette) {
  for (const char c : {'G', 'I', 'F', '8', '9', 'a'}) bytes.push_back(std::uint8_t(c));
  put_word(bytes, width);
  put_word(bytes, height);
  bytes.insert(bytes.end(), {0xf7, 0, 0});  // a palette of 256 colours
  for (std::size_t i = 0; i < 256; ++i) {
    const PaletteColour colour = i < palette.size() ? palette[i] : PaletteColour{0, 0, 0};
    bytes.insert(bytes.end(), colour.begin(), colour.end());
  }
  bytes.insert(bytes.end(), {0x21, 0xff, 11});  // play for ever
  for (const char c : {'N', 'E', 'T', 'S', 'C', 'A', 'P', 'E', '2', '.', '0'})
    bytes.push_back(std::uint8_t(c));
  bytes.insert(bytes.end(), {3, 1, 0, 0, 0});
}

void put_frame(Bytes& bytes, const Bytes* before, const Bytes& now, int width, int height,
               int delay) {
  const Area area = before ? changed_area(*before, now, width, height) : Area{0, 0, width, height};
  Bytes pixels;
  for (int y = area.top; y < area.top + area.height; ++y)
    for (int x = area.left; x < area.left + area.width; ++x) {
      const std::size_t i = std::size_t(y) * std::size_t(width) + std::size_t(x);
      pixels.push_back(before && (*before)[i] == now[i] ? as_before : now[i]);
    }
  // Keep the picture below; "as before" is transparent.
  bytes.insert(bytes.end(), {0x21, 0xf9, 4, std::uint8_t(before ? 5 : 4)});
  put_word(bytes, delay);
  bytes.insert(bytes.end(), {as_before, 0, 0x2c});
  put_word(bytes, area.left);
  put_word(bytes, area.top);
  put_word(bytes, area.width);
  put_word(bytes, area.height);
  bytes.push_back(0);
  put_lzw(bytes, pixels);
}

}  // namespace

std::vector<std::uint8_t> encode_gif(const std::vector<Picture>& frames,
                                     const GifOptions& options) {
  if (frames.empty()) throw Error("An animation needs a frame; give at least one.");
  const int width = frames[0].width, height = frames[0].height;
  if (width < 1 || height < 1 || width > 65535 || height > 65535)
    throw Error("A GIF has 1 to 65535 pixels on a side; give another --width.");
  for (const Picture& frame : frames)
    if (frame.width != width || frame.height != height)
      throw Error("The frames differ in size; give frames of one cook.");
  const std::vector<PaletteColour> palette = median_cut(frames, colours);
  PaletteMap map(palette);
  Bytes bytes;
  put_header(bytes, width, height, palette);
  Bytes before;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Bytes now = map.indices(frames[i]);
    put_frame(bytes, i == 0 ? nullptr : &before, now, width, height,
              i + 1 == frames.size() && frames.size() > 1 ? options.last_delay : options.delay);
    before = now;
  }
  bytes.push_back(0x3b);
  return bytes;
}

}  // namespace rill
