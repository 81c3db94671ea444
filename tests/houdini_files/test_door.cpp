// Houdini's files through the door for all formats.

#include <gtest/gtest.h>

#include <filesystem>

#include "errors.h"
#include "files.h"
#include "terrains.h"

namespace rill::test {
namespace {

namespace fs = std::filesystem;

TEST(Door, EveryEnd) {
  TerrainFile file;
  file.terrain = terrain(20, 33, 2, mixed_layer(20, 33, 1));
  file.terrain.layers["water"] = mixed_layer(20, 33, 2);
  for (const char* end : {".bgeo.sc", ".bgeo", ".bgeo.gz", ".geo", ".BGEO.SC"}) {
    const std::string path = scratch_file(std::string("door") + end);
    write_terrain(path, file);
    const TerrainFile again = read_terrain(path);
    EXPECT_EQ(difference_in_bits(again.terrain, file.terrain), "") << path;
    EXPECT_EQ(again.terrain.cell, 2);
    EXPECT_TRUE(again.houdini);
  }
}

// A name may say one thing and the bytes another: the bytes count.
TEST(Door, ByContent) {
  const Terrain expected = read_terrain(real_file("labs180_hf_insert_mask.bgeo.sc")).terrain;
  for (const char* name : {"content.bgeo", "content.geo", "content.hsc", "content"}) {
    const std::string path = scratch_file(name);
    fs::copy_file(real_file("labs180_hf_insert_mask.bgeo.sc"), path,
                  fs::copy_options::overwrite_existing);
    EXPECT_EQ(difference_in_bits(read_terrain(path).terrain, expected), "") << path;
  }
  write_file(scratch_file("old.bhclassic"), "BgeoV    and so on");
  EXPECT_TRUE(mentions(refusal([] { read_terrain(scratch_file("old.bhclassic")); }), {"classic"}));
}

TEST(Door, OtherNamesForLayers) {
  ReadOptions options;
  options.layer_names = {{"height", "mask"}, {"rain", "New_A"}};
  const std::string input = real_file("labs180_hf_insert_mask.bgeo.sc");
  const TerrainFile file = read_terrain(input, options);
  EXPECT_TRUE(file.terrain.has("rain"));
  EXPECT_EQ(file.terrain.layers.at("height"), read_terrain(input).terrain.layers.at("mask"));
  EXPECT_TRUE(mentions(file.notes.at(0), {"2 height fields"}));  // the name is there twice
}

TEST(Door, ACookInPlace) {
  const std::string path = scratch_file("in_place.bgeo.sc");
  fs::copy_file(real_file("labs185_hf_combine_masks.bgeo.sc"), path,
                fs::copy_options::overwrite_existing);
  TerrainFile file = read_terrain(path);
  file.terrain.layers["height"] = mixed_layer(500, 500, 1);
  write_terrain(path, file);
  EXPECT_EQ(difference_in_bits(read_terrain(path).terrain, file.terrain), "");
}

// What is kept is copied from the input in the end; a changed input must not be mixed in.
TEST(Door, AnInputThatChanges) {
  const std::string path = scratch_file("changing.bgeo.sc"), output = scratch_file("mixed.bgeo.sc");
  std::remove(output.c_str());
  fs::copy_file(real_file("labs180_hf_insert_mask.bgeo.sc"), path,
                fs::copy_options::overwrite_existing);
  const TerrainFile file = read_terrain(path);
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(5));
  EXPECT_TRUE(mentions(refusal([&] { write_terrain(output, file); }), {"changing.bgeo.sc", "wrote"}));
  EXPECT_FALSE(fs::exists(output));
}

TEST(Door, ATerrainOfAnotherSizeGetsAFileOfItsOwn) {
  TerrainFile file = read_terrain(real_file("labs180_hf_insert_mask.bgeo.sc"));
  file.terrain = terrain(30, 20, 1, mixed_layer(30, 20, 1));
  const std::string path = scratch_file("cropped.bgeo.sc");
  write_terrain(path, file);
  EXPECT_EQ(difference_in_bits(read_terrain(path).terrain, file.terrain), "");
}

}  // namespace
}  // namespace rill::test
