// a * b + c rounded once on a CPU without such an instruction: the bits of std::fma, for ordinary
// numbers, for sums that almost cancel or lie between two floats, and at the ends of the range.

#if defined(__SSE2__)

#include "exact_multiply_add.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace rill::test {
namespace {

void expect_rounded_once(float a, float b, float c) {
  float lanes[4];
  _mm_storeu_ps(lanes, exact_multiply_add(_mm_set_ps(a, 1, a, a), _mm_set_ps(b, 1, b, b),
                                          _mm_set_ps(c, 1, c, c)));
  const float expected = std::fma(a, b, c);
  for (int lane : {0, 1, 3}) {
    if (std::isnan(expected))
      ASSERT_TRUE(std::isnan(lanes[lane])) << a << " * " << b << " + " << c;
    else
      ASSERT_EQ(std::memcmp(&lanes[lane], &expected, sizeof expected), 0)
          << a << " * " << b << " + " << c << ": " << lanes[lane] << " and " << expected;
  }
  ASSERT_EQ(lanes[2], 2.0f);
}

TEST(ExactMultiplyAdd, HasTheBitsOfOneRounding) {
  std::mt19937 random(900);
  std::uniform_real_distribution<float> mantissa(-2, 2);
  std::uniform_int_distribution<int> power(-30, 30), small(0, 6);
  int differs = 0;
  for (int i = 0; i < 300000; ++i) {
    const float a = std::ldexp(mantissa(random), power(random));
    const float b = std::ldexp(mantissa(random), power(random));
    const float product = a * b;
    const float sums[] = {std::ldexp(mantissa(random), power(random)), -product,
                          std::nextafter(-product, 0.0f),
                          std::ldexp(product, 24 + small(random) - 3),
                          std::ldexp(-product, -(24 + small(random) - 3))};
    for (float c : sums) {
      expect_rounded_once(a, b, c);
      if (HasFatalFailure()) return;
      differs += std::fma(a, b, c) != a * b + c;
    }
  }
  EXPECT_GT(differs, 100000);  // else two roundings would do as well
}

TEST(ExactMultiplyAdd, SpecialValues) {
  using limits = std::numeric_limits<float>;
  const std::vector<float> values = {0.0f,
                                     -0.0f,
                                     1.0f,
                                     -1.0f,
                                     limits::min(),
                                     -limits::min(),
                                     limits::max(),
                                     -limits::max(),
                                     limits::denorm_min(),
                                     1.0f + 1e-7f,
                                     limits::epsilon(),
                                     limits::infinity(),
                                     -limits::infinity(),
                                     limits::quiet_NaN(),
                                     3e-39f,
                                     1e-20f};
  for (float a : values)
    for (float b : values)
      for (float c : values) expect_rounded_once(a, b, c);
}

// Beside half of a float's last place, by less than a double can tell of the sum.
TEST(ExactMultiplyAdd, JustBesideTheMiddleOfTwoFloats) {
  for (float sign : {1.0f, -1.0f})
    for (float tiny : {0x1p-80f, -0x1p-80f}) {
      const float middle = 0x1p-12f + 0x1p-35f;  // squared: 2^-24 + 2^-46 + 2^-70
      expect_rounded_once(sign * 0x1p-12f, 0x1p-12f, 1.0f);
      expect_rounded_once(sign * middle, middle, 1.0f);
      expect_rounded_once(sign * 0x1p-60f, 0x1p-60f, 0x1p-24f + tiny);
      expect_rounded_once(sign * (1.0f + 0x1p-12f), 1.0f + 0x1p-12f, tiny);
    }
}

}  // namespace
}  // namespace rill::test

#endif
