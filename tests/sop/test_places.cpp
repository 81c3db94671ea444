// Where height fields and masks lie: planes, rotations, other grids, and the pure geometry of it.

#include <gtest/gtest.h>

#include <cmath>

#include "cpu.h"
#include "errors.h"
#include "glue/cell_size.h"
#include "scene.h"
#include "terrains.h"

namespace rill::test {
namespace {

Grid flat_grid(int nx, int ny, double cell, double x = 0, double y = 0) {
  return {nx, ny, {{x, y, 0}, {cell, 0, 0}, {0, cell, 0}}};
}

Layer plane_values(const Grid& grid, double a, double b, double c) {
  Layer values;
  for (int y = 0; y < grid.ny; ++y)
    for (int x = 0; x < grid.nx; ++x) {
      const Point3 at = grid.place.at(x, y);
      values.push_back(float(a + b * at[0] + c * at[1]));
    }
  return values;
}

TEST(Grid, SamplingAPlaneGivesThePlaneAgain) {
  const Grid coarse = flat_grid(40, 30, 4, -80, -60);
  const Layer values = plane_values(coarse, 3, 0.25, -0.5);
  const double angle = 0.4;
  Grid fine = flat_grid(31, 17, 1);
  fine.place.step_x = {std::cos(angle), std::sin(angle), 0};
  fine.place.step_y = {-std::sin(angle), std::cos(angle), 0};
  const Layer sampled = sample_layer(values, coarse, fine, {Beyond::constant, 0}, "mask");
  const Layer expected = plane_values(fine, 3, 0.25, -0.5);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(sampled[i], expected[i], 2e-5);
}

TEST(Grid, TheSameGridIsCopiedToTheBit) {
  const Grid grid = flat_grid(9, 7, 1.6, 1000, 2000);
  const Layer values = fractal(9, 7, 10, 1);
  EXPECT_EQ(sample_layer(values, grid, grid, {Beyond::constant, 0}, "mask"), values);
}

TEST(Grid, GoesOnFlatToItsEdgeAndThenByItsBorder) {
  const Grid coarse = flat_grid(4, 1, 10);  // centres 0, 10, 20, 30: from -5 to 35
  const Layer values = {1, 2, 3, 4};
  const Grid fine = flat_grid(60, 1, 1, -10, 0);
  const Layer constant = sample_layer(values, coarse, fine, {Beyond::constant, -7}, "mask");
  const Layer streak = sample_layer(values, coarse, fine, {Beyond::streak, -7}, "mask");
  const Layer repeat = sample_layer(values, coarse, fine, {Beyond::repeat, -7}, "mask");
  const auto at = [](const Layer& layer, int x) { return layer[std::size_t(x + 10)]; };
  EXPECT_EQ(at(constant, -6), -7);
  EXPECT_EQ(at(constant, -5), 1);
  EXPECT_EQ(at(constant, -1), 1);
  EXPECT_FLOAT_EQ(at(constant, 5), 1.5f);
  EXPECT_EQ(at(constant, 35), 4);
  EXPECT_EQ(at(constant, 36), -7);
  EXPECT_EQ(at(streak, -10), 1);
  EXPECT_EQ(at(streak, 49), 4);
  EXPECT_EQ(at(repeat, 40), 1);
  EXPECT_EQ(at(repeat, -10), 4);
  EXPECT_FLOAT_EQ(at(repeat, 35), 2.5f);  // half way from the last to the first
}

TEST(Grid, AMaskAcrossThePlaneIsRefused) {
  Grid upright = flat_grid(8, 8, 1);
  upright.place.step_y = {0, 0, 1};
  const Layer values(64, 1.0f);
  const std::string sentence = refusal([&] {
    sample_layer(values, upright, flat_grid(8, 8, 1), {Beyond::streak, 0}, "mask");
  });
  EXPECT_TRUE(mentions(sentence, {"mask", "plane"}));
}

TEST(Grid, CellsMustBeSquareAndUpright) {
  EXPECT_DOUBLE_EQ(glue::cell_size(flat_grid(5, 5, 1.6).place, "height"), 1.6);
  Grid oblong = flat_grid(5, 5, 2);
  oblong.place.step_y = {0, 2.01, 0};
  EXPECT_TRUE(mentions(refusal([&] { glue::cell_size(oblong.place, "height"); }),
                       {"height", "2 by 2.01", "HeightField Resample"}));
  Grid sheared = flat_grid(5, 5, 2);
  sheared.place.step_y = {0.2, std::sqrt(4 - 0.04), 0};
  EXPECT_TRUE(mentions(refusal([&] { glue::cell_size(sheared.place, "height"); }), {"sheared"}));
  EXPECT_TRUE(mentions(refusal([&] { glue::cell_size(flat_grid(5, 5, 0).place, "height"); }),
                       {"height", "transform"}));
  EXPECT_TRUE(
      mentions(refusal([&] { glue::cell_size(flat_grid(5, 5, std::nan("")).place, "height"); }),
               {"height", "transform"}));
}

TEST(Places, EveryPlaneAndRotationGivesTheSameBits) {
  const Terrain terrain = everything(33, 20, 1.6, scheme_rill, 51);
  Params params;
  params.iterations = 6;
  const Terrain expected = cook_on_cpu(terrain, Node::combined, params).terrain;
  for (const char* name : {"zx", "xy", "yz"})
    for (double degrees : {0.0, 30.0, 90.0, 123.4, 180.0, 271.0}) {
      Placement placement = turned(plane(name), degrees);
      placement.centre[0] = 12345.6;
      placement.centre[1] = -250;
      TestNode test(erode_type);
      const Cooked cooked = test.set(params).input(detail_of(terrain, placement)).cook();
      ASSERT_TRUE(cooked.messages.errors.empty()) << cooked.messages.errors.front();
      EXPECT_EQ(difference_in_bits(terrain_of(cooked.detail, 1.6), expected), "")
          << name << " turned by " << degrees;
    }
}

TEST(Places, MasksComeFromTheSecondInputByPosition) {
  const Terrain terrain = rill::test::terrain(40, 40, 2, fractal(40, 40, 60, 52));
  // Twice as fine, turned with the terrain, erodable only where x is above 0.
  for (double degrees : {0.0, 45.0, 200.0}) {
    const Placement placement = turned(plane("zx"), degrees);
    GU_DetailHandle masks = empty_detail();
    Layer half(80 * 80, 0.0f);
    for (std::size_t y = 0; y < 80; ++y)
      for (std::size_t x = 40; x < 80; ++x) half[y * 80 + x] = 1;
    add_volume(masks, "mask", half, 80, 80, 1, placement);
    Params params;
    params.iterations = 20;
    TestNode test(erode_type);
    const Cooked cooked = test.set(params).input(detail_of(terrain, placement)).masks(masks).cook();
    ASSERT_TRUE(cooked.messages.errors.empty()) << cooked.messages.errors.front();
    const Layer height = values_of(*volumes_named(cooked.detail, "height").front());
    const Layer& before = terrain.layers.at("height");
    std::size_t changed = 0;
    for (std::size_t y = 0; y < 40; ++y)
      for (std::size_t x = 0; x < 40; ++x) {
        const std::size_t i = y * 40 + x;
        if (x < 20)
          EXPECT_EQ(height[i], before[i]) << x << " " << y << " turned by " << degrees;
        else
          changed += height[i] != before[i];
      }
    EXPECT_GT(changed, 600u);
    EXPECT_TRUE(volumes_named(cooked.detail, "mask").empty()) << "masks are only read";
  }
}

TEST(Places, MasksOnTheSameGridAreTheSolversMasks) {
  const Terrain all = everything(26, 31, 2, scheme_rill, 53);
  Terrain bare = rill::test::terrain(26, 31, 2, all.layers.at("height"));
  Terrain expected_input = bare;
  GU_DetailHandle masks = empty_detail();
  for (const char* name : {"rain", "erodability", "bedrock", "hardness"}) {
    add_volume(masks, name, all.layers.at(name), 26, 31, 2);
    expected_input.layers[name] = all.layers.at(name);
  }
  // Those of the first input lose.
  bare.layers["rain"] = constant(26, 31, 9);
  Params params;
  params.iterations = 8;
  TestNode test(erode_type);
  const Cooked cooked = test.set(params).input(detail_of(bare)).masks(masks).cook();
  const Terrain expected = cook_on_cpu(expected_input, Node::combined, params).terrain;
  for (const char* name : {"height", "water", "hardness"})
    EXPECT_EQ(values_of(*volumes_named(cooked.detail, name).front()), expected.layers.at(name))
        << name;
  EXPECT_EQ(values_of(*volumes_named(cooked.detail, "rain").front()), constant(26, 31, 9));
}

TEST(Places, TheMaskScalesTheErodability) {
  const Terrain base = rill::test::terrain(16, 16, 2, fractal(16, 16, 30, 54));
  Terrain input = base;
  input.layers["erodability"] = constant(16, 16, 0.5f);
  GU_DetailHandle masks = empty_detail();
  add_volume(masks, "stencil", constant(16, 16, 0.25f), 16, 16, 2);
  TestNode test(erode_type);
  test.set("iterations", 6).set("masklayer", "stencil");
  const Cooked cooked = test.input(detail_of(input)).masks(masks).cook();
  Terrain expected_input = base;
  expected_input.layers["erodability"] = constant(16, 16, 0.125f);
  Params params;
  params.iterations = 6;
  EXPECT_EQ(values_of(*volumes_named(cooked.detail, "height").front()),
            cook_on_cpu(expected_input, Node::combined, params).terrain.layers.at("height"));
}

TEST(Places, AStateLayerOnAnotherGridIsSampledAndSaidSo) {
  const Terrain terrain = rill::test::terrain(32, 32, 2, fractal(32, 32, 30, 55));
  GU_DetailHandle input = detail_of(terrain);
  add_volume(input, "hardness", constant(8, 8, 0.75f), 8, 8, 8);
  TestNode test(erode_type);
  const Cooked cooked = test.set("iterations", 4).input(input).cook();
  ASSERT_TRUE(cooked.messages.errors.empty());
  ASSERT_EQ(cooked.messages.warnings.size(), 1u);
  EXPECT_TRUE(mentions(cooked.messages.warnings.front(), {"hardness", "sampled"}));
  Terrain expected_input = terrain;
  expected_input.layers["hardness"] = constant(32, 32, 0.75f);
  Params params;
  params.iterations = 4;
  ASSERT_EQ(volumes_named(cooked.detail, "hardness").size(), 1u);
  const Terrain expected = cook_on_cpu(expected_input, Node::combined, params).terrain;
  EXPECT_EQ(values_of(*volumes_named(cooked.detail, "hardness").front()),
            expected.layers.at("hardness"));
  UT_Vector3 height_corner, corner;
  volumes_named(cooked.detail, "height").front()->indexToPos(31, 31, 0, height_corner);
  volumes_named(cooked.detail, "hardness").front()->indexToPos(31, 31, 0, corner);
  EXPECT_LT((height_corner - corner).length(), 1e-5f);
}

}  // namespace
}  // namespace rill::test
