// Sun, cast shadows and the open sky.

#include "io/light.h"

#include <gtest/gtest.h>

#include <cmath>

#include "terrains.h"

namespace rill::test {
namespace {

Light lit(const Terrain& shown, const Sun& sun = {}, double exaggeration = 1) {
  return light_on(make_relief(shown), sun, exaggeration);
}

std::size_t cell(int nx, int x, int y) { return std::size_t(y) * std::size_t(nx) + std::size_t(x); }

TEST(Light, LevelGroundInTheOpenHasAllOfIt) {
  const Light light = lit(terrain(20, 10, 3, constant(20, 10, 100)));
  for (const float value : light.sun) EXPECT_NEAR(value, 1, 1e-5);
  for (const float value : light.sky) EXPECT_NEAR(value, 1, 1e-5);
}

// A tower in the middle of a plain: its shadow falls away from the sun and ends where it should.
TEST(Light, ATowerCastsItsShadowAwayFromTheSun) {
  const int n = 81, middle = 40;
  Layer height = constant(n, n, 0);
  for (int y = middle - 2; y <= middle + 2; ++y)
    for (int x = middle - 2; x <= middle + 2; ++x) height[cell(n, x, y)] = 20;
  Sun sun;
  sun.azimuth = 270;  // in the west
  sun.altitude = 45;  // shadows as long as towers are high
  sun.shadow = 1;
  const Light light = lit(terrain(n, n, 1, height), sun);
  EXPECT_LT(light.sun[cell(n, middle + 10, middle)], 0.1);
  EXPECT_LT(light.sun[cell(n, middle + 18, middle)], 0.5);
  EXPECT_GT(light.sun[cell(n, middle + 30, middle)], 0.9);
  EXPECT_GT(light.sun[cell(n, middle - 10, middle)], 0.9);
  EXPECT_GT(light.sun[cell(n, middle, middle + 15)], 0.9);
  sun.shadow = 0;
  EXPECT_GT(lit(terrain(n, n, 1, height), sun).sun[cell(n, middle + 10, middle)], 0.99);
  // North is towards large y.
  sun.shadow = 1;
  sun.azimuth = 0;
  EXPECT_LT(lit(terrain(n, n, 1, height), sun).sun[cell(n, middle, middle - 10)], 0.1);
}

TEST(Light, TheBottomOfAPitSeesLessSky) {
  const int n = 61, middle = 30;
  Layer height = constant(n, n, 0);
  for (int y = middle - 2; y <= middle + 2; ++y)
    for (int x = middle - 2; x <= middle + 2; ++x) height[cell(n, x, y)] = -10;
  const Light light = lit(terrain(n, n, 1, height));
  EXPECT_LT(light.sky[cell(n, middle, middle)], 0.3);
  EXPECT_GT(light.sky[cell(n, 5, 5)], 0.98);
}

TEST(Light, IsFiniteForAnyTerrain) {
  for (const auto& shown :
       {terrain(1, 1, 1, {3}), terrain(2, 2, 0.001, {-1e7f, 1e7f, 1e7f, -1e7f}),
        terrain(515, 3, 1e5, fractal(515, 3, 1e6, 1, 8)),
        terrain(3, 1, 1, {std::nanf(""), 1, INFINITY}), terrain(2, 1, 1, {NAN, NAN})}) {
    const Light light = lit(shown, {}, 5);
    for (const float value : light.sun) EXPECT_TRUE(std::isfinite(value) && value >= 0);
    for (const float value : light.sky) EXPECT_TRUE(value >= 0 && value <= 1);
  }
}

}  // namespace
}  // namespace rill::test
