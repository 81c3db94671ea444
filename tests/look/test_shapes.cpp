// The simple shapes and the paper's hardness field.

#include "io/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/blur.h"
#include "io/hardness_field.h"
#include "terrains.h"

namespace rill::test {
namespace {

float at(const Layer& layer, int nx, int x, int y) {
  return layer[std::size_t(y) * std::size_t(nx) + std::size_t(x)];
}

TEST(Shapes, StayWithinTheReliefAtEverySize) {
  for (const Shape& shape : shapes())
    for (const auto& [nx, ny] : {std::pair(1, 1), std::pair(7, 9), std::pair(515, 33)}) {
      const Layer layer = shape.make(nx, ny, 100);
      ASSERT_EQ(layer.size(), std::size_t(nx) * std::size_t(ny)) << shape.name;
      for (const float value : layer) {
        ASSERT_GE(value, 0) << shape.name;
        ASSERT_LE(value, 100) << shape.name;
      }
    }
}

TEST(Shapes, AreTheSameTerrainWhenFiner) {
  // A cell of the coarse grid covers four of the fine one, whose mean it nearly is.
  for (const Shape& shape : shapes()) {
    const int n = 64;
    const Layer coarse = shape.make(n, n, 100), fine = shape.make(2 * n, 2 * n, 100);
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const float mean =
            (at(fine, 2 * n, 2 * x, 2 * y) + at(fine, 2 * n, 2 * x + 1, 2 * y) +
             at(fine, 2 * n, 2 * x, 2 * y + 1) + at(fine, 2 * n, 2 * x + 1, 2 * y + 1)) /
            4;
        ASSERT_NEAR(at(coarse, n, x, y), mean, 1.6) << shape.name << " " << x << " " << y;
      }
  }
}

TEST(Shapes, LookAsTheyAreCalled) {
  const int n = 101, middle = 50;
  EXPECT_GT(at(cone_height(n, n, 100), n, middle, middle), 98);
  EXPECT_EQ(at(cone_height(n, n, 100), n, 0, 0), 0);
  EXPECT_GT(at(ramp_height(n, n, 100), n, 0, middle), at(ramp_height(n, n, 100), n, 100, middle));
  const Layer ridge = ridge_height(n, n, 100);
  EXPECT_GT(at(ridge, n, middle, 3), 98);
  EXPECT_EQ(at(ridge, n, middle, 3), at(ridge, n, middle, 90));
  EXPECT_LT(at(ridge, n, 0, 3), 2);
  const Layer step = step_height(n, n, 100);
  EXPECT_EQ(at(step, n, 49, 7), 100);
  EXPECT_EQ(at(step, n, 51, 7), 0);
  const Layer plateau = plateau_height(n, n, 100);
  EXPECT_EQ(at(plateau, n, middle + 20, middle), 100);
  EXPECT_EQ(at(plateau, n, 1, middle), 0);
  const Layer bowl = bowl_height(n, n, 100);
  EXPECT_LT(at(bowl, n, middle, middle), 1);
  EXPECT_EQ(at(bowl, n, 0, 0), 100);
}

TEST(Blur, KeepsALevelLayerAndTheMeanAndHasItsDeviation) {
  Layer level = constant(40, 30, 7.5f);
  gaussian_blur(level, 40, 30, 5);
  for (const float value : level) EXPECT_NEAR(value, 7.5f, 1e-5);
  for (const double deviation : {1.5, 11.0, 13.0, 25.0}) {
    const int n = 301, middle = 150;
    Layer point(std::size_t(n) * std::size_t(n), 0.0f);
    point[std::size_t(middle) * std::size_t(n) + std::size_t(middle)] = 1000;
    gaussian_blur(point, n, n, deviation);
    double sum = 0, moment = 0;
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        sum += double(at(point, n, x, y));
        moment += double(at(point, n, x, y)) * (x - middle) * (x - middle);
      }
    EXPECT_NEAR(sum, 1000, 0.1) << deviation;
    EXPECT_NEAR(std::sqrt(moment / sum), deviation, 0.03 * deviation) << deviation;
  }
}

TEST(Blur, LeavesALayerWithoutDeviationAlone) {
  const Layer before = fractal(20, 10, 5, 1, 6);
  Layer after = before;
  gaussian_blur(after, 20, 10, 0);
  EXPECT_EQ(after, before);
}

double mean_of(const Layer& layer) {
  double sum = 0;
  for (const float value : layer) sum += double(value);
  return sum / double(layer.size());
}

TEST(HardnessField, GrowsWithHeightAndStaysInItsRange) {
  const Terrain ramp = terrain(64, 64, 10, ramp_height(64, 64, 100));
  HardnessOptions options;
  options.noise = 0;
  const Layer even = hardness_field(ramp, options);
  EXPECT_NEAR(at(even, 64, 0, 20), options.high, 0.03);
  EXPECT_NEAR(at(even, 64, 63, 20), options.low, 0.03);
  options.noise = 1;
  for (const float value : hardness_field(ramp, options)) {
    ASSERT_GE(value, 0);
    ASSERT_LE(value, 1);
  }
}

TEST(HardnessField, HasTheNoiseThatWasAskedForAtEveryResolution) {
  HardnessOptions options;
  options.low = options.high = 0.5;
  options.noise = 0.1;
  options.blur = 40;
  options.seed = 3;
  const auto field = [&](int n) {
    return hardness_field(terrain(n, n, 2000.0 / n, constant(n, n, 0)), options);
  };
  const Layer coarse = field(100), fine = field(200);
  double squares = 0, differences = 0;
  const double mean = mean_of(fine);
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 100; ++x) {
      const double here = double(at(coarse, 100, x, y));
      const double there =
          (double(at(fine, 200, 2 * x, 2 * y)) + double(at(fine, 200, 2 * x + 1, 2 * y + 1))) / 2;
      squares += (here - mean) * (here - mean);
      differences += (here - there) * (here - there);
    }
  EXPECT_NEAR(std::sqrt(squares / 1e4), 0.1, 0.02);
  EXPECT_LT(std::sqrt(differences / 1e4), 0.01);  // the same spots
  options.seed = 4;
  EXPECT_NE(field(100), coarse);
}

TEST(HardnessField, CopesWithOddTerrains) {
  HardnessOptions options;
  EXPECT_EQ(hardness_field(terrain(1, 1, 1, {5}), options).size(), 1u);
  options.blur = 0;
  EXPECT_EQ(hardness_field(terrain(7, 3, 1, constant(7, 3, 5)), options).size(), 21u);
  options.blur = 1e9;
  EXPECT_EQ(hardness_field(terrain(7, 3, 1, constant(7, 3, 5)), options).size(), 21u);
}

}  // namespace
}  // namespace rill::test
