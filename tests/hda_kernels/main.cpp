// PoCL keeps what it builds on disk: without that, so that build times are those of a first time.

#include <gtest/gtest.h>

#include <cstdlib>

int main(int argc, char** argv) {
  setenv("POCL_KERNEL_CACHE", "0", 1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
