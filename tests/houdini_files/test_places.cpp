// Where height fields lie: planes, rotations, tiles, and layers of other grids.

#include <gtest/gtest.h>

#include <cmath>

#include "files.h"
#include "errors.h"
#include "terrains.h"

namespace rill::test {
namespace {

std::string text(const std::array<double, 9>& numbers) {
  std::string out;
  for (const double number : numbers) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%s%.17g", out.empty() ? "[" : ",", number);
    out += digits;
  }
  return out + "]";
}

const std::string flat = "[\"constantarray\",0]";

void expect_near(const Point3& a, const Point3& b) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-9);
}

TEST(Places, DefaultPlane) {
  // 6 cells along Z, 4 along X, 0.5 m each.
  const HoudiniDocument document =
      parse(geo_text({{"height", flat}}, "[6,4,1]", "[0,0,1.5,1,0,0,0,1,0]", "[100,20,-7]"));
  const HeightField field = height_fields(document).at(0);
  EXPECT_EQ(field.nx, 6);
  EXPECT_EQ(field.ny, 4);
  EXPECT_EQ(field.cell, 0.5);
  expect_near(field.place.at(0, 0), {99.25, 20, -8.25});
  expect_near(field.place.at(5, 0), {99.25, 20, -5.75});
  expect_near(field.place.at(0, 3), {100.75, 20, -8.25});
}

TEST(Places, OtherPlanesAndRotations) {
  struct Case {
    const char* name;
    Point3 x, y;  // directions of voxel x and y
  };
  const double c = std::cos(0.3), s = std::sin(0.3);
  for (const Case& one :
       {Case{"XY", {1, 0, 0}, {0, 1, 0}}, Case{"YZ", {0, 1, 0}, {0, 0, 1}},
        Case{"turned", {s, 0, c}, {c, 0, -s}}, Case{"tilted", {0, -s, c}, {1, 0, 0}}}) {
    std::array<double, 9> rows{};
    for (std::size_t i = 0; i < 3; ++i) {
      rows[i] = 6 * one.x[i];      // 6 cells of 2 m: half the edge is 6
      rows[3 + i] = 3 * one.y[i];  // 3 cells
    }
    rows[8] = 1;
    const HoudiniDocument document =
        parse(geo_text({{"height", flat}, {"mask", flat}}, "[6,3,1]", text(rows), "[10,20,30]"));
    const HeightField field = height_fields(document).at(0);
    EXPECT_NEAR(field.cell, 2, 1e-6) << one.name;
    EXPECT_EQ(field.layers.size(), 2u);
    // The middle of the grid is the point of the primitive.
    expect_near(field.place.at(2.5, 1), {10, 20, 30});
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(field.place.step_x[i], 2 * one.x[i], 1e-9) << one.name;
      EXPECT_NEAR(field.place.step_y[i], 2 * one.y[i], 1e-9) << one.name;
    }
    // A cook's new layers get the very same transform and point.
    Terrain terrain = field_terrain(document, field);
    terrain.layers["water"] = mixed_layer(6, 3, 4);
    const std::string path = scratch_file("placed.bgeo.sc");
    write_height_fields(path, document, {{&field, &terrain}});
    const HoudiniDocument again = houdini::read_document(path);
    ASSERT_EQ(again.volumes.size(), 3u);
    EXPECT_EQ(again.volumes[2].name, "water");
    for (const houdini::Volume& volume : again.volumes) {
      EXPECT_EQ(volume.transform, document.volumes[0].transform) << one.name;
      EXPECT_EQ(volume.position, document.volumes[0].position) << one.name;
    }
    EXPECT_EQ(height_fields(again).at(0).layers.size(), 3u);
  }
}

TEST(Places, ANewFileLiesOnTheDefaultPlane) {
  const std::string path = scratch_file("new_place.bgeo");
  write_new_height_field(path, terrain(5, 3, 2, constant(5, 3, 1)), {1000, 0, 10});
  const HoudiniDocument document = houdini::read_document(path);
  EXPECT_EQ(document.volumes.at(0).transform, (std::array<double, 9>{0, 0, 5, 3, 0, 0, 0, 1, 0}));
  EXPECT_EQ(document.volumes.at(0).position, (Point3{1000, 0, 10}));
  expect_near(height_fields(document).at(0).place.at(0, 0), {998, 0, 6});
}

TEST(Places, UnequalSlantedAndTaperedCellsAreRefused) {
  const auto refused = [](const std::string& size, const std::string& transform) {
    const HoudiniDocument document = parse(geo_text({{"height", flat}}, size, transform));
    return refusal([&] { height_fields(document); });
  };
  EXPECT_TRUE(mentions(refused("[6,4,1]", "[0,0,3,4,0,0,0,1,0]"),
                       {"'height'", "1 x 2 m", "square", "HeightField Resample"}));
  EXPECT_TRUE(mentions(refused("[4,4,1]", "[0,0,4,2.4,0,3.2,0,1,0]"), {"slanted"}));
  EXPECT_TRUE(mentions(refused("[4,4,2]", "[0,0,4,4,0,0,0,1,0]"), {"4 x 4 x 2", "one voxel"}));
  EXPECT_TRUE(mentions(refused("[4,4,1]", "[0,0,0,0,0,0,0,1,0]"), {"no size"}));
  // Finite numbers, but a length beyond them.
  EXPECT_TRUE(mentions(refused("[4,4,1]", "[0,0,1e200,1e200,0,0,0,1,0]"), {"no size"}));
  EXPECT_TRUE(mentions(refused("[4,0,1]", "[0,0,4,4,0,0,0,1,0]"), {"4 x 0 x 1"}));
  // Single precision is precise enough.
  EXPECT_EQ(refused("[406,405,1]", "[0,0,0.5,0.49876847863197327,0,0,0,1,0]"), "");
}

TEST(Places, ALayerOfAnotherGridIsSampledByPosition) {
  // A field that grows along world X, on a coarse grid of 4 m, seen from a fine one of 1 m that is
  // turned a quarter and lies off centre.
  const Grid coarse{8, 8, {{-14, 0, -14}, {0, 0, 4}, {4, 0, 0}}};
  Layer values;
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) values.push_back(float(coarse.place.at(x, y)[0]));
  const Grid fine{10, 4, {{3, 5, 2}, {1, 0, 0}, {0, 0, -1}}};
  EXPECT_TRUE(covers(coarse, fine));
  EXPECT_FALSE(covers(fine, coarse));
  const Layer seen = sample_layer(values, coarse, fine, {}, "mask");
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 10; ++x)
      EXPECT_NEAR(seen[std::size_t(y * 10 + x)], fine.place.at(x, y)[0], 1e-5);
  // Outside the border's value holds.
  const Grid outside{2, 2, {{100, 0, 0}, {1, 0, 0}, {0, 0, 1}}};
  for (const float value : sample_layer(values, coarse, outside, {}, "mask"))
    EXPECT_EQ(value, 14.0f);
  // On the same grid nothing changes.
  EXPECT_EQ(sample_layer(values, coarse, coarse, {}, "mask"), values);
}

// ---- several height fields

// Cells of 2 m: a tile of 3 x 4 cells is 6 m along Z and 8 m along X.
const std::vector<Tile> fitting = {
    {4, 3, 3, 4, 1}, {4, 11, 5, 4, 2}, {11, 3, 3, 3, 3}, {11, 11, 5, 3, 4}};

TEST(Tiles, EachIsAFieldWithItsLayers) {
  const HoudiniDocument document = parse(tiles_text(fitting, "mask"));
  const std::vector<HeightField> fields = height_fields(document);
  ASSERT_EQ(fields.size(), 4u);
  for (std::size_t f = 0; f < 4; ++f) {
    EXPECT_EQ(fields[f].nx, fitting[f].nx);
    EXPECT_EQ(fields[f].ny, fitting[f].ny);
    EXPECT_EQ(fields[f].cell, 2.0);
    EXPECT_EQ(fields[f].layers.at("height"), 2 * f);
    EXPECT_EQ(fields[f].layers.at("mask"), 2 * f + 1);
  }
}

TEST(Tiles, JoinAndSplit) {
  const HoudiniDocument document = parse(tiles_text(fitting, "mask"));
  const std::vector<HeightField> fields = height_fields(document);
  const JoinedField joined = join_fields(fields);
  EXPECT_EQ(joined.whole.nx, 8);  // 3 + 5 along Z
  EXPECT_EQ(joined.whole.ny, 7);  // 4 + 3 along X
  expect_near(joined.whole.place.at(0, 0), {1, 0, 1});
  Terrain whole = joined_terrain(document, fields, joined);
  ASSERT_EQ(whole.layers.size(), 2u);
  const Layer& height = whole.layers.at("height");
  EXPECT_EQ(height[0], 1);
  EXPECT_EQ(height[7], 2);
  EXPECT_EQ(height[6 * 8], 3);
  EXPECT_EQ(height[6 * 8 + 7], 4);

  whole.layers["height"] = mixed_layer(8, 7, 9);
  whole.layers["water"] = mixed_layer(8, 7, 10);
  std::vector<Terrain> parts;
  for (std::size_t p = 0; p < 4; ++p) parts.push_back(split_part(whole, fields, joined, p));
  std::vector<FieldResult> results;
  for (std::size_t p = 0; p < 4; ++p)
    results.push_back({&fields[joined.parts[p].field], &parts[p]});
  const std::string path = scratch_file("tiles.bgeo.sc");
  write_height_fields(path, document, results);

  const HoudiniDocument again = houdini::read_document(path);
  EXPECT_EQ(again.volumes.size(), 12u);
  const std::vector<HeightField> fields_again = height_fields(again);
  ASSERT_EQ(fields_again.size(), 4u);
  const Terrain joined_again = joined_terrain(again, fields_again, join_fields(fields_again));
  EXPECT_EQ(joined_again.layers.at("height"), whole.layers.at("height"));
  EXPECT_EQ(joined_again.layers.at("water"), whole.layers.at("water"));
  EXPECT_EQ(joined_again.layers.at("mask"), whole.layers.at("mask"));
}

TEST(Tiles, ThatDoNotFitAreRefused) {
  const auto refused = [](std::vector<Tile> tiles) {
    const HoudiniDocument document = parse(tiles_text(tiles, "mask"));
    return refusal([&] { join_fields(height_fields(document)); });
  };
  EXPECT_EQ(refused(fitting), "");
  std::vector<Tile> tiles = fitting;
  tiles[1].z = 12;  // half a cell off
  EXPECT_TRUE(mentions(refused(tiles), {"number 2", "between the cells", "one by one"}));
  tiles[1].z = 13;  // a gap of one cell
  EXPECT_TRUE(mentions(refused(tiles), {"rectangle"}));
  tiles[1].z = 9;
  EXPECT_TRUE(mentions(refused(tiles), {"overlap"}));
  tiles = fitting;
  tiles.pop_back();
  EXPECT_TRUE(mentions(refused(tiles), {"rectangle of 8 x 7"}));
}

// Two height fields upon each other: each has its own layers, in their order.
TEST(Tiles, UponEachOther) {
  const HoudiniDocument document = parse(tiles_text({{0, 0, 3, 3, 1}, {0, 0, 3, 3, 2}}, "mask"));
  const std::vector<HeightField> fields = height_fields(document);
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(fields[0].layers.at("mask"), 1u);
  EXPECT_EQ(fields[1].layers.at("mask"), 3u);
}

}  // namespace
}  // namespace rill::test
