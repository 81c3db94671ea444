// Animations, decoded again here: an encoder is only right when a decoder sees the frames.

#include "io/gif.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "errors.h"
#include "io/palette.h"
#include "terrains.h"

namespace rill::test {
namespace {

// A decoder by the standard, for what encode_gif writes; fails the test at anything else.
class GifReader {
 public:
  explicit GifReader(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {
    EXPECT_EQ(std::string(bytes.begin(), bytes.begin() + 6), "GIF89a");
    at_ = 6;
    width = word();
    height = word();
    EXPECT_EQ(bytes_[at_], 0xf7);
    at_ += 3;
    palette_ = at_;
    at_ += 768;
    screen_ = Picture(width, height, 0);
  }

  bool next(Picture& frame) {
    while (bytes_[at_] == 0x21) {  // extensions
      if (bytes_[at_ + 1] == 0xf9) {
        transparent_ = bytes_[at_ + 3] & 1 ? bytes_[at_ + 6] : -1;
        delay = bytes_[at_ + 4] + 256 * bytes_[at_ + 5];
      }
      at_ += 2;
      while (bytes_[at_] != 0) at_ += bytes_[at_] + 1u;
      ++at_;
    }
    if (bytes_[at_] == 0x3b) return false;
    EXPECT_EQ(bytes_[at_++], 0x2c);
    const int left = word(), top = word(), columns = word(), rows = word();
    EXPECT_EQ(bytes_[at_++], 0);
    const std::vector<int> pixels = lzw();
    EXPECT_EQ(pixels.size(), std::size_t(columns) * std::size_t(rows));
    if (pixels.size() != std::size_t(columns) * std::size_t(rows)) return false;
    for (int i = 0; i < columns * rows; ++i) {
      const int index = pixels[std::size_t(i)];
      if (index == transparent_) continue;
      for (int k = 0; k < 3; ++k)
        screen_.pixel(left + i % columns, top + i / columns)[k] =
            bytes_[palette_ + std::size_t(index * 3 + k)];
    }
    frame = screen_;
    return true;
  }

  int width = 0, height = 0, delay = 0;

 private:
  int word() {
    at_ += 2;
    return bytes_[at_ - 2] + 256 * bytes_[at_ - 1];
  }

  std::vector<int> lzw() {
    const int start = bytes_[at_++];
    std::vector<std::uint8_t> data;
    while (bytes_[at_] != 0) {
      data.insert(data.end(), bytes_.begin() + std::ptrdiff_t(at_ + 1),
                  bytes_.begin() + std::ptrdiff_t(at_ + 1 + bytes_[at_]));
      at_ += bytes_[at_] + 1u;
    }
    ++at_;
    const int clear = 1 << start, end = clear + 1;
    std::vector<std::vector<int>> table;
    const auto reset = [&] {
      table.clear();
      for (int i = 0; i < clear + 2; ++i) table.push_back({i});
    };
    reset();
    std::vector<int> pixels, previous;
    int width_now = start + 1;
    std::size_t bit = 0;
    for (;;) {
      int code = 0;
      for (int k = 0; k < width_now; ++k, ++bit) {
        if (bit / 8 >= data.size()) {
          ADD_FAILURE() << "the codes end without an end code";
          return pixels;
        }
        code |= (data[bit / 8] >> (bit % 8) & 1) << k;
      }
      if (code == end) return pixels;
      if (code == clear) {
        reset();
        width_now = start + 1;
        previous.clear();
        continue;
      }
      std::vector<int> entry;
      if (code < int(table.size())) {
        entry = table[std::size_t(code)];
      } else if (!previous.empty() && code == int(table.size())) {
        entry = previous;
        entry.push_back(previous[0]);
      } else {
        ADD_FAILURE() << "code " << code << " of " << table.size();
        return pixels;
      }
      pixels.insert(pixels.end(), entry.begin(), entry.end());
      if (!previous.empty() && table.size() < 4096) {
        previous.push_back(entry[0]);
        table.push_back(previous);
      }
      if (int(table.size()) == 1 << width_now && width_now < 12) ++width_now;
      previous = entry;
    }
  }

  const std::vector<std::uint8_t>& bytes_;
  std::size_t at_ = 0, palette_ = 0;
  int transparent_ = -1;
  Picture screen_;
};

Picture noise(int width, int height, std::uint32_t seed, int levels) {
  Picture picture(width, height, 0);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int k = 0; k < 3; ++k)
        picture.pixel(x, y)[k] =
            std::uint8_t(int(random_at(x * 3 + k, y, seed) * levels) * 255 / levels);
  return picture;
}

int largest_error(const Picture& a, const Picture& b) {
  int largest = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i)
    largest = std::max(largest, std::abs(int(a.rgb[i]) - int(b.rgb[i])));
  return largest;
}

TEST(Gif, GivesTheFramesBack) {
  // Two levels in each channel are eight colours, which a palette holds nearly exactly; what the
  // dither pattern shifts stays with its colour.
  for (const auto& [width, height] :
       {std::pair(1, 1), std::pair(7, 9), std::pair(515, 33), std::pair(200, 200)}) {
    std::vector<Picture> frames;
    for (std::uint32_t i = 0; i < 4; ++i) frames.push_back(noise(width, height, i / 2, 2));
    const std::vector<std::uint8_t> bytes = encode_gif(frames, {});
    GifReader reader(bytes);
    EXPECT_EQ(reader.width, width);
    EXPECT_EQ(reader.height, height);
    Picture frame;
    for (const Picture& expected : frames) {
      ASSERT_TRUE(reader.next(frame));
      EXPECT_LE(largest_error(frame, expected), 2) << width << " x " << height;
    }
    EXPECT_FALSE(reader.next(frame));
  }
}

TEST(Gif, StaysCloseToSmoothPictures) {
  Picture ramp(256, 64, 0);
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 256; ++x) {
      ramp.pixel(x, y)[0] = std::uint8_t(x);
      ramp.pixel(x, y)[1] = std::uint8_t(x / 2 + y);
      ramp.pixel(x, y)[2] = std::uint8_t(255 - x);
    }
  const std::vector<std::uint8_t> bytes = encode_gif({ramp}, {});
  GifReader reader(bytes);
  Picture frame;
  ASSERT_TRUE(reader.next(frame));
  EXPECT_LE(largest_error(frame, ramp), 24);
  double sum = 0;
  for (std::size_t i = 0; i < ramp.rgb.size(); ++i) sum += int(frame.rgb[i]) - int(ramp.rgb[i]);
  EXPECT_LT(std::abs(sum / double(ramp.rgb.size())), 1.5);  // no brighter, no darker
}

TEST(Gif, StoresOnlyWhatChanges) {
  const Picture still = noise(200, 200, 1, 4);
  Picture moved = still;
  moved.pixel(100, 100)[0] ^= 128;
  const std::size_t once = encode_gif({still}, {}).size();
  EXPECT_LT(encode_gif({still, still, moved}, {}).size(), once + 200);
}

TEST(Gif, HoldsTheLastFrame) {
  GifOptions options;
  options.delay = 5;
  options.last_delay = 99;
  const std::vector<std::uint8_t> bytes =
      encode_gif({noise(4, 4, 1, 2), noise(4, 4, 2, 2)}, options);
  GifReader reader(bytes);
  Picture frame;
  ASSERT_TRUE(reader.next(frame));
  EXPECT_EQ(reader.delay, 5);
  ASSERT_TRUE(reader.next(frame));
  EXPECT_EQ(reader.delay, 99);
}

TEST(Gif, RefusesWhatItCannotHold) {
  EXPECT_THROW(encode_gif({}, {}), Error);
  EXPECT_THROW(encode_gif({Picture(2, 2, 0), Picture(2, 3, 0)}, {}), Error);
  EXPECT_THROW(encode_gif({Picture(70000, 1, 0)}, {}), Error);
}

}  // namespace
}  // namespace rill::test
