// Generated terrains: the same at every resolution and on every machine, without creases.

#include "io/fractal.h"
#include "io/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rill::test {
namespace {

double correlation(const Layer& a, const Layer& b) {
  const double n = double(a.size());
  double sum_a = 0, sum_b = 0, sum_aa = 0, sum_bb = 0, sum_ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double u = a[i], v = b[i];
    sum_a += u, sum_b += v, sum_aa += u * u, sum_bb += v * v, sum_ab += u * v;
  }
  return (sum_ab - sum_a * sum_b / n) /
         std::sqrt((sum_aa - sum_a * sum_a / n) * (sum_bb - sum_b * sum_b / n));
}

// Means of blocks of `factor` x `factor` cells.
Layer coarsened(const Layer& fine, int nx, int ny, int factor) {
  Layer coarse(std::size_t(nx) * std::size_t(ny), 0.0f);
  for (int y = 0; y < ny * factor; ++y)
    for (int x = 0; x < nx * factor; ++x)
      coarse[std::size_t(y / factor * nx + x / factor)] +=
          fine[std::size_t(y * nx * factor + x)] / float(factor * factor);
  return coarse;
}

struct Refinement {
  int nx, ny, factor;
};

class FractalRefined : public testing::TestWithParam<Refinement> {};

TEST_P(FractalRefined, IsTheSameTerrain) {
  const auto [nx, ny, factor] = GetParam();
  const Layer coarse = fractal_height(nx, ny, {});
  const Layer fine = coarsened(fractal_height(nx * factor, ny * factor, {}), nx, ny, factor);
  EXPECT_GT(correlation(coarse, fine), 0.999);
  double largest = 0;
  for (std::size_t i = 0; i < coarse.size(); ++i)
    largest = std::max(largest, double(std::fabs(coarse[i] - fine[i])));
  EXPECT_LT(largest, 0.05 * FractalOptions().relief);
}

INSTANTIATE_TEST_SUITE_P(Sizes, FractalRefined,
                         testing::Values(Refinement{64, 64, 2}, Refinement{64, 64, 8},
                                         Refinement{100, 60, 3}, Refinement{256, 256, 2},
                                         Refinement{37, 90, 5}));

TEST(Fractal, HasTheReliefAskedFor) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    FractalOptions options;
    options.seed = seed;
    options.relief = 120;
    for (const int size : {64, 515}) {
      const Layer height = fractal_height(size, size, options);
      const auto [low, high] = std::minmax_element(height.begin(), height.end());
      EXPECT_NEAR(*high - *low, 120, 6) << size << " " << seed;
      EXPECT_NEAR(*low, 0, 6);
    }
  }
}

TEST(Fractal, DiffersBySeed) {
  FractalOptions other;
  other.seed = 2;
  EXPECT_LT(std::fabs(correlation(fractal_height(128, 128, {}), fractal_height(128, 128, other))),
            0.95);
  EXPECT_EQ(fractal_height(50, 50, other), fractal_height(50, 50, other));
}

TEST(Fractal, CropsForAnOblongMap) {
  const Layer square = fractal_height(300, 300, {});
  const Layer oblong = fractal_height(300, 100, {});
  EXPECT_GT(correlation(Layer(square.begin(), square.begin() + 300 * 100), oblong), 0.999999);
}

TEST(Fractal, IsRougherWhenAsked) {
  const auto steepness = [](double roughness) {
    FractalOptions options;
    options.roughness = roughness;
    const Layer height = fractal_height(128, 128, options);
    double sum = 0;
    for (std::size_t i = 1; i < height.size(); ++i)
      if (i % 128) sum += std::fabs(height[i] - height[i - 1]);
    return sum;
  };
  EXPECT_LT(steepness(0.4), steepness(0.5));
  EXPECT_LT(steepness(0.5), steepness(0.7));
}

// Plain diamond-square bends along the lines of its coarse lattices. Here the bend across lines
// that only fine lattices have is the same.
TEST(Fractal, HasNoCreases) {
  constexpr int size = 256;
  double coarse = 0, fine = 0;
  int coarse_lines = 0, fine_lines = 0;
  for (std::uint64_t seed = 1; seed <= 32; ++seed) {
    FractalOptions options;
    options.seed = seed;
    const Layer height = fractal_height(size, size, options);
    for (int line = 4; line < size - 2; line += 4) {
      // Lattice lines run between cells: line - 1 and line are on its two sides.
      double bend = 0;
      for (int along = 0; along < size; ++along) {
        const float* row = &height[std::size_t(along * size + line)];
        bend += std::fabs(row[-2] - row[-1] - row[0] + row[1]);
        const float* column = &height[std::size_t(line * size + along)];
        bend += std::fabs(column[-2 * size] - column[-size] - column[0] + column[size]);
      }
      (line % 32 == 0 ? coarse : fine) += bend;
      ++(line % 32 == 0 ? coarse_lines : fine_lines);
    }
  }
  EXPECT_NEAR((coarse / coarse_lines) / (fine / fine_lines), 1, 0.05);
}

// Worked out once; the same on every machine and compiler.
TEST(Fractal, HasTheSameBitsEverywhere) {
  const Layer height = fractal_height(70, 30, {});
  EXPECT_EQ(height[0], 4.85715008f);
  EXPECT_EQ(height[1234], 72.4465027f);
  EXPECT_EQ(height[2099], 161.15419f);
}

TEST(Fractal, TakesEverySize) {
  for (const auto& [nx, ny] : {std::pair{1, 1}, {2, 1}, {1, 3}, {257, 2}, {515, 33}}) {
    const Layer height = fractal_height(nx, ny, {});
    EXPECT_EQ(height.size(), std::size_t(nx * ny));
    EXPECT_TRUE(
        std::all_of(height.begin(), height.end(), [](float v) { return std::isfinite(v); }));
  }
}

TEST(Cone, StandsInTheMiddle) {
  const Layer height = cone_height(9, 9, 18);
  EXPECT_EQ(height[4 * 9 + 4], 18);
  EXPECT_EQ(height[0], 0);
  EXPECT_FLOAT_EQ(height[4 * 9 + 5], 14);
  EXPECT_EQ(height[4 * 9 + 5], height[5 * 9 + 4]);
}

TEST(Ramp, FallsEvenlyAlongX) {
  const Layer height = ramp_height(10, 2, 20);
  EXPECT_FLOAT_EQ(height[0], 19);
  EXPECT_FLOAT_EQ(height[9], 1);
  EXPECT_EQ(height[3], height[13]);
}

}  // namespace
}  // namespace rill::test
