// A cooked file differs from its input in the layers that changed or were added and in the info
// block, and in nothing else.

#include <gtest/gtest.h>

#include "files.h"
#include "io/houdini/attributes.h"
#include "errors.h"
#include "terrains.h"

namespace rill::test {
namespace {

using namespace houdini;

// A value as text, whatever file and form it came in.
std::string shown(const JsonValue& value) {
  const JsonValue copy = JsonValue::array({value});
  HoudiniDocument none;
  none.source = std::make_shared<MemoryData>(Buffer());
  std::string text;
  encode_ascii(none, copy, [&](const void* data, std::size_t size) {
    text.append(static_cast<const char*>(data), size);
  });
  return text;
}

std::string section(const HoudiniDocument& document, const char* key) {
  const JsonValue* found = document.root.find(key);
  return found ? shown(*found) : "";
}

TEST(Keep, OnlyTheInfoChangesWhenNoLayerDoes) {
  const std::string path = scratch_file("kept.bgeo.sc");
  const std::string input = real_file("labs180_hf_insert_mask.bgeo.sc");
  write_houdini_terrain(path, read_houdini_terrain(input));
  const HoudiniDocument before = read_document(input), after = read_document(path);
  for (const char* key : {"fileversion", "hasindex", "pointcount", "vertexcount", "primitivecount",
                          "topology", "attributes", "primitives"})
    EXPECT_EQ(section(after, key), section(before, key)) << key;
  ASSERT_EQ(after.volumes.size(), 4u);
  for (std::size_t v = 0; v < 4; ++v)
    EXPECT_EQ(volume_layer(after, after.volumes[v]), volume_layer(before, before.volumes[v]));
  EXPECT_NE(section(after, "info"), section(before, "info"));
}

TEST(Keep, NoNamesOfUsersOrMachines) {
  const std::string input = real_file("labs185_hf_combine_masks.bgeo.sc");
  const FileBytes before = unwrapped(load(input));
  const auto holds = [](const FileBytes& bytes, const std::string& word) {
    return std::search(bytes.begin(), bytes.end(), word.begin(), word.end()) != bytes.end();
  };
  ASSERT_TRUE(holds(before, "prisms") && holds(before, "threadripper1"));
  TerrainFile file = read_houdini_terrain(input);
  file.terrain.layers["water"] = mixed_layer(500, 500, 1);
  for (const char* end : {".bgeo.sc", ".bgeo", ".geo"}) {
    const std::string path = scratch_file(std::string("nameless") + end);
    write_houdini_terrain(path, file);
    const FileBytes after = unwrapped(load(path));
    for (const char* word : {"prisms", "threadripper1", "artist", "hostname"})
      EXPECT_FALSE(holds(after, word)) << path << " " << word;
    EXPECT_TRUE(holds(after, "rill ")) << path;
  }
}

TEST(Keep, ChangedAndNewLayers) {
  const std::string input = real_file("labs180_hf_insert_mask.bgeo.sc");
  const std::string path = scratch_file("changed.bgeo.sc");
  TerrainFile file = read_houdini_terrain(input);
  file.terrain.layers["height"] = mixed_layer(500, 500, 1);
  file.terrain.layers["water"] = mixed_layer(500, 500, 2);
  file.terrain.layers["sediment"] = constant(500, 500, 0.5f);
  write_houdini_terrain(path, file);
  const HoudiniDocument before = read_document(input), after = read_document(path);
  ASSERT_EQ(after.volumes.size(), 6u);
  const char* names[] = {"height", "mask", "New_A", "mask", "sediment", "water"};
  for (std::size_t v = 0; v < 6; ++v) {
    EXPECT_EQ(after.volumes[v].name, names[v]);
    EXPECT_EQ(after.volumes[v].transform, before.volumes[0].transform);
    EXPECT_EQ(after.volumes[v].position, before.volumes[0].position);
    EXPECT_EQ(after.volumes[v].size, before.volumes[0].size);
    EXPECT_EQ(after.volumes[v].point, v);  // a point of its own, as Houdini's have
    const JsonValue* border = volume_field(after.root, after.volumes[v], "border");
    const JsonValue* look = volume_field(after.root, after.volumes[v], "visualization");
    EXPECT_TRUE(border->find("type")->is_text(v == 0 ? "streak" : "constant"));
    EXPECT_EQ(border->find("value")->to_number("a border"), 0);
    EXPECT_TRUE(look->find("mode")->is_text(v == 0 ? "heightfield" : "smoke"));
  }
  EXPECT_EQ(volume_layer(after, after.volumes[0]), file.terrain.layers["height"]);
  EXPECT_EQ(volume_layer(after, after.volumes[4]), file.terrain.layers["sediment"]);
  EXPECT_EQ(volume_layer(after, after.volumes[5]), file.terrain.layers["water"]);
  for (const std::size_t v : {1u, 2u, 3u})
    EXPECT_EQ(volume_layer(after, after.volumes[v]), volume_layer(before, before.volumes[v]));
  // The detail attributes are the very same.
  const JsonValue* detail_before = before.root.find("attributes")->find("globalattributes");
  const JsonValue* detail_after = after.root.find("attributes")->find("globalattributes");
  EXPECT_EQ(shown(*detail_after), shown(*detail_before));
  // A second cook replaces what the first one added.
  TerrainFile second = read_houdini_terrain(path);
  second.terrain.layers["water"] = mixed_layer(500, 500, 3);
  write_houdini_terrain(path, second);
  const HoudiniDocument last = read_document(path);
  EXPECT_EQ(last.volumes.size(), 6u);
  EXPECT_EQ(volume_layer(last, last.volumes[5]), second.terrain.layers["water"]);
}

TEST(Keep, OtherNamesForLayers) {
  LayerNames names;
  names.in_file = {{"height", "elevation"}, {"water", "pond"}};
  const std::string path = scratch_file("renamed.bgeo");
  Terrain made = terrain(20, 10, 1, mixed_layer(20, 10, 1));
  made.layers["water"] = mixed_layer(20, 10, 2);
  made.layers["height.low"] = mixed_layer(20, 10, 3);
  write_new_height_field(path, made, {0, 0, 0}, names);
  const HoudiniDocument document = read_document(path);
  EXPECT_EQ(document.volumes.at(0).name, "elevation");
  EXPECT_TRUE(mentions(refusal([&] { height_fields(document); }), {"'height'", "'elevation'", "'pond'"}));
  const Terrain again = read_houdini_terrain(path, names).terrain;
  EXPECT_EQ(difference_in_bits(again, made), "");
}

// Polygons, groups, point and primitive attributes, unknown keys: written by hand, as text.
const char* scene = R"(["fileversion","18.5.506","hasindex",false,
"pointcount",5,"vertexcount",5,"primitivecount",3,
"info",{"artist":"x"},
"unknownkey",{"a":[1,2,{"b":null}]},
"topology",["pointref",["indices",[0,1,2,3,4]]],
"attributes",[
 "vertexattributes",[[["scope","public","type","numeric","name","uv","options",{}],
   ["size",2,"storage","fpreal32","values",["size",2,"storage","fpreal32","tuples",[[0,0],[1,0],[1,1],[8,8],[9,9]]]]]],
 "pointattributes",[
  [["scope","public","type","numeric","name","P","options",{}],
   ["size",3,"storage","fpreal32","values",["size",3,"storage","fpreal32","tuples",[[0,0,0],[1,0,0],[1,0,1],[50,0,60],[50,0,60]]]]],
  [["scope","public","type","numeric","name","Cd","options",{}],
   ["size",3,"storage","fpreal32","values",["size",3,"storage","fpreal32","pagesize",1024,"packing",[3],
    "constantpageflags",[[true]],"rawpagedata",[0.25,0.5,0.75]]]]],
 "primitiveattributes",[
  [["scope","public","type","string","name","name","options",{}],
   ["size",1,"storage","int32","strings",["height","mask"],"indices",["size",1,"storage","int32","arrays",[[-1,0,1]]]]],
  [["scope","public","type","numeric","name","id","options",{}],
   ["size",1,"storage","int64","values",["size",1,"storage","int64","arrays",[[9007199254740993,12,13]]]]]],
 "globalattributes",[[["scope","public","type","numeric","name","detail","options",{}],
   ["size",1,"storage","fpreal32","values",["size",1,"storage","fpreal32","arrays",[[3.25]]]]]]],
"primitives",[
 [["type","Polygon_run"],["startvertex",0,"nprimitives",1,"nvertices_rle",[3,1]]],
 [["type","run","runtype","Volume","varyingfields",["vertex"],"uniformfields",
   {"transform":[0,0,4,4,0,0,0,1,0],"res":[4,4,1],"border":{"type":"streak","value":0},"compression":{"tolerance":0},
    "sharedvoxels":"k","visualization":{"mode":"smoke","iso":0,"density":1},"taperx":1,"tapery":1,"futurefield":[7]}],
  [[3],[4]]]],
"pointgroups",[[["name","pg"],["selection",["unordered",["boolRLE",[3,true,2,false]]]]]],
"primitivegroups",[[["name","flags"],["selection",["unordered",["i8",[1,0,1]]]]],
                   [["name","list"],["selection",["ordered",[2,0]]]]],
"sharedprimitivedata",["Volume",["geo:voxels","k",["constantarray",3]],"Other",["thing","k2",[1,2,3]]]
])";

TEST(Keep, EverythingAround) {
  const HoudiniDocument before = parse(scene);
  ASSERT_EQ(before.volumes.size(), 2u);
  EXPECT_EQ(before.volumes[0].primitive, 1u);
  EXPECT_EQ(before.volumes[0].name, "height");
  const HeightField field = height_fields(before).at(0);
  Terrain terrain = field_terrain(before, field);
  EXPECT_EQ(terrain.layers.at("mask")[5], 3.0f);
  terrain.layers["height"] = mixed_layer(4, 4, 1);
  terrain.layers["water"] = mixed_layer(4, 4, 2);
  terrain.layers["sediment"] = mixed_layer(4, 4, 3);
  for (const char* end : {".geo", ".bgeo", ".bgeo.sc", ".bgeo.gz"}) {
    const std::string path = scratch_file(std::string("around") + end);
    write_height_fields(path, before, {{&field, &terrain}});
    const HoudiniDocument after = read_document(path);
    ASSERT_EQ(after.volumes.size(), 4u) << path;
    // The two shared one array; only one of them changed.
    EXPECT_EQ(volume_layer(after, after.volumes[0]), terrain.layers["height"]);
    EXPECT_EQ(volume_layer(after, after.volumes[1]), constant(4, 4, 3));
    EXPECT_EQ(after.volumes[2].name, "sediment");
    EXPECT_EQ(after.volumes[3].name, "water");
    EXPECT_EQ(volume_layer(after, after.volumes[3]), terrain.layers["water"]);
    EXPECT_EQ(after.volumes[3].primitive, 4u);
    EXPECT_EQ(after.volumes[3].position, before.volumes[0].position);
    EXPECT_EQ(section(after, "unknownkey"), section(before, "unknownkey")) << path;
    EXPECT_EQ(after.root.find("pointcount")->to_integer("n"), 7);
    EXPECT_EQ(after.root.find("vertexcount")->to_integer("n"), 7);
    EXPECT_EQ(after.root.find("primitivecount")->to_integer("n"), 5);
    const auto value = [&](const char* owner, const char* name, std::uint64_t element) {
      const JsonValue* attribute = find_attribute(after.root, owner, name);
      return attribute_tuple(*attribute->items()[1].find("values"), element, name);
    };
    EXPECT_EQ(value("vertexattributes", "uv", 2), (std::vector<double>{1, 1}));
    EXPECT_EQ(value("vertexattributes", "uv", 5), (std::vector<double>{8, 8}));
    EXPECT_EQ(value("pointattributes", "P", 4), (std::vector<double>{50, 0, 60}));
    EXPECT_EQ(value("pointattributes", "P", 6), (std::vector<double>{50, 0, 60}));
    EXPECT_EQ(value("pointattributes", "Cd", 6), (std::vector<double>{0.25, 0.5, 0.75}));
    EXPECT_EQ(value("primitiveattributes", "id", 4), (std::vector<double>{12}));
    EXPECT_EQ(value("globalattributes", "detail", 0), (std::vector<double>{3.25}));
    // 64-bit integers are not squeezed through a double.
    EXPECT_NE(section(after, "attributes").find("9007199254740993"), std::string::npos) << path;
    EXPECT_NE(section(after, "primitives").find("Polygon_run"), std::string::npos);
    EXPECT_NE(section(after, "primitives").find("futurefield"), std::string::npos);
    const JsonValue* groups = after.root.find("primitivegroups");
    EXPECT_EQ(groups->items()[0].items()[1].find("selection")->find("unordered")->find("i8")
                  ->to_numbers("i8"), (std::vector<double>{1, 0, 1, 0, 0}));
    EXPECT_EQ(groups->items()[1].items()[1].find("selection")->find("ordered")->to_numbers("o"),
              (std::vector<double>{2, 0}));
    const JsonValue* shared = after.root.find("sharedprimitivedata");
    EXPECT_TRUE(shared->items()[2].is_text("Other"));
    EXPECT_EQ(shown(shared->items()[3]), shown(before.root.find("sharedprimitivedata")->items()[3]));
  }
}

// A text file's voxels become Houdini's own tiles in a binary file, also those that no cook touched.
TEST(Keep, TextIntoBinary) {
  const std::string path = scratch_file("text.geo"), output = scratch_file("text.bgeo");
  Terrain made = terrain(18, 17, 1, mixed_layer(18, 17, 1));
  made.layers["mask"] = mixed_layer(18, 17, 2);
  made.layers["bump"] = mixed_layer(18, 17, 3);
  LayerNames twice;
  twice.in_file = {{"bump", "mask"}};
  write_new_height_field(path, made, {0, 0, 0}, twice);
  const TerrainFile file = read_houdini_terrain(path);
  ASSERT_EQ(file.terrain.layers.size(), 2u);
  write_houdini_terrain(output, file);
  const HoudiniDocument binary = read_document(output);
  ASSERT_EQ(binary.volumes.size(), 3u);
  for (const Volume& volume : binary.volumes) {
    const auto* tiles = std::get_if<JsonValue::Voxels>(&volume_voxels(binary.root, volume)->value);
    ASSERT_TRUE(tiles);
    EXPECT_TRUE((*tiles)->usual);
  }
  EXPECT_EQ(volume_layer(binary, binary.volumes[1]), made.layers["bump"]);
  EXPECT_EQ(volume_layer(binary, binary.volumes[2]), made.layers["mask"]);
}

TEST(Keep, AttributesThatCannotGrowAreNamed) {
  std::string text = scene;
  const std::string from = "\"type\",\"numeric\",\"name\",\"id\"";
  text.replace(text.find(from), from.size(), "\"type\",\"dict\",\"name\",\"id\"");
  const HoudiniDocument document = parse(text);
  const HeightField field = height_fields(document).at(0);
  Terrain terrain = field_terrain(document, field);
  const std::string path = scratch_file("dict.bgeo");
  write_height_fields(path, document, {{&field, &terrain}});  // no new layer: nothing to refuse
  terrain.layers["water"] = mixed_layer(4, 4, 2);
  EXPECT_TRUE(mentions(refusal([&] { write_height_fields(path, document, {{&field, &terrain}}); }),
                       {"'id'", "Attribute Delete"}));
}

// Values in pages: the last page grows, a constant page may stop being constant.
TEST(Keep, PagedAttributesGrow) {
  for (const std::uint64_t count : {1u, 3u, 4u, 5u, 8u}) {
    for (const bool constant : {true, false}) {
      // Pages of four; tuples of three in parts of two and one.
      std::string data, flags;
      for (std::uint64_t first = 0; first < count; first += 4) {
        const std::uint64_t rows = constant ? 1 : std::min<std::uint64_t>(4, count - first);
        for (std::uint64_t r = 0; r < rows; ++r)
          data += std::to_string(constant ? 100 : 100 + first + r) + ".5,200,";
        for (std::uint64_t r = 0; r < rows; ++r)
          data += std::to_string(constant ? 300 : 300 + first + r) + ",";
        flags += constant ? "true," : "false,";
      }
      data.pop_back();
      flags.pop_back();
      const HoudiniDocument document = parse(
          "[\"fileversion\",\"18\",\"primitivecount\",0,\"attributes\",[\"pointattributes\",[[["
          "\"type\",\"numeric\",\"name\",\"P\"],[\"values\",[\"size\",3,\"pagesize\",4,\"packing\","
          "[2,1],\"constantpageflags\",[[" + flags + "],[" + flags + "]],\"rawpagedata\",[" + data +
          "]]]]]]]");
      JsonValue attribute = *find_attribute(document.root, "pointattributes", "P");
      const auto at = [&](std::uint64_t element) {
        return attribute_tuple(*attribute.items()[1].find("values"), element, "P");
      };
      std::vector<std::vector<double>> expected;
      for (std::uint64_t i = 0; i < count; ++i) {
        expected.push_back({(constant ? 100 : 100 + double(i)) + 0.5, 200,
                            constant ? 300 : 300 + double(i)});
        EXPECT_EQ(at(i), expected.back()) << count << " " << i;
      }
      for (std::uint64_t n = count; n < count + 6; ++n) {
        extend_attribute(attribute, n, n / 2);
        expected.push_back(expected[n / 2]);
        for (std::uint64_t i = 0; i <= n; ++i) EXPECT_EQ(at(i), expected[i]) << n << " " << i;
      }
    }
  }
}

TEST(Keep, AConstantPageOfNamesStopsBeingConstant) {
  // One layer: its name's page is constant; the file is Houdini's own form of it.
  const std::string path = scratch_file("one.bgeo");
  write_new_height_field(path, terrain(4, 4, 1, mixed_layer(4, 4, 1)));
  TerrainFile file = read_houdini_terrain(path);
  file.terrain.layers["water"] = mixed_layer(4, 4, 2);
  write_houdini_terrain(path, file);
  const HoudiniDocument document = read_document(path);
  ASSERT_EQ(document.volumes.size(), 2u);
  EXPECT_EQ(document.volumes[0].name, "height");
  EXPECT_EQ(document.volumes[1].name, "water");
}

}  // namespace
}  // namespace rill::test
