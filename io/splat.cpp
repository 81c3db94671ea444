// PNG by libpng's simplified interface, EXR by OpenEXR; both into memory, then to the file.

#include "io/splat.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <exception>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfStdIO.h>
#include <png.h>

#include <rill/error.h>

#include "io/atomic_file.h"

namespace rill {
namespace {

constexpr const char* channel_names[] = {"R", "G", "B", "A"};

bool has_end(const std::string& path, const std::string& end) {
  if (path.size() <= end.size()) return false;
  return std::equal(end.begin(), end.end(), path.end() - std::ptrdiff_t(end.size()),
                    [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

std::uint8_t to_byte(double share) {
  return std::uint8_t(std::lround(255 * std::min(std::max(share, 0.0), 1.0)));
}

void write_png_splat(const std::string& path, int nx, int ny,
                     const std::vector<SplatChannel>& channels) {
  const std::size_t samples = channels.size() > 3 ? 4 : 3, columns = std::size_t(nx);
  std::vector<std::uint8_t> pixels(columns * std::size_t(ny) * samples, 0);
  for (std::size_t c = 0; c < channels.size(); ++c)
    for (int y = 0; y < ny; ++y)
      for (std::size_t x = 0; x < columns; ++x)
        pixels[(std::size_t(ny - 1 - y) * columns + x) * samples + c] = to_byte(
            double((*channels[c].values)[std::size_t(y) * columns + x]) / channels[c].white);
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = png_uint_32(nx);
  image.height = png_uint_32(ny);
  // Linear values as they are: no gamma is applied to 8 bits.
  image.format = samples == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
  png_alloc_size_t size = 0;
  std::vector<std::uint8_t> bytes;
  if (png_image_write_get_memory_size(image, size, 0, pixels.data(), 0, nullptr)) {
    bytes.resize(size);
    if (png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr)) {
      write_file(path, bytes.data(), size);
      return;
    }
  }
  throw Error("Cannot write '" + path + "': " + image.message + ".", Fault::resource);
}

void write_exr_splat(const std::string& path, int nx, int ny,
                     const std::vector<SplatChannel>& channels) {
  const std::size_t columns = std::size_t(nx);
  const std::size_t count = std::max<std::size_t>(channels.size(), 3);
  Imf::Header header(nx, ny);
  header.compression() = Imf::ZIP_COMPRESSION;
  Imf::FrameBuffer frame;
  std::vector<Layer> flipped(count, Layer(columns * std::size_t(ny), 0.0f));
  for (std::size_t c = 0; c < count; ++c) {
    for (int y = 0; y < ny && c < channels.size(); ++y)
      for (std::size_t x = 0; x < columns; ++x)
        flipped[c][std::size_t(ny - 1 - y) * columns + x] = float(
            double((*channels[c].values)[std::size_t(y) * columns + x]) / channels[c].white);
    header.channels().insert(channel_names[c], Imf::Channel(Imf::FLOAT));
    frame.insert(channel_names[c],
                 Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(flipped[c].data()), sizeof(float),
                            sizeof(float) * columns));
  }
  try {
    Imf::StdOSStream stream;
    {
      Imf::OutputFile file(stream, header);
      file.setFrameBuffer(frame);
      file.writePixels(ny);
    }
    write_file(path, stream.str());
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error("Cannot write '" + path + "': " + error.what() + ".", Fault::resource);
  }
}

}  // namespace

void write_splat(const std::string& path, int nx, int ny,
                 const std::vector<SplatChannel>& channels) {
  if (channels.empty() || channels.size() > 4)
    throw Error("A picture holds one to four masks; give so many layers.");
  if (has_end(path, ".png"))
    write_png_splat(path, nx, ny, channels);
  else if (has_end(path, ".exr"))
    write_exr_splat(path, nx, ny, channels);
  else
    throw Error("Masks are packed into .png or .exr; '" + path + "' is neither.");
}

}  // namespace rill
