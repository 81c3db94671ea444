// Raw layers: byte order, size, what comes back.

#include "io/raw.h"

#include <gtest/gtest.h>

#include "errors.h"
#include "folder.h"

namespace rill::test {
namespace {

TEST(Raw, IsLittleEndianRowByRow) {
  const Folder folder;
  write_raw_layer(folder.path("a"), {1.0f, -2.0f});
  EXPECT_EQ(read_bytes(folder.path("a")), std::string("\0\0\x80\x3f\0\0\0\xc0", 8));
  EXPECT_EQ(read_raw_layer(folder.path("a"), 2, 1), (Layer{1.0f, -2.0f}));
  EXPECT_EQ(read_raw_layer(folder.path("a"), 1, 2), (Layer{1.0f, -2.0f}));
}

TEST(Raw, ChecksTheSizeBeforeItAllocates) {
  const Folder folder;
  write_raw_layer(folder.path("a"), Layer(6, 0.5f));
  EXPECT_TRUE(mentions(refusal([&] { read_raw_layer(folder.path("a"), 3, 3); }),
                       {"24 bytes", "3 x 3", "36"}));
  EXPECT_TRUE(mentions(refusal([&] { read_raw_layer(folder.path("a"), 2147483647, 2147483647); }),
                       {"24 bytes", "18446744056529682436"}));
}

TEST(Raw, SaysWhatCannotBeRead) {
  const Folder folder;
  EXPECT_TRUE(
      mentions(refusal([&] { read_raw_layer(folder.path("a"), 1, 1); }), {"/a'", "No such file"}));
  EXPECT_TRUE(
      mentions(refusal([&] { read_raw_layer(folder.path("."), 1, 1); }), {"not a regular file"}));
}

}  // namespace
}  // namespace rill::test
