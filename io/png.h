// Pictures as PNG, encoded in memory and then written whole.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/picture.h"

namespace rill {

std::vector<std::uint8_t> encode_png(const Picture& picture);
void write_png(const std::string& path, const Picture& picture);

// Whether the file is a picture in colour of 8 bits, rather than heights or no PNG at all.
bool is_png_picture(const std::string& path);
Picture read_png_picture(const std::string& path);

}  // namespace rill
