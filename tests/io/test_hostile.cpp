// Files that are cut short, lie about their size or are no files at all. Each gets one sentence,
// and no size is believed before it is checked.

#include <gtest/gtest.h>

#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>

#include "errors.h"
#include "folder.h"
#include "grids.h"

namespace rill::test {
namespace {

const ReadOptions options{30, 20, ValueRange{0, 1000}};

// A good file of each format to spoil.
std::string good_bytes(const std::string& end) {
  const Folder folder;
  if (end == ".hgt") return std::string(2 * 1201 * 1201, '\1');
  write_terrain(folder.path("good" + end), sample_file(30, 20, {"water"}));
  return read_bytes(folder.path("good" + end));
}

class Hostile : public testing::TestWithParam<std::string> {
 protected:
  std::string path() const { return folder_.path("N46E007" + GetParam()); }
  // The sentence, empty when the bytes are taken.
  std::string why_not(const std::string& bytes) const {
    write_bytes(path(), bytes);
    return refusal([&] { read_terrain(path(), options); });
  }
  const Folder folder_;
};

TEST_P(Hostile, TheGoodFileIsTaken) { EXPECT_EQ(why_not(good_bytes(GetParam())), ""); }

TEST_P(Hostile, CutShortAnywhere) {
  const std::string good = good_bytes(GetParam());
  // Every length near both ends, and many between. A text that ends in the middle of its last
  // number is a shorter number.
  const std::size_t needed = GetParam() == ".asc" ? good.find_last_of(' ') + 1 : good.size();
  for (std::size_t length = 0; length < needed;
       length += length < 250 || length > needed - 100 ? 1 : 131) {
    const std::string sentence = why_not(good.substr(0, length));
    ASSERT_FALSE(sentence.empty()) << length << " of " << good.size() << " bytes were taken";
    ASSERT_NE(sentence.find("N46E007"), std::string::npos) << sentence;
    ASSERT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    if (GetParam() == ".hgt" && length > 250) break;  // every size but two is refused alike
  }
}

TEST_P(Hostile, SpoiledBytes) {
  const std::string good = good_bytes(GetParam());
  std::uint32_t random = 1;
  const auto next = [&] { return random = random * 1664525u + 1013904223u; };
  for (int trial = 0; trial < (good.size() > 1000000 ? 5 : 400); ++trial) {
    std::string bytes = good;
    for (int i = 0; i < 1 + trial % 8; ++i)
      bytes[(next() >> 4) % std::min<std::size_t>(bytes.size(), trial % 2 ? 300 : bytes.size())] =
          char(next() >> 13);
    why_not(bytes);  // taken or refused, but nothing else
  }
}

TEST_P(Hostile, Garbage) {
  for (const std::string& bytes :
       {std::string(), std::string("\0", 1), std::string(5000, '\0'), std::string(5000, '\xff'),
        std::string(5000, ' '), std::string(5000, '9'), std::string("Not a terrain\n")}) {
    const std::string sentence = why_not(bytes);
    EXPECT_FALSE(sentence.empty()) << bytes.size() << " bytes";
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
  }
}

TEST_P(Hostile, TheFormatOfAnother) {
  for (const std::string& end : readable_formats()) {
    if (end == GetParam() || end == ".r32" || end == ".r16" || end == ".hgt") continue;
    if (end.substr(0, 4) == ".tif" && GetParam().substr(0, 4) == ".tif") continue;
    EXPECT_FALSE(why_not(good_bytes(end)).empty()) << end;
  }
}

TEST_P(Hostile, NoFileAtAll) {
  const auto sentence = [&] { return refusal([&] { read_terrain(path(), options); }); };
  EXPECT_TRUE(mentions(sentence(), {"N46E007", "No such file"}));
  std::filesystem::create_symlink(path(), path());
  EXPECT_TRUE(mentions(sentence(), {"N46E007", "symbolic links"}));
  std::filesystem::remove(path());
  std::filesystem::create_directory(path());
  EXPECT_FALSE(sentence().empty());
  std::filesystem::remove(path());
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);  // would block a reader for ever
  EXPECT_TRUE(mentions(sentence(), {"N46E007", "not a regular file"}));
  std::filesystem::remove(path());
  std::filesystem::create_symlink("/dev/zero", path());
  EXPECT_TRUE(mentions(sentence(), {"not a regular file"}));
}

// Root may read every file unless it gives the right away, here while this lives.
class WithoutTheRightToReadEverything {
 public:
  WithoutTheRightToReadEverything() {
    syscall(SYS_capget, &header_, before_);
    __user_cap_data_struct less[2] = {before_[0], before_[1]};
    less[0].effective &= ~(1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH);
    syscall(SYS_capset, &header_, less);
  }
  ~WithoutTheRightToReadEverything() { syscall(SYS_capset, &header_, before_); }

 private:
  __user_cap_header_struct header_ = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct before_[2] = {};
};

TEST_P(Hostile, UnreadableFile) {
  write_bytes(path(), good_bytes(GetParam()));
  ASSERT_EQ(chmod(path().c_str(), 0), 0);
  const WithoutTheRightToReadEverything now;
  EXPECT_TRUE(
      mentions(refusal([&] { read_terrain(path(), options); }), {"N46E007", "Permission denied"}));
}

INSTANTIATE_TEST_SUITE_P(Formats, Hostile,
                         testing::Values(".r32", ".r16", ".png", ".exr", ".tif", ".hgt", ".asc",
                                         ".npy", ".npz"),
                         [](const auto& test) { return test.param.substr(1); });

// Headers that claim far more than there is. A reader that believes them fails with std::bad_alloc,
// which refusal() does not take for a sentence.
class Oversized : public testing::Test {
 protected:
  std::string why_not(const std::string& end, const std::string& bytes) const {
    const std::string path = folder_.path("N46E007" + end);
    write_bytes(path, bytes);
    return refusal([&] { read_terrain(path, options); });
  }
  static void put(std::string& bytes, std::size_t at, std::uint32_t value, bool big_endian) {
    for (int i = 0; i < 4; ++i)
      bytes[at + std::size_t(i)] = char(value >> 8 * (big_endian ? 3 - i : i));
  }
  const Folder folder_;
};

TEST_F(Oversized, Npy) {
  for (const char* shape :
       {"(2147483647, 2147483647)", "(99999999999, 99999999999)", "(18446744073709551615, 2)",
        "(1, 4000000000)", "(0, 5)", "(-1, 5)", "(3, 3, 3)", "()", "(3,)", "(1e9, 1)", "(3, 3"}) {
    std::string text = std::string("{'descr': '<f4', 'fortran_order': False, 'shape': ") + shape;
    text += ", }\n";
    std::string bytes("\x93NUMPY\x01\0", 8);
    bytes += char(text.size());
    bytes += '\0';
    EXPECT_FALSE(why_not(".npy", bytes + text + std::string(36, '\0')).empty()) << shape;
  }
}

TEST_F(Oversized, Asc) {
  const std::string rest = "xllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n";
  for (const char* size :
       {"ncols 2147483647\nnrows 2147483647\n", "ncols 99999999999999999999\nnrows 1\n",
        "ncols 0\nnrows 3\n", "ncols -3\nnrows -1\n", "ncols 3.5\nnrows 1\n", "ncols 3\nnrows 0\n",
        "ncols nan\nnrows 1\n", "ncols 1\n", ""})
    EXPECT_FALSE(why_not(".asc", size + rest).empty()) << size;
  EXPECT_EQ(why_not(".asc", "ncols 3\nnrows 1\n" + rest), "");
  EXPECT_TRUE(mentions(why_not(".asc", "ncols 2\nnrows 1\n" + rest), {"more heights"}));
  EXPECT_TRUE(mentions(why_not(".asc", "ncols 4\nnrows 1\n" + rest), {"3 heights of 4"}));
  EXPECT_TRUE(mentions(why_not(".asc", "ncols 3\nnrows 1\ncellsize 1\n1 two 3\n"), {"'two'"}));
  EXPECT_TRUE(mentions(why_not(".asc", "ncols 3\nnrows 1\ncellsize 1\n1 1e999 3\n"), {"1e999"}));
  EXPECT_TRUE(mentions(why_not(".asc", "ncols 3\nnrows 1\ncellsize 0\n1 2 3\n"), {"cellsize"}));
  EXPECT_TRUE(mentions(why_not(".asc", "ncols 3\nnrows 1\ncellsize 1\n1,5 2 3\n"), {"'1,5'"}));
}

TEST_F(Oversized, Png) {
  const std::string good = good_bytes(".png");
  for (const std::uint32_t width : {0x7fffffffu, 0xffffffffu, 100000000u, 0u}) {
    std::string bytes = good;
    put(bytes, 16, width, true);
    EXPECT_FALSE(why_not(".png", bytes).empty()) << width;
    // With the checksum of such a header, so that libpng believes it.
    put(bytes, 29, std::uint32_t(crc32(0, reinterpret_cast<const Bytef*>(&bytes[12]), 17)), true);
    EXPECT_FALSE(why_not(".png", bytes).empty()) << width;
  }
}

TEST_F(Oversized, Tiff) {
  const std::string good = good_bytes(".tif");
  std::size_t directory = 0;
  for (int i = 0; i < 4; ++i)
    directory |= std::size_t(static_cast<unsigned char>(good[4 + std::size_t(i)])) << 8 * i;
  ASSERT_LT(directory, good.size());
  const int entries = static_cast<unsigned char>(good[directory]);
  int spoiled = 0;
  for (int entry = 0; entry < entries; ++entry) {
    const std::size_t at = directory + 2 + std::size_t(entry) * 12;
    const int tag =
        static_cast<unsigned char>(good[at]) + 256 * static_cast<unsigned char>(good[at + 1]);
    if (tag != 256 && tag != 257) continue;  // width and height
    for (const std::uint32_t size : {0u, 0x7fffffffu, 0xffffffffu, 100000000u}) {
      std::string bytes = good;
      bytes[at + 2] = 4;  // LONG
      put(bytes, at + 8, size, false);
      EXPECT_FALSE(why_not(".tif", bytes).empty()) << tag << " = " << size;
      ++spoiled;
    }
  }
  EXPECT_EQ(spoiled, 8);
}

TEST_F(Oversized, Exr) {
  const std::string good = good_bytes(".exr");
  const std::size_t window = good.find("dataWindow");
  ASSERT_NE(window, std::string::npos);
  const std::size_t right = window + 11 + 6 + 4 + 8;  // name, type, size, left and top
  for (const std::uint32_t value : {0x7ffffff0u, 0x3fffffffu, 1000000u, 0xfffffff0u}) {
    std::string bytes = good;
    put(bytes, right, value, false);
    EXPECT_FALSE(why_not(".exr", bytes).empty()) << "right " << value;
    put(bytes, right + 4, value, false);
    EXPECT_FALSE(why_not(".exr", bytes).empty()) << "both " << value;
  }
}

// DWAB packs 256 lines together, and the library makes room for all of them.
TEST_F(Oversized, ExrWithFewerLinesThanItPacksTogether) {
  std::string bytes = good_bytes(".exr");
  bytes[bytes.find("compression") + 12 + 12 + 4] = 9;  // name, type, size
  const std::size_t right = bytes.find("dataWindow") + 11 + 6 + 4 + 8;
  put(bytes, right + 4, 0, false);  // one line
  put(bytes, right, 99, false);
  EXPECT_FALSE(mentions(why_not(".exr", bytes), {"packs together"}));
  put(bytes, right, 1318912, false);
  EXPECT_TRUE(mentions(why_not(".exr", bytes), {"packs together", "1318913 x 256", "compression"}));
}

TEST_F(Oversized, Npz) {
  const std::string good = good_bytes(".npz");
  const std::size_t entry = good.find("PK\x01\x02");
  ASSERT_NE(entry, std::string::npos);
  for (const std::size_t field : {20u, 24u, 42u, 28u})  // packed, unpacked, offset, name
    for (const std::uint32_t value : {0xffffffffu, 0xfffffff0u, 0x7fffffffu, 0u}) {
      std::string bytes = good;
      put(bytes, entry + field, value, false);
      if (bytes == good) continue;
      EXPECT_FALSE(why_not(".npz", bytes).empty()) << field << " = " << value;
    }
}

TEST_F(Oversized, ASparseFileLargerThanTheMachine) {
  const std::string path = folder_.path("huge.r32");
  write_bytes(path, "");
  ASSERT_EQ(truncate(path.c_str(), off_t(1) << 42), 0) << "the tests need a disk with sparse files";
  EXPECT_TRUE(mentions(refusal([&] {
                         read_terrain(path, {1 << 20, 1 << 20, {}});
                       }),
                       {"huge.r32", "memory"}));
}

}  // namespace
}  // namespace rill::test
