// Files that Houdini wrote: read, and written again to the byte.

#include <gtest/gtest.h>

#include "files.h"
#include "io/houdini/edit.h"

namespace rill::test {
namespace {

using namespace houdini;

class RealFile : public testing::TestWithParam<const char*> {};
// Text may be laid out in other ways, and a binary file made of it is another.
class BinaryFile : public testing::TestWithParam<const char*> {};

TEST_P(RealFile, GivesTheSameBytesAgain) {
  const FileBytes bytes = unwrapped(load(real_file(GetParam())));
  const HoudiniDocument document = read_document(real_file(GetParam()));
  if (document.ascii) {
    std::string text;
    encode_ascii(document, document.root, [&](const void* data, std::size_t size) {
      text.append(static_cast<const char*>(data), size);
    });
    EXPECT_EQ(FileBytes(text.begin(), text.end()), bytes);
  } else {
    EXPECT_EQ(all_bytes(*encode_binary(document, document.root)), bytes);
  }
}

// The voxels encoded from their values, not copied.
TEST_P(BinaryFile, GivesTheSameBytesFromItsValues) {
  const FileBytes bytes = unwrapped(load(real_file(GetParam())));
  const HoudiniDocument document = read_document(real_file(GetParam()));
  Edit edit(document);
  std::vector<Layer> layers;
  layers.reserve(document.volumes.size());
  std::size_t tiled = 0;
  for (const Volume& volume : document.volumes) {
    if (volume.size[2] != 1) continue;
    layers.push_back(volume_layer(document, volume));
    edit.replace(volume, layers.back());
    const JsonValue* voxels = volume_voxels(edit.root(), volume);
    const auto* array = std::get_if<JsonValue::Voxels>(&voxels->value);
    if (array && (*array)->replacement) ++tiled;
  }
  if (std::string(GetParam()).rfind("labs", 0) == 0) {
    EXPECT_GE(tiled, 3u);
  }
  EXPECT_EQ(all_bytes(*encode_binary(document, edit.root())), bytes);
}

// Through each way of writing and back: the same tree, so the same bytes in the end.
TEST_P(BinaryFile, ComesBackFromEveryContainer) {
  const HoudiniDocument document = read_document(real_file(GetParam()));
  const auto bytes = encode_binary(document, document.root);
  for (auto* write : {write_scf, write_gzip, write_plain}) {
    FileBytes file;
    write(*bytes, [&](const void* data, std::size_t size) {
      const auto* begin = static_cast<const std::uint8_t*>(data);
      file.insert(file.end(), begin, begin + size);
    });
    const HoudiniDocument again = parse(file);
    EXPECT_EQ(all_bytes(*encode_binary(again, again.root)), all_bytes(*bytes));
  }
}

// As text and back every layer has the same bits.
TEST_P(RealFile, HasTheSameValuesAsText) {
  const HoudiniDocument document = read_document(real_file(GetParam()));
  std::string text;
  encode_ascii(document, document.root, [&](const void* data, std::size_t size) {
    text.append(static_cast<const char*>(data), size);
  });
  const HoudiniDocument again = parse(text);
  EXPECT_TRUE(again.ascii);
  ASSERT_EQ(again.volumes.size(), document.volumes.size());
  for (std::size_t v = 0; v < document.volumes.size(); ++v) {
    EXPECT_EQ(again.volumes[v].name, document.volumes[v].name);
    EXPECT_EQ(again.volumes[v].transform, document.volumes[v].transform);
    EXPECT_EQ(again.volumes[v].position, document.volumes[v].position);
    if (document.volumes[v].size[2] == 1) {
      EXPECT_EQ(volume_layer(again, again.volumes[v]), volume_layer(document, document.volumes[v]));
    }
  }
}

std::string test_name(const testing::TestParamInfo<const char*>& one) {
  std::string name = one.param;
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
}

const auto binary_files =
    testing::Values("labs185_hf_combine_masks.bgeo.sc", "labs180_hf_insert_mask.bgeo.sc",
                    "labs170_2d_image_volumes_from_hip.bgeo", "test_volume.bgeo", "test_box.bgeo");
const auto text_files = testing::Values("test_volume.geo", "test_box.geo");

INSTANTIATE_TEST_SUITE_P(Binary, RealFile, binary_files, test_name);
INSTANTIATE_TEST_SUITE_P(Text, RealFile, text_files, test_name);
INSTANTIATE_TEST_SUITE_P(Houdini, BinaryFile, binary_files, test_name);

TEST(RealFiles, HoldWhatHoudiniShows) {
  const HoudiniDocument document = read_document(real_file("labs185_hf_combine_masks.bgeo.sc"));
  EXPECT_EQ(document.version, "18.5.506");
  ASSERT_EQ(document.volumes.size(), 4u);
  const std::vector<HeightField> fields = height_fields(document);
  ASSERT_EQ(fields.size(), 1u);
  EXPECT_EQ(fields[0].nx, 500);
  EXPECT_EQ(fields[0].ny, 500);
  EXPECT_EQ(fields[0].cell, 2.0);
  // Voxel x along +Z, voxel y along +X; the first cell's centre is half a cell inside the bounds.
  EXPECT_EQ(fields[0].place.step_x, (Point3{0, 0, 2}));
  EXPECT_EQ(fields[0].place.step_y, (Point3{2, 0, 0}));
  EXPECT_EQ(fields[0].place.origin, (Point3{-499, 0, -499}));
  const Terrain terrain = field_terrain(document, fields[0]);
  EXPECT_EQ(terrain.layers.size(), 4u);
  EXPECT_TRUE(is_constant(terrain.layers.at("height")));
  EXPECT_FALSE(is_constant(terrain.layers.at("A")));
}

TEST(RealFiles, TheSameVolumeInTextAndBinary) {
  const HoudiniDocument text = read_document(real_file("test_volume.geo"));
  const HoudiniDocument binary = read_document(real_file("test_volume.bgeo"));
  const auto voxels = [](const HoudiniDocument& document) {
    const JsonValue* array = volume_voxels(document.root, document.volumes.at(0));
    const JsonValue& tile = array->items().at(1).find("tiles")->items().at(0);
    std::vector<float> values;
    for (const double value : tile.find("data")->to_numbers("a voxel")) values.push_back(float(value));
    return values;
  };
  EXPECT_EQ(voxels(text).size(), 1000u);
  EXPECT_EQ(voxels(text), voxels(binary));
}

// Two layers of one name: the first is the terrain's, the second stays where it was.
TEST(RealFiles, ANameTwice) {
  const HoudiniDocument document = read_document(real_file("labs180_hf_insert_mask.bgeo.sc"));
  const std::vector<HeightField> fields = height_fields(document);
  ASSERT_EQ(fields.size(), 1u);
  EXPECT_EQ(fields[0].layers.at("mask"), 1u);
  EXPECT_NE(volume_layer(document, document.volumes[1]), volume_layer(document, document.volumes[3]));
}

}  // namespace
}  // namespace rill::test
