// libpng reports errors by longjmp, which must not jump over a destructor: encode_rows, the only
// function that it jumps back to, owns nothing, and everything it uses lives in its caller.

#include "io/png.h"

#include <csetjmp>
#include <cstddef>
#include <fstream>
#include <string>
#include <utility>

#include <png.h>

#include <rill/error.h>

#include "io/atomic_file.h"
#include "io/png_errors.h"

namespace rill {
namespace {

struct Encoder {
  std::vector<std::uint8_t> bytes;
  std::string message;
  png_structp png = nullptr;
  png_infop info = nullptr;

  ~Encoder() { png_destroy_write_struct(&png, &info); }
};

void on_write(png_structp png, png_bytep data, png_size_t size) {
  bool stored = true;
  try {
    auto& bytes = static_cast<Encoder*>(png_get_io_ptr(png))->bytes;
    bytes.insert(bytes.end(), data, data + size);
  } catch (...) {
    stored = false;
  }
  if (!stored) png_error(png, "out of memory");
}

void on_flush(png_structp) {}

bool encode_rows(Encoder& encoder, const Picture& picture) {
  if (setjmp(png_jmpbuf(encoder.png))) return false;
  png_set_write_fn(encoder.png, &encoder, on_write, on_flush);
  png_set_IHDR(encoder.png, encoder.info, png_uint_32(picture.width), png_uint_32(picture.height),
               8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(encoder.png, encoder.info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(encoder.png, encoder.info);
  for (int row = 0; row < picture.height; ++row) png_write_row(encoder.png, picture.pixel(0, row));
  png_write_end(encoder.png, encoder.info);
  return true;
}

}  // namespace

std::vector<std::uint8_t> encode_png(const Picture& picture) {
  const std::size_t expected = std::size_t(picture.width) * std::size_t(picture.height) * 3;
  if (picture.width < 1 || picture.height < 1 || picture.rgb.size() != expected)
    throw Error("A picture of " + std::to_string(picture.width) + " x " +
                std::to_string(picture.height) + " pixels cannot be encoded.");
  Encoder encoder;
  encoder.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &encoder,
                                        remember_png_error<Encoder>, ignore_png_warning);
  if (encoder.png) encoder.info = png_create_info_struct(encoder.png);
  if (!encoder.info) throw Error("libpng could not be started.", Fault::resource);
  if (!encode_rows(encoder, picture))
    throw Error("The picture could not be encoded: " + encoder.message + ".", Fault::resource);
  return std::move(encoder.bytes);
}

void write_png(const std::string& path, const Picture& picture) {
  const std::vector<std::uint8_t> bytes = encode_png(picture);
  write_file(path, bytes.data(), bytes.size());
}

bool is_png_picture(const std::string& path) {
  // Signature, length, "IHDR", width, height, then bits and colour type: 2 is red, green, blue.
  unsigned char header[26] = {};
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(header), sizeof header);
  return file.gcount() == std::streamsize(sizeof header) && png_sig_cmp(header, 0, 8) == 0 &&
         header[24] == 8 && header[25] == 2;
}

Picture read_png_picture(const std::string& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const auto fail = [&] {
    const std::string reason = image.message;
    png_image_free(&image);
    throw Error("Cannot read the picture '" + path + "': " + reason + ".");
  };
  if (!png_image_begin_read_from_file(&image, path.c_str())) fail();
  image.format = PNG_FORMAT_RGB;
  constexpr png_uint_32 most = 1 << 15;
  if (image.width > most || image.height > most) {
    png_image_free(&image);
    throw Error("The picture '" + path + "' is too large for a frame; use at most 32768 pixels.");
  }
  Picture picture(int(image.width), int(image.height), 0);
  if (!png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr)) fail();
  return picture;
}

}  // namespace rill
