// Cooking: the same bits through the node, the verb and rill::cook; every parameter; every layer.

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "cpu.h"
#include "glue/node_types.h"
#include "scene.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr Node all_nodes[] = {Node::hydraulic, Node::thermal, Node::combined};

Params short_cook(int scheme, int iterations = 5) {
  Params params;
  params.scheme = scheme;
  params.iterations = iterations;
  params.output_velocity = params.output_erosion = params.output_deposition = 1;
  params.output_debris = params.output_flow = 1;
  return params;
}

// What a cook gives, with the layers that it left alone.
Terrain expected_of(const Terrain& terrain, Node node, const Params& params) {
  CookOptions options;
  options.keep_low = terrain.has(layer::height_low);
  return cook_on_cpu(terrain, node, params, options).terrain;
}

TEST(Cook, NodeAndVerbGiveTheSolversBits) {
  struct Size {
    int nx, ny;
  };
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : all_nodes)
      for (Size size : {Size{1, 1}, {7, 9}, {16, 16}, {17, 15}, {33, 48}, {130, 21}}) {
        const Terrain terrain = everything(size.nx, size.ny, 1.6, scheme, 31);
        const Params params = short_cook(scheme);
        const Terrain expected = expected_of(terrain, node, params);

        TestNode test(type_of(node));
        const Cooked cooked = test.set(params).input(detail_of(terrain)).cook();
        ASSERT_TRUE(cooked.messages.errors.empty()) << cooked.messages.errors.front();
        EXPECT_EQ(difference_in_bits(terrain_of(cooked.detail, 1.6), expected), "")
            << scheme_name(scheme) << " " << node_name(node) << " " << size.nx << "x" << size.ny;

        standin::Verb verb(type_of(node));
        verb.values() = test.node().standin_values();
        const GU_DetailHandle through_verb = verb.execute({detail_of(terrain)});
        EXPECT_EQ(difference_in_bits(terrain_of(through_verb, 1.6), expected), "");
      }
}

TEST(Cook, InputStaysAsItWas) {
  const Terrain terrain = everything(20, 35, 2, scheme_rill, 32);
  const GU_DetailHandle input = detail_of(terrain);
  TestNode test(erode_type);
  const Cooked cooked = test.set(short_cook(scheme_rill)).input(input).cook();
  EXPECT_EQ(difference_in_bits(terrain_of(input, 2), terrain), "");
  EXPECT_NE(difference_in_bits(known_of(cooked.detail, 2), terrain), "");
}

TEST(Cook, AStolenInputGivesTheSameBits) {
  const Terrain terrain = everything(20, 35, 2, scheme_rill, 33);
  TestNode test(erode_type);
  test.set(short_cook(scheme_rill)).node().standin_inputs.push_back(detail_of(terrain));
  test.node().standin_steal_input = true;
  const Cooked cooked = test.cook();
  EXPECT_EQ(difference_in_bits(terrain_of(cooked.detail, 2),
                               expected_of(terrain, Node::combined, short_cook(scheme_rill))),
            "");
}

TEST(Cook, TwiceGivesTheSameAndAChainGoesOnToTheBit) {
  const Terrain terrain = everything(40, 33, 2, scheme_rill, 34);
  Params half = short_cook(scheme_rill, 6), whole = short_cook(scheme_rill, 12);
  TestNode first(erode_type), second(erode_type), once(erode_type);
  const Cooked middle = first.set(half).set("keep_low", 1).input(detail_of(terrain)).cook();
  // The second has the toggle off: what came in with a low part goes out with one.
  const Cooked chained = second.set(half).input(middle.detail).cook();
  const Cooked direct = once.set(whole).set("keep_low", 1).input(detail_of(terrain)).cook();
  Terrain a = terrain_of(chained.detail, 2), b = terrain_of(direct.detail, 2);
  for (const char* sum : {layer::erosion, layer::deposition, layer::debris, layer::flow,
                          layer::flowdir_x, layer::flowdir_y})
    a.layers.erase(sum), b.layers.erase(sum);
  EXPECT_EQ(difference_in_bits(a, b), "");
  EXPECT_EQ(difference_in_bits(terrain_of(once.cook().detail, 2), terrain_of(direct.detail, 2)), "");
}

// A value that makes a difference to some layer, for every row of params.def.
Params moved(const ParameterInfo& row, Params params) {
  if (row.kind == ParameterKind::number) {
    double& value = params.*row.number;
    value = row.name == std::string("time_step") ? 0.013
            : row.name == std::string("max_speed") ? 0.05
            : row.name == std::string("cfl") ? 0.01
            : row.name == std::string("world_scale") ? 2.5
            : row.name == std::string("min_hardness") ? 0.45
            : row.name == std::string("film") ? 0.8
            : value * 0.5 + 0.01;
  } else if (row.kind == ParameterKind::integer) {
    params.*row.integer += 2;
  } else if (row.kind == ParameterKind::toggle) {
    params.*row.integer ^= 1;
  } else {
    params.*row.integer = int(row.choices.size()) - 1 - params.*row.integer;
    if (row.name == std::string("exponent")) params.exponent = exponent_one;
  }
  return params;
}

TEST(Cook, EveryParameterReachesTheSolver) {
  for (Node node : all_nodes)
    for (const glue::NodeParameter& parameter : glue::node_parameters(node)) {
      if (!parameter.solver) continue;
      const ParameterInfo& row = *parameter.solver;
      Params base;
      base.iterations = 40;
      base.scheme = std::string(row.schemes) == "jako2011" ? scheme_jako2011 : scheme_rill;
      Terrain terrain = everything(24, 20, 2, base.scheme, 35);
      if (parameter.name == "hardness") terrain.layers.erase(layer::hardness);
      // Where it shows: film and max_speed in the velocity, depth_rule in deep water.
      base.output_velocity = runs_water(node);
      if (parameter.name == "depth_rule") base.erosion_depth = 0.01;
      const Params changed = moved(row, base);
      TestNode test(type_of(node));
      // Only this one is set, the others by their defaults.
      test.set("iterations", base.iterations).set("scheme", base.scheme);
      if (runs_water(node)) test.set("output_velocity", 1).set("erosion_depth", base.erosion_depth);
      test.set(parameter.name, row.number ? changed.*row.number : double(changed.*row.integer));
      if (parameter.name == "scheme") terrain = everything(24, 20, 2, changed.scheme, 35);
      const Cooked cooked = test.input(detail_of(terrain)).cook();
      ASSERT_TRUE(cooked.messages.errors.empty())
          << parameter.name << ": " << cooked.messages.errors.front();
      const Terrain expected = expected_of(terrain, node, changed);
      EXPECT_EQ(difference_in_bits(terrain_of(cooked.detail, 2), expected), "") << parameter.name;
      // The test means something only where the parameter does.
      const Terrain without = expected_of(terrain, node, base);
      EXPECT_NE(difference_in_bits(expected, without), "")
          << node_name(node) << " " << parameter.name << " changes nothing here";
    }
}

TEST(Cook, UntouchedLayersAndAttributesStay) {
  Terrain terrain = everything(20, 18, 2, scheme_rill, 36);
  GU_DetailHandle input = detail_of(terrain);
  const Layer grass = fractal(20, 18, 1, 99);
  add_volume(input, "grass", grass, 20, 18, 2);
  GA_RWHandleS owner(input.gdpNC()->addStringTuple(GA_ATTRIB_DETAIL, "owner", 1));
  owner.set(0, "me");
  TestNode test(thermal_type);
  const Cooked cooked = test.set("iterations", 5).input(input).cook();
  EXPECT_EQ(values_of(*volumes_named(cooked.detail, "grass").front()), grass);
  // The thermal node has no business with water.
  EXPECT_EQ(values_of(*volumes_named(cooked.detail, "water").front()), terrain.layers["water"]);
  const GA_ROHandleS kept(cooked.detail.gdp()->findStringTuple(GA_ATTRIB_DETAIL, "owner"));
  EXPECT_STREQ(kept.get(0).c_str(), "me");
}

TEST(Cook, NewLayersLookLikeStockOnes) {
  const Terrain terrain = rill::test::terrain(35, 20, 3, fractal(35, 20, 40, 5));
  GU_DetailHandle input = detail_of(terrain, turned(plane("zx"), 30));
  GA_RWHandleS tile(input.gdpNC()->addStringTuple(GA_ATTRIB_PRIMITIVE, "tile", 1));
  tile.set(0, "a7");
  TestNode test(erode_type);
  const Cooked cooked = test.set(short_cook(scheme_rill)).input(input).cook();
  ASSERT_TRUE(cooked.messages.errors.empty());
  const GEO_PrimVolume& height = *volumes_named(cooked.detail, "height").front();
  EXPECT_EQ(height.getVisualization(), GEO_VOLUMEVIS_HEIGHTFIELD);
  EXPECT_EQ(height.getBorder(), GEO_VOLUMEBORDER_STREAK);
  const GA_ROHandleS tiles(cooked.detail.gdp()->findStringTuple(GA_ATTRIB_PRIMITIVE, "tile"));
  std::size_t fresh = 0;
  for (const std::string& name : names_in(cooked.detail)) {
    if (name == "height") continue;
    ++fresh;
    ASSERT_EQ(volumes_named(cooked.detail, name).size(), 1u) << name;
    const GEO_PrimVolume& volume = *volumes_named(cooked.detail, name).front();
    EXPECT_EQ(volume.getVisualization(), GEO_VOLUMEVIS_SMOKE) << name;
    EXPECT_EQ(volume.getBorder(), GEO_VOLUMEBORDER_CONSTANT);
    EXPECT_EQ(volume.getBorderValue(), 0);
    EXPECT_STREQ(tiles.get(volume.getMapOffset()).c_str(), "a7");
    for (int x : {0, 34})
      for (int y : {0, 19}) {
        UT_Vector3 here, there;
        height.indexToPos(x, y, 0, here);
        volume.indexToPos(x, y, 0, there);
        EXPECT_LT((here - there).length(), 1e-6f) << name;
      }
  }
  // water, sediment, 4 flux, hardness, 2 velocity, erosion, deposition, debris, flow, 2 flowdir
  EXPECT_EQ(fresh, 15u);
}

TEST(Cook, OutputsOnlyWhenAskedFor) {
  const Terrain terrain = rill::test::terrain(20, 20, 2, fractal(20, 20, 30, 6));
  const std::vector<std::string> always = {"height", "water",  "sediment", "flux.x",
                                           "flux.y", "flux.p", "flux.n",   "hardness"};
  TestNode plain(erode_type);
  EXPECT_EQ(names_in(plain.set("iterations", 2).input(detail_of(terrain)).cook().detail), always);
  TestNode thermal(thermal_type);
  EXPECT_EQ(names_in(thermal.set("iterations", 2).input(detail_of(terrain)).cook().detail),
            (std::vector<std::string>{"height", "hardness"}));
  TestNode flow(hydraulic_type);
  flow.set("iterations", 2).set("output_flow", 1);
  std::vector<std::string> with_flow = always;
  for (const char* name : {"flow", "flowdir.x", "flowdir.y"}) with_flow.push_back(name);
  EXPECT_EQ(names_in(flow.input(detail_of(terrain)).cook().detail), with_flow);
}

TEST(Cook, LayersGoByTheNamesOfTheParameters) {
  const Terrain terrain = everything(18, 22, 2, scheme_rill, 37);
  GU_DetailHandle input = empty_detail();
  for (const auto& entry : terrain.layers)
    add_volume(input, "my_" + entry.first, entry.second, 18, 22, 2);
  TestNode test(erode_type);
  const Params params = short_cook(scheme_rill);
  test.set(params);
  for (const char* base : {"height", "water", "sediment", "flux", "hardness", "rain", "erodability",
                           "bedrock", "velocity", "erosion", "deposition", "debris", "flow", "flowdir"})
    test.set(std::string(base) + "layer", std::string("my_") + base);
  const Cooked cooked = test.input(input).cook();
  ASSERT_TRUE(cooked.messages.errors.empty());
  const Terrain expected = expected_of(terrain, Node::combined, params);
  EXPECT_EQ(names_in(cooked.detail).size(), expected.layers.size());
  for (const auto& entry : expected.layers) {
    ASSERT_EQ(volumes_named(cooked.detail, "my_" + entry.first).size(), 1u) << entry.first;
    EXPECT_EQ(values_of(*volumes_named(cooked.detail, "my_" + entry.first).front()), entry.second);
  }
}

TEST(Cook, AnEmptyLayerNameLeavesTheLayerOut) {
  const Terrain terrain = everything(18, 22, 2, scheme_rill, 38);
  TestNode test(erode_type);
  const Params params = short_cook(scheme_rill);
  const Cooked cooked =
      test.set(params).set("waterlayer", "").set("flowlayer", "").input(detail_of(terrain)).cook();
  ASSERT_TRUE(cooked.messages.errors.empty());
  Terrain dry = terrain;
  dry.layers.erase(layer::water);
  const Terrain expected = expected_of(dry, Node::combined, params);
  EXPECT_EQ(values_of(*volumes_named(cooked.detail, "height").front()), expected.layers.at("height"));
  EXPECT_EQ(values_of(*volumes_named(cooked.detail, "water").front()), terrain.layers.at("water"));
  EXPECT_TRUE(volumes_named(cooked.detail, "flow").empty());
  EXPECT_FALSE(volumes_named(cooked.detail, "flowdir.x").empty());
}

TEST(Cook, SeveralHeightFieldsAreAllCookedEachAlone) {
  Terrain tiles[3] = {everything(20, 24, 2, scheme_rill, 41), everything(31, 17, 2, scheme_rill, 42),
                      rill::test::terrain(12, 12, 2, fractal(12, 12, 20, 43))};
  GU_DetailHandle input = empty_detail();
  for (int i = 0; i < 3; ++i) {
    Placement placement;
    placement.centre[0] = 1000.0 * i;
    for (const auto& entry : tiles[i].layers)
      add_volume(input, entry.first, entry.second, tiles[i].nx, tiles[i].ny, 2, placement);
  }
  // The third has no masks of its own: take the others' away for it by distance, as Houdini would
  // beyond a constant border, so give it neutral ones.
  for (const char* name : {"rain", "erodability"}) {
    Placement placement;
    placement.centre[0] = 2000;
    add_volume(input, name, constant(12, 12, 1), 12, 12, 2, placement);
    tiles[2].layers[name] = constant(12, 12, 1);
  }
  Placement third;
  third.centre[0] = 2000;
  add_volume(input, "bedrock", constant(12, 12, -500), 12, 12, 2, third);
  tiles[2].layers["bedrock"] = constant(12, 12, -500);
  for (const char* name : {"water", "sediment", "flux.x", "flux.y", "flux.p", "flux.n"}) {
    add_volume(input, name, constant(12, 12, 0), 12, 12, 2, third);
    tiles[2].layers[name] = constant(12, 12, 0);
  }
  add_volume(input, "hardness", constant(12, 12, 0.5f), 12, 12, 2, third);
  tiles[2].layers["hardness"] = constant(12, 12, 0.5f);

  TestNode test(erode_type);
  const Params params = short_cook(scheme_rill);
  const Cooked cooked = test.set(params).input(input).cook();
  ASSERT_TRUE(cooked.messages.errors.empty()) << cooked.messages.errors.front();
  EXPECT_NE(cooked.info.find("Height fields: 3"), std::string::npos) << cooked.info;
  for (int i = 0; i < 3; ++i) {
    const Terrain expected = expected_of(tiles[i], Node::combined, params);
    for (const auto& entry : expected.layers) {
      const auto volumes = volumes_named(cooked.detail, entry.first);
      ASSERT_EQ(volumes.size(), 3u) << entry.first;
      bool found = false;
      for (const GEO_PrimVolume* volume : volumes)
        found = found || values_of(*volume) == entry.second;
      EXPECT_TRUE(found) << "tile " << i << " " << entry.first;
    }
  }
}

TEST(Cook, InfoNamesDeviceStepsAndBudget) {
  const Terrain terrain = rill::test::terrain(40, 40, 2, fractal(40, 40, 60, 7));
  TestNode test(erode_type);
  const Cooked cooked =
      test.set("iterations", 30).set("output_budget", 1).input(detail_of(terrain)).cook();
  EXPECT_TRUE(cooked.messages.messages.empty()) << "info is no message";
  for (const char* word : {"Steps: 30 of ", "Device: tbb", "Seconds: ", "rained", "eroded"})
    EXPECT_NE(cooked.info.find(word), std::string::npos) << cooked.info;
  std::set<std::string> rows;
  for (const auto& row : standin::info_of(test.node())) rows.insert(row.first);
  EXPECT_EQ(rows, (std::set<std::string>{"rill/Device", "rill/Steps", "rill/Seconds", "rill/Water (m3)",
                                         "rill/Soil (m3)"}));
  Params params;
  params.iterations = 30;
  const Budget budget = cook_on_cpu(terrain, Node::combined, params).budget;
  const auto number = [&](const char* name) {
    const GA_ROAttributeRef ref = cooked.detail.gdp()->findAttribute(GA_ATTRIB_DETAIL, name);
    return ref.isValid() ? ref.attribute->numbers.at(0) : -1.0;
  };
  EXPECT_FLOAT_EQ(float(number("rill_budget_rained")), float(budget.rained));
  EXPECT_FLOAT_EQ(float(number("rill_budget_eroded")), float(budget.eroded));
  EXPECT_FLOAT_EQ(float(number("rill_budget_height_change")), float(budget.height_change));
  EXPECT_EQ(number("rill_steps"), 30);
  EXPECT_GT(number("rill_seconds"), 0);
  TestNode without(erode_type);
  const Cooked plain = without.set("iterations", 3).input(detail_of(terrain)).cook();
  EXPECT_FALSE(plain.detail.gdp()->findAttribute(GA_ATTRIB_DETAIL, "rill_steps").isValid());
}

TEST(Cook, WithoutANodeTheInfoIsAMessage) {
  const Terrain terrain = rill::test::terrain(9, 9, 2, fractal(9, 9, 10, 8));
  plugin();
  standin::Verb verb(erode_type);
  verb.values().set("iterations", "3");
  verb.values().set("device", "tbb");
  verb.execute({detail_of(terrain)});
  ASSERT_EQ(verb.messages().messages.size(), 1u);
  EXPECT_NE(verb.messages().messages.front().find("Steps: 3 of "), std::string::npos);
}

TEST(Cook, ADurationErodesForTheSameTimeOnEveryGrid) {
  for (double cell : {0.5, 2.0, 7.0}) {
    const Terrain terrain = rill::test::terrain(20, 20, cell, fractal(20, 20, 10 * cell, 9));
    Params params;
    params.iterations = int(std::round(1.5 / time_step_used(params, Node::combined, cell)));
    TestNode test(erode_type);
    const Cooked cooked =
        test.set("iterations", 777).set("duration", 1.5).input(detail_of(terrain)).cook();
    ASSERT_TRUE(cooked.messages.errors.empty()) << cooked.messages.errors.front();
    EXPECT_EQ(difference_in_bits(terrain_of(cooked.detail, cell),
                                 expected_of(terrain, Node::combined, params)),
              "")
        << cell;
    EXPECT_NE(cooked.info.find("Steps: " + std::to_string(params.iterations) + " of"),
              std::string::npos);
  }
}

TEST(Cook, ChangesTheDataIds) {
  const Terrain terrain = rill::test::terrain(9, 9, 2, fractal(9, 9, 10, 8));
  const GU_DetailHandle input = detail_of(terrain);
  TestNode test(erode_type);
  const Cooked cooked = test.set("iterations", 1).input(input).cook();
  EXPECT_NE(cooked.detail.gdp()->standin_data_id(), input.gdp()->standin_data_id());
}

TEST(Cook, ConstantTilesStaySmall) {
  const Terrain flat = rill::test::terrain(64, 64, 2, constant(64, 64, 5));
  TestNode test(thermal_type);
  const Cooked cooked = test.set("iterations", 2).input(detail_of(flat)).cook();
  const UT_VoxelArrayReadHandleF voxels =
      volumes_named(cooked.detail, "hardness").front()->getVoxelHandle();
  for (int i = 0; i < voxels->numTiles(); ++i) EXPECT_TRUE(voxels->getLinearTile(i)->isConstant());
}

}  // namespace
}  // namespace rill::test
