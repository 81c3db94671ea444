#include "io/palette.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace rill {
namespace {

struct Bin {  // colours that share their upper five bits
  double count = 0;
  double sum[3] = {0, 0, 0};
  double mean(int channel) const { return sum[channel] / count; }
};

struct Bins {
  std::size_t first, last;  // one past
  double spread = 0;        // weighted variance along the widest channel
  int channel = 0;
};

void measure(Bins& box, const std::vector<Bin>& bins) {
  box.spread = -1;
  for (int channel = 0; channel < 3; ++channel) {
    double count = 0, sum = 0, squares = 0;
    for (std::size_t i = box.first; i < box.last; ++i) {
      const double mean = bins[i].mean(channel);
      count += bins[i].count;
      sum += bins[i].count * mean;
      squares += bins[i].count * mean * mean;
    }
    const double spread = squares - sum * sum / count;
    if (spread > box.spread) {
      box.spread = spread;
      box.channel = channel;
    }
  }
  if (box.last - box.first < 2) box.spread = 0;
}

std::vector<Bin> histogram(const std::vector<Picture>& pictures) {
  std::vector<Bin> all(32 * 32 * 32);
  for (const Picture& picture : pictures)
    for (std::size_t i = 0; i + 2 < picture.rgb.size(); i += 3) {
      const std::uint8_t* p = &picture.rgb[i];
      Bin& bin =
          all[std::size_t(p[0] >> 3) * 1024 + std::size_t(p[1] >> 3) * 32 + std::size_t(p[2] >> 3)];
      bin.count += 1;
      for (int k = 0; k < 3; ++k) bin.sum[k] += p[k];
    }
  all.erase(std::remove_if(all.begin(), all.end(), [](const Bin& bin) { return bin.count == 0; }),
            all.end());
  return all;
}

// Splits where half of the pixels are on each side.
std::size_t cut(std::vector<Bin>& bins, const Bins& box) {
  const auto first = bins.begin() + std::ptrdiff_t(box.first);
  const auto last = bins.begin() + std::ptrdiff_t(box.last);
  std::sort(first, last,
            [&](const Bin& a, const Bin& b) { return a.mean(box.channel) < b.mean(box.channel); });
  double total = 0, before = 0;
  for (auto bin = first; bin != last; ++bin) total += bin->count;
  std::size_t middle = box.first;
  while (middle + 1 < box.last && before + bins[middle].count <= total / 2)
    before += bins[middle++].count;
  return std::clamp(middle, box.first + 1, box.last - 1);
}

constexpr int pattern[8][8] = {{0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26},
                               {12, 44, 4, 36, 14, 46, 6, 38}, {60, 28, 52, 20, 62, 30, 54, 22},
                               {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25},
                               {15, 47, 7, 39, 13, 45, 5, 37}, {63, 31, 55, 23, 61, 29, 53, 21}};
constexpr int dither_bytes = 8;  // about the distance between neighbours in such a palette

}  // namespace

std::vector<PaletteColour> median_cut(const std::vector<Picture>& pictures, int count) {
  std::vector<Bin> bins = histogram(pictures);
  if (bins.empty()) return {PaletteColour{0, 0, 0}};
  std::vector<Bins> boxes = {{0, bins.size()}};
  measure(boxes[0], bins);
  while (int(boxes.size()) < count) {
    const auto widest =
        std::max_element(boxes.begin(), boxes.end(),
                         [](const Bins& a, const Bins& b) { return a.spread < b.spread; });
    if (!(widest->spread > 0)) break;
    const std::size_t middle = cut(bins, *widest);
    Bins upper{middle, widest->last};
    widest->last = middle;
    measure(*widest, bins);
    measure(upper, bins);
    boxes.push_back(upper);
  }
  std::vector<PaletteColour> colours;
  for (const Bins& box : boxes) {
    double weight = 0, sum[3] = {0, 0, 0};
    for (std::size_t i = box.first; i < box.last; ++i) {
      weight += bins[i].count;
      for (int k = 0; k < 3; ++k) sum[k] += bins[i].sum[k];
    }
    PaletteColour colour;
    for (std::size_t k = 0; k < 3; ++k) colour[k] = std::uint8_t(sum[k] / weight + 0.5);
    colours.push_back(colour);
  }
  return colours;
}

PaletteMap::PaletteMap(std::vector<PaletteColour> colours)
    : colours_(std::move(colours)), found_(64 * 64 * 64, std::int16_t(-1)) {}

std::uint8_t PaletteMap::nearest(int red, int green, int blue) {
  std::int16_t& known = found_[std::size_t(((red >> 2) * 64 + (green >> 2)) * 64 + (blue >> 2))];
  if (known >= 0) return std::uint8_t(known);
  int best = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < colours_.size(); ++i) {
    const int dr = (red | 3) - colours_[i][0], dg = (green | 3) - colours_[i][1],
              db = (blue | 3) - colours_[i][2];
    const int distance = 3 * dr * dr + 5 * dg * dg + 2 * db * db;  // green counts most to the eye
    if (distance < best) {
      best = distance;
      known = std::int16_t(i);
    }
  }
  return std::uint8_t(known);
}

std::vector<std::uint8_t> PaletteMap::indices(const Picture& picture) {
  std::vector<std::uint8_t> result;
  result.reserve(picture.rgb.size() / 3);
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const std::uint8_t* p = picture.pixel(x, y);
      const int shift = (pattern[y & 7][x & 7] * 2 - 63) * dither_bytes / 128;
      const auto near_to = [&](int k) { return std::clamp(p[k] + shift, 0, 255); };
      result.push_back(nearest(near_to(0), near_to(1), near_to(2)));
    }
  return result;
}

}  // namespace rill
