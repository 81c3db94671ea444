// Animated pictures as GIF: one palette for all frames, so that nothing flickers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/picture.h"

namespace rill {

struct GifOptions {
  int delay = 8;         // hundredths of a second from frame to frame
  int last_delay = 150;  // how long the last frame stays
};

// Frames of one size, played for ever. Throws when they differ or are larger than 65535.
std::vector<std::uint8_t> encode_gif(const std::vector<Picture>& frames, const GifOptions& options);

}  // namespace rill
