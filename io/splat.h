// Up to four layers packed as the channels of one picture, as game engines read masks.
#pragma once

#include <string>
#include <vector>

#include <rill/layers.h>

namespace rill {

struct SplatChannel {
  const Layer* values = nullptr;
  double white = 1;  // the value that becomes full; what is above it, or below 0, is cut
};

// One to four channels: red, green, blue, alpha. Fewer than four have no alpha, and missing colours
// are 0. .png has 8 bits per channel, .exr floats divided by `white` and not cut. North is on top.
void write_splat(const std::string& path, int nx, int ny,
                 const std::vector<SplatChannel>& channels);

}  // namespace rill
