// Pictures come back from libpng's own reader as they were.

#include "io/png.h"

#include <png.h>

#include <gtest/gtest.h>

#include "errors.h"
#include "folder.h"

namespace rill::test {
namespace {

Picture decoded(const std::vector<std::uint8_t>& bytes) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_TRUE(png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()));
  EXPECT_EQ(image.format, unsigned(PNG_FORMAT_RGB));
  Picture picture(int(image.width), int(image.height), 0);
  EXPECT_TRUE(png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr));
  return picture;
}

TEST(Png, ComesBackAsItWas) {
  Picture picture(37, 11, 0);
  for (std::size_t i = 0; i < picture.rgb.size(); ++i)
    picture.rgb[i] = std::uint8_t(i * 7 + i / 50);
  const Picture back = decoded(encode_png(picture));
  EXPECT_EQ(back.width, 37);
  EXPECT_EQ(back.height, 11);
  EXPECT_EQ(back.rgb, picture.rgb);
}

TEST(Png, FileHoldsTheEncodedBytes) {
  const Folder folder;
  const Picture picture(3, 2, 200);
  write_png(folder.path("p.png"), picture);
  const std::vector<std::uint8_t> bytes = encode_png(picture);
  EXPECT_EQ(read_bytes(folder.path("p.png")), std::string(bytes.begin(), bytes.end()));
}

TEST(Png, RefusesPicturesThatAreNone) {
  EXPECT_TRUE(mentions(refusal([] { encode_png(Picture()); }), {"0 x 0"}));
  Picture torn(4, 4, 0);
  torn.rgb.pop_back();
  EXPECT_TRUE(mentions(refusal([&] { encode_png(torn); }), {"4 x 4"}));
}

TEST(Png, TurnsAnErrorOfLibpngIntoASentence) {
  // libpng refuses rows wider than a million pixels, by longjmp.
  EXPECT_TRUE(mentions(refusal([] { encode_png(Picture(1000001, 1, 0)); }), {"encoded", "IHDR"}));
}

}  // namespace
}  // namespace rill::test
