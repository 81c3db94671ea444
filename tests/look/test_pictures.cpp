// False-colour maps with their legend, oblique views, sheets, letters and other resolutions.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "io/false_colour.h"
#include "io/montage.h"
#include "io/oblique.h"
#include "io/resample.h"
#include "io/text.h"
#include "terrains.h"

namespace rill::test {
namespace {

double brightness(const Picture& picture, int column, int row) {
  const std::uint8_t* pixel = picture.pixel(column, row);
  return pixel[0] + pixel[1] + pixel[2];
}

int dark_pixels(const Picture& picture, int left, int top, int right, int bottom) {
  int count = 0;
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x) count += brightness(picture, x, y) < 120;
  return count;
}

Layer ramp_values(int nx, int ny, float low, float high) {  // grows with y
  Layer values;
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x)
      values.push_back(low + (high - low) * float(y) / float(std::max(ny - 1, 1)));
  return values;
}

TEST(FalseColour, ShowsTheLayerWithNorthAtTheTopAndALegendBesideIt) {
  const int n = 300;
  const Terrain flat = terrain(n, n, 1, constant(n, n, 0));
  const Picture map = false_colour_map(ramp_values(n, n, 0, 10), flat, {});
  EXPECT_GT(map.width, n + 20);                                          // room for the legend
  EXPECT_GT(brightness(map, 150, 10), brightness(map, 150, 290) + 100);  // bright is much
  // Numbers stand to the right of the bar.
  EXPECT_GT(dark_pixels(map, n + 20, 0, map.width, map.height), 60);
  // The bar has the map's own colours, the largest value on top.
  const int bar = n + glyph_height + 3;
  EXPECT_NEAR(brightness(map, bar, 2 * glyph_height + 1), brightness(map, 150, 0), 30);
  EXPECT_NEAR(brightness(map, bar, n - 2 * glyph_height - 3), brightness(map, 150, n - 1), 30);
}

TEST(FalseColour, TellsBelowZeroFromAbove) {
  const int n = 120;
  const Terrain flat = terrain(n, n, 1, constant(n, n, 0));
  const Picture map = false_colour_map(ramp_values(n, n, -1, 1), flat, {});
  const std::uint8_t* above = map.pixel(60, 2);
  EXPECT_GT(above[0], above[2] + 40);  // red
  const std::uint8_t* below = map.pixel(60, n - 3);
  EXPECT_GT(below[2], below[0] + 40);              // blue
  EXPECT_GT(brightness(map, 60, n / 2), 3 * 210);  // white between them
}

TEST(FalseColour, TakesTheRangeThatIsGiven) {
  const int n = 64;
  const Terrain flat = terrain(n, n, 1, constant(n, n, 0));
  FalseColourOptions options;
  options.range = ValueRange{0, 1000};
  const Picture dark = false_colour_map(ramp_values(n, n, 0, 10), flat, options);
  // A hundredth of the scale is hardly seen, all of it is most of what a picture has.
  EXPECT_LT(brightness(dark, 30, 0) - brightness(dark, 30, n - 1), 20);
  const Picture whole = false_colour_map(ramp_values(n, n, 0, 10), flat, {});
  EXPECT_GT(brightness(whole, 30, 0) - brightness(whole, 30, n - 1), 300);
}

TEST(FalseColour, CopesWithAnyLayer) {
  for (const float value : {0.0f, 1e30f, -1e-30f, std::numeric_limits<float>::quiet_NaN(),
                            std::numeric_limits<float>::infinity()}) {
    const Picture one = false_colour_map({value}, terrain(1, 1, 1, {value}), {});
    EXPECT_GT(one.width, 1);
    const Picture many =
        false_colour_map(constant(9, 7, value), terrain(9, 7, 1, constant(9, 7, 1)), {"x", {}});
    EXPECT_GT(many.height, 7);
  }
  Layer mixed = ramp_values(9, 9, -1e30f, 1e30f);
  mixed[3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_GT(false_colour_map(mixed, terrain(9, 9, 1, mixed), {}).width, 9);
}

ObliqueOptions small_view() {
  ObliqueOptions options;
  options.width = 320;
  options.height = 180;
  return options;
}

TEST(Oblique, ShowsABlockOnABackground) {
  const Terrain hills = terrain(64, 64, 10, fractal(64, 64, 100, 4, 32));
  const Relief relief = make_relief(hills);
  const Picture view = oblique_view(relief, shade_style(relief), small_view());
  ASSERT_EQ(view.width, 320);
  ASSERT_EQ(view.height, 180);
  // Corners are background; the middle is land, which is darker.
  for (const int column : {0, 319})
    for (const int row : {0, 179}) EXPECT_GT(brightness(view, column, row), 3 * 200);
  EXPECT_LT(brightness(view, 160, 90), 3 * 190);
  // It fills the picture one way or the other.
  int top = 180, bottom = -1;
  for (int y = 0; y < 180; ++y)
    for (int x = 0; x < 320; ++x)
      if (brightness(view, x, y) < 3 * 190) top = std::min(top, y), bottom = std::max(bottom, y);
  EXPECT_GT(bottom - top, 120);
}

TEST(Oblique, SeesAMountainBeforeWhatItHides) {
  // Looking north, a wall in the south hides a coloured (wet) strip behind it.
  const int n = 96;
  Terrain land = terrain(n, n, 1, constant(n, n, 0));
  land.layers[layer::water] = constant(n, n, 0);
  for (int y = 40; y < 50; ++y)
    for (int x = 0; x < n; ++x) land.layers[layer::water][std::size_t(y * n + x)] = 3;
  const auto blue_pixels = [&](double wall) {
    Terrain shown = land;
    for (int y = 30; y < 36; ++y)
      for (int x = 0; x < n; ++x) shown.layers[layer::height][std::size_t(y * n + x)] = float(wall);
    ObliqueOptions options = small_view();
    options.heading = 0;
    options.tilt = 20;
    options.exaggeration = 1;
    const Relief relief = make_relief(shown);
    const Picture view = oblique_view(relief, shade_style(relief), options);
    int count = 0;
    for (int y = 0; y < view.height; ++y)
      for (int x = 0; x < view.width; ++x) count += view.pixel(x, y)[2] > view.pixel(x, y)[0] + 40;
    return count;
  };
  const int in_the_open = blue_pixels(0);
  EXPECT_GT(in_the_open, 500);
  EXPECT_LT(blue_pixels(20), in_the_open / 4);
}

TEST(Oblique, CopesWithAnyTerrain) {
  for (const auto& shown :
       {terrain(1, 1, 1, {3}), terrain(2, 2, 0.001, {-1e7f, 1e7f, 1e7f, -1e7f}),
        terrain(200, 3, 1e5, fractal(200, 3, 1e6, 1, 8)), terrain(1, 200, 1, fractal(1, 200, 9, 1)),
        terrain(3, 1, 1, {std::nanf(""), 1, INFINITY}), terrain(2, 1, 1, {NAN, NAN})}) {
    const Relief relief = make_relief(shown);
    for (const double heading : {0.0, 90.0, 217.0}) {
      ObliqueOptions options = small_view();
      options.heading = heading;
      EXPECT_EQ(oblique_view(relief, shade_style(relief), options).rgb.size(), 320u * 180u * 3u);
    }
  }
}

TEST(Resample, KeepsMeansAndPlanes) {
  Terrain plane = terrain(60, 30, 2, {});
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 60; ++x) plane.layers[layer::height].push_back(float(3 * x + 5 * y));
  for (const int width : {7, 20, 60, 97, 240}) {
    const Terrain other = resampled(plane, width, {layer::height});
    EXPECT_EQ(other.nx, width);
    EXPECT_NEAR(other.ny, width / 2.0, 0.5);
    EXPECT_NEAR(other.nx * other.cell, 120, 1e-9);
    const Layer& height = other.layers.at(layer::height);
    // A plane stays a plane away from the border.
    for (int y = other.ny / 3; y < 2 * other.ny / 3; ++y)
      for (int x = other.nx / 3; x < 2 * other.nx / 3; ++x) {
        const double px = (x + 0.5) * 60 / other.nx - 0.5, py = (y + 0.5) * 30 / other.ny - 0.5;
        EXPECT_NEAR(height[std::size_t(y * other.nx + x)], 3 * px + 5 * py, 0.3) << width;
      }
  }
}

TEST(Resample, LeavesHolesOut) {
  Layer height = constant(40, 40, 8);
  height[5] = std::nanf("");
  for (int y = 20; y < 40; ++y)
    for (int x = 20; x < 40; ++x) height[std::size_t(y * 40 + x)] = std::nanf("");
  const Terrain small = resampled(terrain(40, 40, 1, height), 10, {layer::height});
  const Layer& values = small.layers.at(layer::height);
  EXPECT_FLOAT_EQ(values[1], 8);
  EXPECT_TRUE(std::isnan(values[8 * 10 + 8]));
}

TEST(Text, HasADifferentGlyphForEveryLetterAndDigit) {
  std::set<std::vector<std::uint8_t>> seen;
  const std::string letters =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,:-+=/%()<>_'";
  for (const char letter : letters) {
    Picture picture(5, 7, 255);
    draw_text(picture, 0, 0, std::string(1, letter), 1, {0, 0, 0});
    EXPECT_TRUE(seen.insert(picture.rgb).second) << letter;
  }
  EXPECT_EQ(text_width("ab", 2), 22);
  Picture tiny(3, 3, 255);
  draw_text(tiny, -4, -2, "wide text", 3, {0, 0, 0});  // beyond every border
}

TEST(Montage, PutsPanelsInRowsUnderTheirLabels) {
  const std::vector<Panel> panels = {
      {Picture(40, 30, 10), "one"}, {Picture(40, 30, 100), "two"}, {Picture(20, 30, 200), ""}};
  const Picture sheet = contact_sheet(panels, 2);
  EXPECT_GT(sheet.width, 80);
  EXPECT_GT(sheet.height, 60);
  int dark = 0, grey = 0, bright = 0;
  for (std::size_t i = 0; i < sheet.rgb.size(); i += 3) {
    dark += sheet.rgb[i] == 10;
    grey += sheet.rgb[i] == 100;
    bright += sheet.rgb[i] == 200;
  }
  EXPECT_EQ(dark, 1200);
  EXPECT_EQ(grey, 1200);
  EXPECT_EQ(bright, 600);
}

}  // namespace
}  // namespace rill::test
