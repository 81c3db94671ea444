// Shaded relief: north at the top, light from the north-west, blue water, finite whatever the
// terrain.

#include "io/shade.h"

#include <gtest/gtest.h>

#include "terrains.h"

namespace rill::test {
namespace {

double brightness(const Picture& picture, int column, int row) {
  const std::uint8_t* pixel = picture.pixel(column, row);
  return pixel[0] + pixel[1] + pixel[2];
}

// Rises by `x_slope` and `y_slope` metres per cell of one metre.
Terrain plane(double x_slope, double y_slope) {
  Layer height;
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 16; ++x) height.push_back(float(x * x_slope + y * y_slope));
  return terrain(16, 16, 1, height);
}

Picture shaded(const Terrain& shown) {
  ShadeStyle style;
  style.low = -100;
  style.high = 100;
  return shaded_relief(shown, style);
}

TEST(Shade, LightsSlopesThatFaceNorthWest) {
  // A slope faces north-west when it rises to the south-east: +x and -y.
  const double towards = brightness(shaded(plane(0.4, -0.4)), 8, 8);
  const double away = brightness(shaded(plane(-0.4, 0.4)), 8, 8);
  const double level = brightness(shaded(plane(0, 0)), 8, 8);
  EXPECT_GT(towards, 1.1 * level);
  EXPECT_LT(away, 0.7 * level);
  EXPECT_NEAR(brightness(shaded(plane(0.4, 0.4)), 8, 8),
              brightness(shaded(plane(-0.4, -0.4)), 8, 8), 30);
}

TEST(Shade, HasNorthAtTheTop) {
  Terrain peak = terrain(9, 9, 1, constant(9, 9, 0));
  peak.layers[layer::height][7 * 9 + 2] = 3;  // x = 2, y = 7
  const Picture picture = shaded_relief(peak, shade_style(peak));
  EXPECT_NE(brightness(picture, 1, 1), brightness(picture, 7, 7));
  EXPECT_EQ(brightness(picture, 7, 7), brightness(picture, 7, 1));
}

TEST(Shade, DrawsDeepWaterBlueAndShallowWaterClear) {
  Terrain wet = terrain(64, 64, 10, constant(64, 64, 5));
  const Picture dry = shaded_relief(wet, shade_style(wet));
  wet.layers[layer::water] = constant(64, 64, 1e-4f);
  EXPECT_EQ(shaded_relief(wet, shade_style(wet)).rgb, dry.rgb);
  wet.layers[layer::water] = constant(64, 64, 5.0f);
  const Picture lake = shaded_relief(wet, shade_style(wet));
  const std::uint8_t* pixel = lake.pixel(30, 30);
  EXPECT_GT(pixel[2], pixel[0] + 30);
}

TEST(Shade, TintsSuspendedSediment) {
  Terrain wet = terrain(64, 64, 10, constant(64, 64, 5));
  wet.layers[layer::water] = constant(64, 64, 2);
  const Picture clear = shaded_relief(wet, shade_style(wet));
  wet.layers[layer::sediment] = constant(64, 64, 2);
  const Picture muddy = shaded_relief(wet, shade_style(wet));
  const auto blueness = [](const std::uint8_t* pixel) { return int(pixel[2]) - int(pixel[0]); };
  EXPECT_GT(blueness(clear.pixel(30, 30)), 30);
  EXPECT_LT(blueness(muddy.pixel(30, 30)), 0);
}

TEST(Shade, CopesWithAnyTerrain) {
  for (const float height : {0.0f, -1e7f, 1e7f}) {
    const Terrain one = terrain(1, 1, 1, {height});
    EXPECT_EQ(shaded_relief(one, shade_style(one)).rgb.size(), 3u);
  }
  const Terrain spikes = terrain(2, 2, 0.01, {-1e7f, 1e7f, 1e7f, -1e7f});
  EXPECT_EQ(shaded_relief(spikes, shade_style(spikes)).rgb.size(), 12u);
}

TEST(Shade, PutsBothTerrainsInOnePicture) {
  const Terrain before = plane(0.1, 0.2), after = plane(0.3, -0.1);
  const Picture both = side_by_side(before, after);
  const int gap = both.width - 32;
  EXPECT_GE(gap, 1);
  EXPECT_EQ(both.height, 16);
  EXPECT_EQ(brightness(both, 16, 3), 3 * 255);
  const Picture swapped = side_by_side(after, before);
  EXPECT_NE(both.rgb, swapped.rgb);
}

}  // namespace
}  // namespace rill::test
