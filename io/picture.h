// A picture in memory: 8-bit red, green and blue per pixel, the top row first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rill {

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;

  Picture() = default;
  Picture(int picture_width, int picture_height, std::uint8_t grey)
      : width(picture_width),
        height(picture_height),
        rgb(std::size_t(picture_width) * std::size_t(picture_height) * 3, grey) {}

  std::uint8_t* pixel(int column, int row) {
    return &rgb[(std::size_t(row) * std::size_t(width) + std::size_t(column)) * 3];
  }
  const std::uint8_t* pixel(int column, int row) const {
    return &rgb[(std::size_t(row) * std::size_t(width) + std::size_t(column)) * 3];
  }
};

}  // namespace rill
