// Work groups within every limit, and as large as wanted where nothing forbids it.

#include "opencl/work_group.h"

#include <gtest/gtest.h>

namespace rill::test {
namespace {

using opencl::fitted;
using opencl::GroupSize;

std::string text_of(const GroupSize& group) {
  return std::to_string(group.wide) + "x" + std::to_string(group.high);
}

TEST(WorkGroup, BothSidesOfEveryLimit) {
  const GroupSize gpu = {64, 4}, cpu = {256, 1};
  EXPECT_EQ(text_of(fitted(gpu, {256, 64, 4})), "64x4");
  EXPECT_EQ(text_of(fitted(gpu, {255, 64, 4})), "64x2");
  EXPECT_EQ(text_of(fitted(gpu, {128, 64, 4})), "64x2");
  EXPECT_EQ(text_of(fitted(gpu, {127, 64, 4})), "64x1");
  EXPECT_EQ(text_of(fitted(gpu, {63, 64, 4})), "32x1");
  EXPECT_EQ(text_of(fitted(gpu, {256, 63, 4})), "32x4");
  EXPECT_EQ(text_of(fitted(gpu, {256, 64, 3})), "64x2");
  EXPECT_EQ(text_of(fitted(gpu, {1024, 1024, 1})), "64x1");
  EXPECT_EQ(text_of(fitted(cpu, {256, 256, 1})), "256x1");
  EXPECT_EQ(text_of(fitted(cpu, {255, 256, 1})), "128x1");
  EXPECT_EQ(text_of(fitted(cpu, {8192, 255, 1})), "128x1");
}

TEST(WorkGroup, NeverEmptyAndNeverTooLarge) {
  for (const GroupSize wanted : {GroupSize{64, 4}, {256, 1}, {16, 1}, {1, 1}})
    for (std::size_t items = 0; items < 300; ++items)
      for (std::size_t wide : {0, 1, 2, 15, 16, 17, 64, 300})
        for (std::size_t high : {0, 1, 2, 3, 4, 5}) {
          const GroupSize group = fitted(wanted, {items, wide, high});
          ASSERT_GE(group.wide, 1u);
          ASSERT_GE(group.high, 1u);
          if (items == 0 || wide == 0 || high == 0) continue;  // no device; but no endless loop
          ASSERT_LE(group.wide * group.high, items);
          ASSERT_LE(group.wide, wide);
          ASSERT_LE(group.high, high);
        }
}

}  // namespace
}  // namespace rill::test
