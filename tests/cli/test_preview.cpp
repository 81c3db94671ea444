// rill preview and rill cook --preview: pictures of the right size; what they show is tested in
// test_shade.cpp.

#include <gtest/gtest.h>

#include "folder.h"
#include "run_rill.h"
#include "terrains.h"

namespace rill::test {
namespace {

struct Extent {
  unsigned width, height;
};

// From the PNG header: signature, length, "IHDR", width, height, big-endian.
Extent png_extent(const std::string& path) {
  const std::string bytes = read_bytes(path);
  EXPECT_EQ(bytes.substr(1, 3), "PNG");
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value * 256 + static_cast<unsigned char>(bytes[at + i]);
    return value;
  };
  return {number(16), number(20)};
}

TEST(Preview, DrawsOneOrTwoTerrains) {
  const Folder folder;
  write_floats(folder.path("h.r32"), fractal(50, 20, 30, 2, 16));
  write_floats(folder.path("w.r32"), constant(50, 20, 0.3f));
  const Words words = {"preview", folder.path("h.r32"), "--size", "50x20", "--cell", "2",
                       "-o",      folder.path("p.png")};
  ASSERT_EQ(run_rill(words).exit_code, 0);
  EXPECT_EQ(png_extent(folder.path("p.png")).width, 50u);
  EXPECT_EQ(png_extent(folder.path("p.png")).height, 20u);
  const std::string dry = read_bytes(folder.path("p.png"));
  ASSERT_EQ(run_rill(words + Words{"--water", folder.path("w.r32")}).exit_code, 0);
  EXPECT_NE(read_bytes(folder.path("p.png")), dry);
  ASSERT_EQ(run_rill(words + Words{"--before", folder.path("h.r32")}).exit_code, 0);
  EXPECT_GT(png_extent(folder.path("p.png")).width, 100u);
  EXPECT_EQ(png_extent(folder.path("p.png")).height, 20u);
}

TEST(Preview, OfACookShowsBeforeAndAfter) {
  const Folder folder;
  write_floats(folder.path("h.r32"), fractal(50, 20, 30, 2, 16));
  ASSERT_EQ(run_rill({"cook", folder.path("h.r32"), "--size", "50x20", "--cell", "2", "--node",
                      "combined", "--set", "iterations=5", "--quiet", "--preview",
                      folder.path("p.png"), "-o", folder.path("out")})
                .exit_code,
            0);
  EXPECT_GT(png_extent(folder.path("p.png")).width, 100u);
  EXPECT_EQ(png_extent(folder.path("p.png")).height, 20u);
}

}  // namespace
}  // namespace rill::test
