// What rill does not read is refused by name, with what to do instead.

#include <gtest/gtest.h>

#include "files.h"
#include "errors.h"

namespace rill::test {
namespace {

std::string parse_refusal(const std::string& bytes) {
  return refusal([&] { parse(bytes); });
}

std::string tiled(const std::string& kind, const std::string& data) {
  return "[\"tiledarray\",[\"version\",1,\"compressiontypes\",[\"" + kind +
         "\"],\"tiles\",[[\"compression\",0,\"data\"," + data + "]]]]";
}

TEST(Refusals, ClassicFiles) {
  EXPECT_TRUE(mentions(parse_refusal(std::string("BgeoV\0\0\0\5", 9)), {"classic", ".bgeo.sc"}));
  EXPECT_TRUE(mentions(parse_refusal("PGEOMETRY V5\nNPoints 1"), {"classic", ".bgeo.sc"}));
}

TEST(Refusals, OtherFiles) {
  EXPECT_TRUE(mentions(parse_refusal("hello"), {"not Houdini geometry", ".bgeo.sc"}));
  EXPECT_TRUE(mentions(parse_refusal(""), {"not Houdini geometry"}));
  EXPECT_TRUE(mentions(parse_refusal("[1,2]"), {"no version"}));
  EXPECT_TRUE(mentions(parse_refusal("\x7f" "bJSN["), {"big-endian"}));
  EXPECT_TRUE(mentions(refusal([] { houdini::read_document(scratch_file("missing.bgeo")); }),
                       {"missing.bgeo", "No such file"}));
  EXPECT_TRUE(mentions(refusal([] { read_houdini_terrain(real_file("test_box.bgeo")); }),
                       {"test_box.bgeo", "no height field"}));
  EXPECT_TRUE(mentions(refusal([] { read_houdini_terrain(real_file("test_volume.bgeo")); }),
                       {"'height'", "'density'"}));
}

TEST(Refusals, Vdbs) {
  const HoudiniDocument document = parse(
      "[\"fileversion\",\"18.5.506\",\"primitivecount\",1,\"primitives\",[[[\"type\",\"VDB\"],"
      "[\"vertex\",0]]]]");
  EXPECT_TRUE(mentions(refusal([&] { height_fields(document); }), {"VDB", "Convert VDB"}));
}

TEST(Refusals, LossyTiles) {
  const HoudiniDocument document =
      parse(geo_text({{"height", tiled("FP32Range", "[1,2,3]")}}, "[2,2,1]"));
  EXPECT_TRUE(mentions(refusal([&] { field_terrain(document, height_fields(document).at(0)); }),
                       {"'height'", "lossy", "FP32Range", "tolerance to 0"}));
}

TEST(Refusals, VectorVoxels) {
  for (const std::string& voxels :
       {tiled("raw", "[1,2,3,4,5,6,7,8,9,10,11,12]"), tiled("raw", "[[1,2],[3,4],[5,6],[7,8]]"),
        tiled("constant", "[1,2,3]"), std::string("[\"constantarray\",[1,2,3]]")}) {
    const HoudiniDocument document = parse(geo_text({{"height", voxels}}, "[2,2,1]"));
    EXPECT_TRUE(mentions(refusal([&] { field_terrain(document, height_fields(document).at(0)); }),
                         {"'height'", "vector", "Volume Split"}))
        << voxels;
  }
}

// A lossy layer beside the height is no reason to refuse a file that does not need it.
TEST(Refusals, ALossyLayerElsewhereIsKept) {
  std::string text = geo_text({{"height", "[\"constantarray\",1]"}}, "[2,2,1]");
  const HoudiniDocument document = parse(text);
  EXPECT_EQ(field_terrain(document, height_fields(document).at(0)).layers.size(), 1u);
}

TEST(Refusals, WrongCounts) {
  const auto refused = [](const std::string& voxels, const std::string& size) {
    const HoudiniDocument document = parse(geo_text({{"height", voxels}}, size));
    return refusal([&] { field_terrain(document, height_fields(document).at(0)); });
  };
  EXPECT_TRUE(mentions(refused(tiled("raw", "[1,2,3]"), "[2,2,1]"), {"'height'", "3 voxels", "4"}));
  EXPECT_TRUE(mentions(refused(tiled("raw", "[1,2,3,4]"), "[20,20,1]"), {"1 tiles", "4"}));
  EXPECT_TRUE(mentions(refused("[\"sharedmemory\",3]", "[2,2,1]"), {"neither"}));
  EXPECT_TRUE(mentions(refused(tiled("raw", "[1,2,3,4]"), "[1000000000,1000000000,1]"), {"memory"}));
  EXPECT_TRUE(mentions(refused("[\"constantarray\",1]", "[1000000000,1000000000,1]"), {"memory"}));
}

}  // namespace
}  // namespace rill::test
