// Damaged and hostile files: every cut, many changed bytes, lies about sizes. Each gives a sentence
// or a document, never more memory than it may have.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "files.h"
#include "errors.h"
#include "io/houdini/edit.h"
#include "terrains.h"

namespace rill::test {
namespace {

using namespace houdini;

// Everything that a cook would do with it. True when nothing was refused.
bool use(const FileBytes& bytes) {
  try {
    const HoudiniDocument document =
        parse_document(Buffer(bytes.data(), bytes.size()), ReadLimits{64u << 20});
    for (const HeightField& field : height_fields(document)) field_terrain(document, field);
    return true;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()), "");
    return false;
  }
}

FileBytes sample(const char* end) {
  const std::string path = scratch_file(std::string("damage") + end);
  Terrain made = terrain(33, 18, 1, mixed_layer(33, 18, 1));
  made.layers["water"] = mixed_layer(33, 18, 2);
  write_new_height_field(path, made);
  return load(path);
}

TEST(Damage, EveryCut) {
  for (const char* end : {".bgeo", ".geo", ".bgeo.sc", ".bgeo.gz"}) {
    const FileBytes whole = sample(end);
    EXPECT_TRUE(use(whole)) << end;
    // ASCII ends with a line break that is not missed.
    const std::size_t needed = whole.size() - (std::string(end) == ".geo" ? 1 : 0);
    for (std::size_t size = 0; size < needed; size += size < 600 ? 1 : 7)
      EXPECT_FALSE(use(FileBytes(whole.begin(), whole.begin() + std::ptrdiff_t(size))))
          << end << " cut to " << size;
  }
}

TEST(Damage, ChangedBytes) {
  for (const char* end : {".bgeo", ".geo", ".bgeo.sc", ".bgeo.gz"}) {
    const FileBytes whole = sample(end);
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
      FileBytes changed = whole;
      for (int k = 0; k < 1 + i % 3; ++k) {
        const auto at = std::size_t(random_at(i, k, 11) * double(changed.size()));
        changed[at] = std::uint8_t(random_at(i, k, 12) * 256);
      }
      if (!use(changed)) ++refused;
    }
    EXPECT_GT(refused, 100) << end;
  }
}

TEST(Damage, DeepNesting) {
  for (const std::size_t depth : {max_nesting - 1, max_nesting + 1, 1000000}) {
    const std::string text = "[\"fileversion\",\"18\",\"deep\"," + std::string(depth, '[') +
                             std::string(depth, ']') + "]";
    const std::string refused = refusal([&] { parse(text); });
    if (int(depth) < max_nesting) {
      EXPECT_EQ(refused, "");
    } else {
      EXPECT_TRUE(mentions(refused, {"nested", std::to_string(max_nesting)}));
    }
    FileBytes binary = {code::magic, 'N', 'S', 'J', 'b'};
    binary.insert(binary.end(), depth + 1, std::uint8_t('['));
    EXPECT_FALSE(use(binary));
  }
}

TEST(Damage, LengthsThatLie) {
  const FileBytes head = {code::magic, 'N', 'S', 'J', 'b', '['};
  const auto with = [&](std::initializer_list<std::uint8_t> more) {
    FileBytes bytes = head;
    bytes.insert(bytes.end(), more);
    return refusal([&] { parse(bytes); });
  };
  const std::uint8_t ff = 0xff;
  // A string, an array of doubles, of bits, of words, each of 2^63 - 1 or 2^32 - 2 elements.
  EXPECT_TRUE(mentions(with({code::string, 0xf8, ff, ff, ff, ff, ff, ff, ff, 0x7f}), {"longer"}));
  EXPECT_TRUE(mentions(with({code::uniform, code::real64, 0xf8, ff, ff, ff, ff, ff, ff, ff, 0x7f}),
                       {"longer"}));
  EXPECT_TRUE(mentions(with({code::uniform, code::boolean, 0xf4, 0xfe, ff, ff, ff}), {"longer"}));
  EXPECT_TRUE(mentions(with({code::uniform, code::string, 0xf4, 0xfe, ff, ff, ff}), {"longer"}));
  EXPECT_TRUE(mentions(with({code::string, 0xf8, ff, ff, ff, ff, ff, ff, ff, ff}), {"length"}));
  EXPECT_TRUE(mentions(with({code::string, 0xf1}), {"length"}));
  EXPECT_TRUE(mentions(with({code::token, 3}), {"token"}));
  EXPECT_TRUE(mentions(with({0x66}), {"unknown kind"}));
}

TEST(Damage, ContainersThatLie) {
  const FileBytes whole = sample(".bgeo.sc");
  const auto set = [&](std::size_t from_end, std::uint64_t value) {
    FileBytes bytes = whole;
    for (std::size_t i = 0; i < 8; ++i)
      bytes[bytes.size() - from_end + i] = std::uint8_t(value >> (56 - 8 * i));
    return refusal([&] { parse(bytes); });
  };
  EXPECT_TRUE(mentions(set(12, 0), {"index"}));
  EXPECT_TRUE(mentions(set(12, ~std::uint64_t(0)), {"index"}));
  EXPECT_TRUE(mentions(set(12, std::uint64_t(1) << 40), {"index"}));
  EXPECT_TRUE(mentions(set(20, std::uint64_t(1) << 40), {"blocks"}));  // size of the last block
  EXPECT_TRUE(mentions(set(20, 0), {"blocks"}));
  EXPECT_TRUE(mentions(set(28, std::uint64_t(1) << 62), {"blocks"}));  // of all others
  EXPECT_TRUE(mentions(set(20, 17), {"contradict"}));
  FileBytes other = whole;
  other[7] = 1;
  EXPECT_TRUE(mentions(refusal([&] { parse(other); }), {"section"}));
}

// An index whose names and entries are not in turns: one value too many stands in it.
TEST(Damage, IndexOutOfStep) {
  FileBytes bytes = load(real_file("labs170_2d_image_volumes_from_hip.bgeo"));
  const std::string first = "integerentries{}";
  const auto found = std::search(bytes.begin(), bytes.end(), first.begin(), first.end());
  ASSERT_NE(found, bytes.end());
  bytes.insert(found + std::ptrdiff_t(first.size()), std::uint8_t(0x30));  // false
  const HoudiniDocument document = parse(bytes);
  const FileBytes written = all_bytes(*encode_binary(document, document.root));
  EXPECT_EQ(parse(written).volumes.size(), document.volumes.size());
}

// An index with an entry for what stands behind the entries, so that nobody knows where that will
// be: the entry is found again by its name, and writing twice gives the same.
TEST(Damage, IndexOfWhatFollows) {
  FileBytes bytes = sample(".bgeo");
  const auto place_of = [&](const std::string& text) {
    const auto found = std::search(bytes.begin(), bytes.end(), text.begin(), text.end());
    EXPECT_NE(found, bytes.end()) << text;
    return std::size_t(found - bytes.begin());
  };
  const std::size_t index = place_of("stringkeyentries") - 2;  // where that word's code stands
  const std::string entries = "stringentries{";
  const std::size_t key = place_of(entries) + entries.size();
  const std::size_t offset = key + 2 + bytes[key + 1];  // behind the code, the length and the word
  ASSERT_EQ(bytes[offset], 0x12);                       // a number of 16 bits
  bytes[offset + 1] = std::uint8_t(index & 0xff);
  bytes[offset + 2] = std::uint8_t(index >> 8);
  const HoudiniDocument document = parse(bytes);
  const FileBytes once = all_bytes(*encode_binary(document, document.root));
  const HoudiniDocument again = parse(once);
  EXPECT_EQ(all_bytes(*encode_binary(again, again.root)), once);
  EXPECT_EQ(once.size(), bytes.size());
}

// Names in pairs, with a name for every volume: nothing that a layer could be added to.
TEST(Damage, NamesInPairs) {
  const FileBytes bytes = sample(".geo");
  std::string text(bytes.begin(), bytes.end());
  const auto replace_after = [&](const char* start, const std::string& from,
                                 const std::string& to) {
    const std::size_t at = text.find(from, text.find(start));
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  replace_after("\"strings\"", "\"size\",1", "\"size\",2");
  replace_after("\"strings\"", "\"rawpagedata\",[0,1]", "\"rawpagedata\",[0,0,1,1]");
  const HoudiniDocument document = parse(FileBytes(text.begin(), text.end()));
  const HeightField field = height_fields(document).at(0);
  const Layer added(std::size_t(field.nx) * std::size_t(field.ny), 1.0f);
  Edit edit(document);
  EXPECT_TRUE(mentions(
      refusal([&] { edit.add(document.volumes.at(field.height()), "added", added); }), {"size"}));
}

// A short file must not claim a large layer.
TEST(Damage, ManyTilesInAShortFile) {
  const std::string path = scratch_file("large.bgeo");
  write_new_height_field(path, terrain(64, 64, 1, mixed_layer(64, 64, 1)));
  FileBytes bytes = load(path);
  const FileBytes size = {'[', code::int8, 64, code::int8, 64, code::int8, 1, ']'};
  const auto at = std::search(bytes.begin(), bytes.end(), size.begin(), size.end());
  ASSERT_NE(at, bytes.end());
  FileBytes changed(bytes.begin(), at);
  changed.insert(changed.end(), {'[', code::int32, 0, 0, 1, 0, code::int32, 0, 0, 1, 0, code::int8,
                                 1, ']'});  // 65536 x 65536
  changed.insert(changed.end(), at + std::ptrdiff_t(size.size()), bytes.end());
  EXPECT_TRUE(mentions(refusal([&] { parse(changed); }), {"more tiles"}));
}

TEST(Damage, MemoryIsBounded) {
  // Nodes of a tree take more than their bytes in the file; 20 MB of them stay below 64 MiB or are
  // refused.
  FileBytes nulls = {code::magic, 'N', 'S', 'J', 'b', '['};
  nulls.insert(nulls.end(), 20u << 20, std::uint8_t(code::null));
  nulls.push_back(']');
  const std::string refused =
      refusal([&] { parse_document(Buffer(nulls.data(), nulls.size()), ReadLimits{64u << 20}); });
  EXPECT_TRUE(mentions(refused, {"memory"}));
}

TEST(Damage, NothingIsLeftOfAFileThatCannotBeWritten) {
  const std::string path = scratch_file("unwritable.bgeo");
  std::remove(path.c_str());
  Terrain made = terrain(4, 4, 1, mixed_layer(4, 4, 1));
  made.layers["water"].resize(3);
  EXPECT_TRUE(mentions(refusal([&] { write_new_height_field(path, made); }), {"'water'"}));
  EXPECT_THROW(load(path), std::runtime_error);
}

}  // namespace
}  // namespace rill::test
