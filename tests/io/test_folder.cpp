// The door itself: folders, names, what is put in place together.

#include <gtest/gtest.h>

#include <filesystem>

#include "errors.h"
#include "folder.h"
#include "grids.h"

namespace rill::test {
namespace {

TEST(TerrainFolder, HoldsARawFilePerLayer) {
  const Folder folder;
  const TerrainFile file = sample_file(7, 9, {"water", "flux.x"});
  write_terrain(folder.path("deep/out"), file);
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"deep", "deep/out", "deep/out/flux.x.r32",
                                                     "deep/out/height.r32", "deep/out/water.r32"}));
  const TerrainFile back = read_terrain(folder.path("deep/out"), {7, 9, {}});
  EXPECT_TRUE(same_layers(back.terrain, file.terrain));
  EXPECT_EQ(back.terrain.cell, 0);
}

TEST(TerrainFolder, RefusesWhatItCannotTell) {
  const Folder folder;
  write_terrain(folder.path("out"), sample_file(7, 9));
  EXPECT_TRUE(mentions(refusal([&] { read_terrain(folder.path("out")); }), {"out", "the size"}));
  EXPECT_TRUE(mentions(refusal([&] {
                         read_terrain(folder.path("out"), {9, 9, {}});
                       }),
                       {"height.r32", "252 bytes", "9 x 9"}));
  EXPECT_TRUE(mentions(refusal([&] {
                         read_terrain(folder.path(""), {9, 9, {}});
                       }),
                       {"no height.r32"}));
}

TEST(Door, ChoosesByTheEndOfTheNameInAnyCase) {
  const Folder folder;
  const TerrainFile file = sample_file(7, 9);
  write_terrain(folder.path("A.TIF"), file);
  EXPECT_TRUE(same_layers(read_terrain(folder.path("A.TIF")).terrain, file.terrain));
  EXPECT_EQ(read_bytes(folder.path("A.TIF")).substr(0, 2), "II");
}

TEST(Door, RefusesEndsThatItDoesNotKnow) {
  const Folder folder;
  const TerrainFile file = sample_file(2, 2);
  EXPECT_TRUE(mentions(refusal([&] { write_terrain(folder.path("a.jpg"), file); }),
                       {"a.jpg", ".jpg", ".exr", "folder"}));
  EXPECT_TRUE(mentions(refusal([&] { check_can_write_terrain(folder.path("a.jpg")); }), {".jpg"}));
  EXPECT_TRUE(mentions(refusal([&] { write_terrain("", file); }), {"no name"}));
  write_bytes(folder.path("b.jpg"), "x");
  EXPECT_TRUE(mentions(refusal([&] { read_terrain(folder.path("b.jpg")); }), {"b.jpg", ".exr"}));
  write_terrain(folder.path("v1.2"), file);  // a folder
  EXPECT_EQ(read_floats(folder.path("v1.2/height.r32")).size(), 4u);
}

TEST(Door, WritesOtherLayersBesideTheHeight) {
  const Folder folder;
  const TerrainFile file = sample_file(3, 2, {"flux.x", "water"});
  write_terrain(folder.path("e.TIF"), file);
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"e.TIF", "e.flux.x.TIF", "e.water.TIF"}));
  EXPECT_EQ(terrain_paths("x/e.tif", {"height", "water"}),
            (std::vector<std::string>{"x/e.tif", "x/e.water.tif"}));
  EXPECT_EQ(terrain_paths("x/e.exr", {"height", "water"}), std::vector<std::string>{"x/e.exr"});
  EXPECT_EQ(terrain_paths("x/e", {"height", "water"}),
            (std::vector<std::string>{"x/e/height.r32", "x/e/water.r32"}));
}

TEST(Door, LeavesNothingWhenALayerCannotBeWritten) {
  const Folder folder;
  TerrainFile file = sample_file(3, 2, {"water"});
  file.terrain.layers["a/b"] = file.terrain.layers["water"];
  EXPECT_TRUE(mentions(refusal([&] { write_terrain(folder.path("e.tif"), file); }), {"a/b"}));
  EXPECT_TRUE(mentions(refusal([&] { write_terrain(folder.path("new/e"), file); }), {"a/b"}));
  EXPECT_EQ(folder.list(), std::vector<std::string>{});
  file.terrain.layers.erase("a/b");
  file.terrain.layers["water"].pop_back();
  EXPECT_TRUE(mentions(refusal([&] { write_terrain(folder.path("e.exr"), file); }), {"water"}));
  EXPECT_EQ(folder.list(), std::vector<std::string>{});
}

TEST(Door, PutsFilesInPlaceOnlyWhenCommitted) {
  const Folder folder;
  const TerrainFile file = sample_file(30, 20, {"water"});
  for (const char* name : {"a.exr", "a.tif", "a.npz", "a.png", "a.asc", "new/folder"}) {
    { const StagedTerrain staged = stage_terrain(folder.path(name), file); }
    EXPECT_EQ(folder.list(), std::vector<std::string>{}) << name;
  }
}

// Opened with no room at all, and with room for the beginning.
TEST(Door, SaysThatTheDiskIsFullInEveryFormat) {
  const Folder folder;
  for (const std::string& end : writable_formats()) {
    if (end == ".hgt") continue;  // only whole tiles
    std::filesystem::create_symlink("/dev/full", folder.path("full" + end));
    TerrainFile file = sample_file(300, 200);
    const std::string sentence = refusal([&] { write_terrain(folder.path("full" + end), file); });
    EXPECT_TRUE(mentions(sentence, {"Cannot write", "full" + end, "No space left"})) << end;
  }
}

TEST(Door, ALayerHasTheSizeOfItsTerrain) {
  const Folder folder;
  write_terrain(folder.path("a.exr"), sample_file(3, 2, {"water"}));
  EXPECT_TRUE(mentions(refusal([&] { read_layer(folder.path("a.exr"), "water", 4, 2); }),
                       {"3 x 2", "4 x 2"}));
  EXPECT_TRUE(mentions(refusal([&] { read_layer(folder.path("a.exr"), "rain", 3, 2); }),
                       {"'rain'", "height, water"}));
}

}  // namespace
}  // namespace rill::test
