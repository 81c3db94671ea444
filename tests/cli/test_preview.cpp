// rill preview and rill cook --preview: what the command reads, writes and refuses; what the pictures
// show is tested in test_shade.cpp, test_light.cpp, test_pictures.cpp and test_gif.cpp.

#include <gtest/gtest.h>

#include <limits>

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

class Preview : public testing::Test {
 protected:
  Preview() {
    write_floats(folder_.path("h.r32"), fractal(50, 20, 30, 2, 16));
    write_floats(folder_.path("w.r32"), constant(50, 20, 0.3f));
  }

  Words words(const Words& more = {}) const {
    return Words{"preview", folder_.path("h.r32"), "--size", "50x20", "--cell", "2",
                 "-o",      folder_.path("p.png")} +
           more;
  }

  Extent drawn(const Words& more = {}) const {
    const Outcome outcome = run_rill(words(more));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return png_extent(folder_.path("p.png"));
  }

  const Folder folder_;
};

TEST_F(Preview, DrawsOneOrTwoTerrains) {
  EXPECT_EQ(drawn().width, 50u);
  EXPECT_EQ(drawn().height, 20u);
  const std::string dry = read_bytes(folder_.path("p.png"));
  drawn({"--water", folder_.path("w.r32")});
  EXPECT_NE(read_bytes(folder_.path("p.png")), dry);
  EXPECT_GT(drawn({"--before", folder_.path("h.r32")}).width, 100u);
  EXPECT_EQ(drawn({"--before", folder_.path("h.r32")}).height, 20u);
}

TEST_F(Preview, DrawsAnyWidth) {
  for (const unsigned width : {1u, 7u, 50u, 333u}) {
    const Extent extent = drawn({"--width", std::to_string(width)});
    EXPECT_EQ(extent.width, width);
    EXPECT_NEAR(double(extent.height), std::max(1.0, width * 0.4), 0.51);
  }
}

TEST_F(Preview, DrawsALayerWithItsScale) {
  ASSERT_EQ(run_rill({"cook", folder_.path("h.r32"), "--size", "50x20", "--cell", "2", "--node",
                      "combined", "--set", "iterations=5", "--quiet", "-o", folder_.path("out")})
                .exit_code,
            0);
  const Words base = {"preview", folder_.path("out"), "--size", "50x20", "--cell", "2",
                      "-o",      folder_.path("p.png")};
  ASSERT_EQ(run_rill(base + Words{"--layer", "water"}).exit_code, 0);
  EXPECT_GT(png_extent(folder_.path("p.png")).width, 80u);
  const std::string automatic = read_bytes(folder_.path("p.png"));
  ASSERT_EQ(run_rill(base + Words{"--layer", "water", "--scale", "0:100"}).exit_code, 0);
  EXPECT_NE(read_bytes(folder_.path("p.png")), automatic);
  EXPECT_TRUE(refused(run_rill(base + Words{"--layer", "nonsense"}), 1, {"nonsense", "water"}));
}

TEST_F(Preview, DrawsAnObliqueView) {
  const Extent extent = drawn({"--3d", "--width", "320", "--heading", "-60", "--tilt", "50"});
  EXPECT_EQ(extent.width, 320u);
  EXPECT_EQ(extent.height, 180u);
}

TEST_F(Preview, MakesASheetAndAnAnimation) {
  const std::string h = folder_.path("h.r32");
  const Extent sheet = drawn({h, h, "--sheet", "2", "--label", "a", "--label", "b", "--label", "c"});
  EXPECT_GT(sheet.width, 100u);
  EXPECT_GT(sheet.height, 40u);
  const Words animation = {"preview", h,    h,        "--size", "50x20",
                           "--cell",  "2",  "--width", "40",     "-o",
                           folder_.path("a.gif")};
  ASSERT_EQ(run_rill(animation).exit_code, 0);
  EXPECT_EQ(read_bytes(folder_.path("a.gif")).substr(0, 6), "GIF89a");
}

TEST_F(Preview, DrawsTheSamePictureTwice) {
  drawn({"--3d", "--width", "200"});
  const std::string once = read_bytes(folder_.path("p.png"));
  drawn({"--3d", "--width", "200"});
  EXPECT_EQ(read_bytes(folder_.path("p.png")), once);
}

TEST_F(Preview, DrawsHolesForWhatIsNoNumber) {
  Layer holed = fractal(50, 20, 30, 2, 16);
  holed[40] = std::numeric_limits<float>::quiet_NaN();
  holed[41] = std::numeric_limits<float>::infinity();
  write_floats(folder_.path("h.r32"), holed);
  EXPECT_EQ(drawn().width, 50u);
  EXPECT_EQ(drawn({"--3d", "--width", "100"}).width, 100u);
}

TEST_F(Preview, RefusesWhatDoesNotGoTogether) {
  const std::string h = folder_.path("h.r32");
  const auto sentence = [&](const Words& more) { return run_rill(words(more)); };
  EXPECT_TRUE(refused(sentence({h}), 1, {"--sheet", ".gif"}));
  EXPECT_TRUE(refused(sentence({"--scale", "0:1"}), 1, {"--layer"}));
  EXPECT_TRUE(refused(sentence({"--layer", "height", "--scale", "1:0"}), 1, {"--scale", "1:0"}));
  EXPECT_TRUE(refused(sentence({"--tilt", "30"}), 1, {"--3d"}));
  EXPECT_TRUE(refused(sentence({"--3d", "--tilt", "0"}), 1, {"--tilt", "5 to 80"}));
  EXPECT_TRUE(refused(sentence({"--3d", "--layer", "height"}), 1, {"--3d"}));
  EXPECT_TRUE(refused(sentence({"--width", "0"}), 1, {"--width"}));
  EXPECT_TRUE(refused(sentence({"--label", "x"}), 1, {"--sheet"}));
  EXPECT_TRUE(refused(sentence({"--delay", "1"}), 1, {".gif"}));
  EXPECT_TRUE(refused(sentence({"--gif"}), 1, {".gif"}));
  EXPECT_TRUE(refused(run_rill({"preview", h, "--size", "50x20", "--cell", "2", "-o",
                                folder_.path("p.jpg")}),
                      1, {"p.jpg", ".png"}));
  EXPECT_TRUE(refused(
      run_rill({"preview", h, "--size", "50x20", "-o", folder_.path("p.png")}), 1, {"--cell"}));
  EXPECT_TRUE(refused(run_rill({"preview", h, "--size", "50x20", "--cell", "2", "-o",
                                folder_.path("nowhere/p.png")}),
                      1, {"nowhere"}));
  EXPECT_EQ(folder_.list(), (std::vector<std::string>{"h.r32", "w.r32"}));
}

TEST(PreviewOfACook, ShowsBeforeAndAfter) {
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
