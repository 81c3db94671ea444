// Memory on huge pages.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "memory.h"

namespace rill::test {
namespace {

constexpr std::size_t page = huge_page / sizeof(float);

TEST(LargeFloats, BeginOnAHugePage) {
  for (std::size_t count : {std::size_t(1), page / 2, page, 3 * page + 7}) {
    const LargeFloats floats = large_floats(count);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(floats.get()) % huge_page, 0u) << count;
    std::fill_n(floats.get(), count, 1.0f);
    EXPECT_EQ(floats[count - 1], 1.0f);
  }
}

// A field that is given back shares its first and last page with its neighbours.
TEST(LargeFloats, ForgettingLeavesWhatLiesAround) {
  const std::size_t count = 5 * page;
  const LargeFloats floats = large_floats(count);
  std::fill_n(floats.get(), count, 1.0f);
  const std::size_t first = page / 2, last = 4 * page + 3;
  forget_large(floats.get() + first, last - first);
  EXPECT_TRUE(std::all_of(floats.get(), floats.get() + first, [](float x) { return x == 1; }));
  EXPECT_TRUE(
      std::all_of(floats.get() + last, floats.get() + count, [](float x) { return x == 1; }));
#if defined(__linux__)
  EXPECT_EQ(floats[page], 0.0f);  // the system has it, and gives zeros
#endif
  // Less than a page: nothing to give back.
  forget_large(floats.get() + 4 * page + 3, page / 2);
  EXPECT_EQ(floats[4 * page + 4], 1.0f);
}

}  // namespace
}  // namespace rill::test
