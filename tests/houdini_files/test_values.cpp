// What is written comes back to the bit: every size, every kind of tile, odd floats.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "files.h"
#include "terrains.h"

namespace rill::test {
namespace {

using namespace houdini;

testing::AssertionResult same_bits(const Layer& a, const Layer& b) {
  if (a.size() != b.size()) return testing::AssertionFailure() << "sizes differ";
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::memcmp(&a[i], &b[i], sizeof(float)) != 0)
      return testing::AssertionFailure() << "value " << i << " is " << a[i] << " and " << b[i];
  return testing::AssertionSuccess();
}

struct Size {
  int nx, ny;
};

class Sizes : public testing::TestWithParam<Size> {};

TEST_P(Sizes, ComeBackToTheBit) {
  const auto [nx, ny] = GetParam();
  Terrain terrain;
  terrain.nx = nx;
  terrain.ny = ny;
  terrain.cell = 1.5;
  terrain.layers["height"] = mixed_layer(nx, ny, 1);
  terrain.layers["water"] = fractal(nx, ny, 3, 2);
  terrain.layers["mask"] = constant(nx, ny, 0.25f);
  Layer odd = mixed_layer(nx, ny, 5);
  odd[0] = -0.0f;
  odd[odd.size() / 2] = std::numeric_limits<float>::infinity();
  odd[odd.size() - 1] = std::numeric_limits<float>::denorm_min();
  terrain.layers["odd"] = odd;
  for (const char* end : {".bgeo.sc", ".bgeo", ".bgeo.gz", ".geo"}) {
    const std::string path =
        scratch_file("size_" + std::to_string(nx) + "x" + std::to_string(ny) + end);
    write_new_height_field(path, terrain);
    const TerrainFile again = read_houdini_terrain(path);
    EXPECT_EQ(again.terrain.nx, nx);
    EXPECT_EQ(again.terrain.ny, ny);
    EXPECT_EQ(again.terrain.cell, 1.5);
    ASSERT_EQ(again.terrain.layers.size(), 4u) << path;
    for (const auto& [name, layer] : terrain.layers)
      EXPECT_TRUE(same_bits(again.terrain.layers.at(name), layer)) << path << " " << name;
    // And through its own document, unchanged.
    const std::string second = scratch_file("again" + std::string(end));
    write_houdini_terrain(second, again);
    const TerrainFile third = read_houdini_terrain(second);
    for (const auto& [name, layer] : terrain.layers)
      EXPECT_TRUE(same_bits(third.terrain.layers.at(name), layer)) << second << " " << name;
    if (std::string(end) != ".geo") {
      EXPECT_EQ(unwrapped(load(second)), unwrapped(load(path))) << second;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Sizes,
                         testing::Values(Size{1, 1}, Size{1, 2}, Size{7, 1}, Size{15, 15},
                                         Size{16, 16}, Size{17, 17}, Size{16, 17}, Size{8, 9},
                                         Size{515, 33}, Size{33, 515}, Size{1024, 600}),
                         [](const auto& one) {
                           return std::to_string(one.param.nx) + "x" + std::to_string(one.param.ny);
                         });

// A block's border may fall anywhere in a tile; whatever part is asked for, it is the same bytes.
TEST(EncodedTiles, AreTheSameInPieces) {
  const Layer layer = mixed_layer(61, 37, 3);
  const auto tiles = encode_tiles(layer, 61, 37);
  const FileBytes whole = all_bytes(*tiles);
  for (const std::size_t piece : {1, 7, 28, 29, 1000, 1051, 1052, 1053, 4096}) {
    FileBytes joined(whole.size());
    for (std::size_t at = 0; at < whole.size(); at += piece)
      tiles->read(at, joined.data() + at, std::min(piece, whole.size() - at));
    EXPECT_EQ(joined, whole) << piece;
  }
}

TEST(Ropes, ReadAcrossTheirPieces) {
  auto first = std::make_shared<MemoryData>(Buffer("0123456789", 10));
  ByteRope rope;
  rope.append(std::string("abc"));
  rope.append(first, 2, 5);
  rope.append(std::string("def"));
  rope.append(first, 0, 1);
  for (std::size_t begin = 0; begin <= rope.size(); ++begin)
    for (std::size_t end = begin; end <= rope.size(); ++end) {
      std::string part(end - begin, ' ');
      rope.read(begin, reinterpret_cast<std::uint8_t*>(&part[0]), part.size());
      EXPECT_EQ(part, std::string("abc23456def0").substr(begin, end - begin));
    }
}

std::string numbers(int from, int count) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) text += (i > 0 ? "," : "") + std::to_string(from + i) + ".5";
  return text + "]";
}

std::string tiled(const std::string& tiles) {
  return "[\"tiledarray\",[\"version\",1,\"compressiontypes\",[\"raw\",\"rawfull\",\"constant\","
         "\"fpreal16\",\"FP32Range\"],\"tiles\",[" + tiles + "]]]";
}

std::string tile(int kind, const std::string& data) {
  return "[\"compression\"," + std::to_string(kind) + ",\"data\"," + data + "]";
}

// 18 x 17: a whole tile, two cut ones and a corner, each of another kind.
const std::string every_kind = tiled(tile(1, numbers(0, 256)) + "," + tile(0, numbers(300, 32)) + "," +
                                     tile(2, "7.25") + "," + tile(3, numbers(9, 2)));

void expect_every_kind(const Layer& layer) {
  ASSERT_EQ(layer.size(), 18u * 17u);
  EXPECT_EQ(layer[0], 0.5f);
  EXPECT_EQ(layer[15], 15.5f);
  EXPECT_EQ(layer[18], 16.5f);        // the second row of the first tile
  EXPECT_EQ(layer[16], 300.5f);       // x = 16
  EXPECT_EQ(layer[18 + 17], 303.5f);  // two wide: row 1 holds 302 and 303
  EXPECT_EQ(layer[16 * 18], 7.25f);   // y = 16
  EXPECT_EQ(layer[16 * 18 + 15], 7.25f);
  EXPECT_EQ(layer[16 * 18 + 16], 9.5f);
  EXPECT_EQ(layer[16 * 18 + 17], 10.5f);
}

TEST(TileKinds, InText) {
  const HoudiniDocument document = parse(geo_text({{"height", every_kind}}, "[18,17,1]"));
  expect_every_kind(volume_layer(document, document.volumes.at(0)));
}

// The same tiles in binary: what the fast walk over tiles reads, and what it leaves to the tree.
TEST(TileKinds, InBinary) {
  const auto put = [](FileBytes& out, const std::string& text) {
    out.insert(out.end(), text.begin(), text.end());
  };
  const auto word = [&](FileBytes& out, const std::string& text) {
    out.push_back(code::string);
    out.push_back(std::uint8_t(text.size()));
    put(out, text);
  };
  const auto floats = [&](FileBytes& out, int from, int count) {
    out.insert(out.end(), {code::uniform, code::real32});
    if (count < 0xf1)
      out.push_back(std::uint8_t(count));
    else
      out.insert(out.end(), {0xf2, std::uint8_t(count & 255), std::uint8_t(count >> 8)});
    for (int i = 0; i < count; ++i) {
      const float value = float(from + i) + 0.5f;
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
      out.insert(out.end(), bytes, bytes + 4);
    }
  };
  const auto head = [&](FileBytes& out, std::uint8_t kind) {
    out.push_back('[');
    word(out, "compression");
    out.insert(out.end(), {code::int8, kind});
    word(out, "data");
  };
  // A text document carries everything but the voxels; these replace its array.
  const HoudiniDocument frame =
      parse(geo_text({{"height", "[\"constantarray\",0]"}}, "[18,17,1]", "[0,0,9,8.5,0,0,0,1,0]"));
  for (const bool plain_floats : {true, false}) {
    FileBytes tiles;
    head(tiles, 1);
    floats(tiles, 0, 256);
    tiles.push_back(']');
    head(tiles, 0);
    floats(tiles, 300, 32);
    tiles.push_back(']');
    head(tiles, 2);
    const float seven = 7.25f;
    const double wide = 7.25;
    tiles.push_back(plain_floats ? code::real32 : code::real64);
    const auto* bytes = plain_floats ? reinterpret_cast<const std::uint8_t*>(&seven)
                                     : reinterpret_cast<const std::uint8_t*>(&wide);
    tiles.insert(tiles.end(), bytes, bytes + (plain_floats ? 4 : 8));
    tiles.push_back(']');
    head(tiles, 3);
    tiles.insert(tiles.end(), {code::uniform, code::real16, 2, 0xc0, 0x48, 0x40, 0x49, ']'});
    FileBytes file = all_bytes(*encode_binary(frame, frame.root));
    FileBytes constant;
    constant.push_back('[');
    word(constant, "constantarray");
    constant.insert(constant.end(), {code::int8, 0, ']'});
    const auto at = std::search(file.begin(), file.end(), constant.begin(), constant.end());
    ASSERT_NE(at, file.end());
    FileBytes array;
    array.push_back('[');
    word(array, "tiledarray");
    array.push_back('[');
    word(array, "version");
    array.insert(array.end(), {code::int8, 1});
    word(array, "compressiontypes");
    array.insert(array.end(), {code::uniform, code::string, 4});
    for (const std::string kind : {"raw", "rawfull", "constant", "fpreal16"}) {
      array.push_back(std::uint8_t(kind.size()));
      put(array, kind);
    }
    word(array, "tiles");
    array.push_back('[');
    array.insert(array.end(), tiles.begin(), tiles.end());
    put(array, "]]]");
    FileBytes changed(file.begin(), at);
    changed.insert(changed.end(), array.begin(), array.end());
    changed.insert(changed.end(), at + std::ptrdiff_t(constant.size()), file.end());
    HoudiniDocument document = parse(changed);
    const JsonValue* voxels = volume_voxels(document.root, document.volumes.at(0));
    EXPECT_EQ(voxels->is_voxels(), plain_floats);
    expect_every_kind(volume_layer(document, document.volumes.at(0)));
    // Read again from the bytes, after the values were moved out.
    take_volume_layer(document, document.volumes.at(0));
    expect_every_kind(volume_layer(document, document.volumes.at(0)));
    // Halfs stay halfs while the values do not change: the array's bytes are in the new file.
    const HeightField field = height_fields(document).at(0);
    const Terrain terrain = field_terrain(document, field);
    write_height_fields(scratch_file("kinds.bgeo"), document, {{&field, &terrain}});
    const FileBytes kept = load(scratch_file("kinds.bgeo"));
    EXPECT_NE(std::search(kept.begin(), kept.end(), array.begin(), array.end()), kept.end());
  }
}

TEST(Halfs, EveryOne) {
  EXPECT_EQ(half_to_float(0x3c00), 1.0f);
  EXPECT_EQ(half_to_float(0xc000), -2.0f);
  EXPECT_EQ(half_to_float(0x7bff), 65504.0f);
  EXPECT_EQ(half_to_float(0x0001), std::ldexp(1.0f, -24));
  EXPECT_EQ(half_to_float(0x0400), std::ldexp(1.0f, -14));
  EXPECT_TRUE(std::signbit(half_to_float(0x8000)));
  EXPECT_TRUE(std::isinf(half_to_float(0x7c00)));
  EXPECT_TRUE(std::isnan(half_to_float(0x7e00)));
  for (unsigned bits = 1; bits < 0x7c00; ++bits)
    ASSERT_GT(half_to_float(std::uint16_t(bits)), half_to_float(std::uint16_t(bits - 1)));
}

TEST(Numbers, InText) {
  const auto value = [](const std::string& text) {
    const HoudiniDocument document = parse(
        geo_text({{"height", tiled(tile(0, "[" + text + ",0]"))}}, "[2,1,1]", "[0,0,2,1,0,0,0,1,0]"));
    return volume_layer(document, document.volumes.at(0)).at(0);
  };
  EXPECT_EQ(value("3"), 3.0f);
  EXPECT_EQ(value("+3"), 3.0f);
  EXPECT_EQ(value("-3.5e2"), -350.0f);
  EXPECT_EQ(value("1.6e-005"), 1.6e-5f);
  EXPECT_EQ(value("0.1"), 0.1f);
  EXPECT_EQ(value("1e39"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(value("1e999"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(value("-1e999"), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(value("1e-999"), 0.0f);
  EXPECT_TRUE(std::signbit(value("-0")));
  EXPECT_TRUE(std::isnan(value("nan")));
  EXPECT_TRUE(std::isnan(value("NaN")));
  EXPECT_TRUE(std::isnan(value("-1.#IND")));
  EXPECT_EQ(value("1.#INF"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(value("-Inf"), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(value("// a comment\n 4"), 4.0f);
}

}  // namespace
}  // namespace rill::test
