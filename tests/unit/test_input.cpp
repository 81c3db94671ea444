// What a cook refuses, clamps or ignores of its input, each with a sentence that names layer and
// cell.

#include <rill/cook.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cpu.h"
#include "errors.h"
#include "terrains.h"

namespace rill {
namespace {

using test::cook_on_cpu;
using test::mentions;
using test::refusal;

constexpr int nx = 5, ny = 4;
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

struct LayerRange {
  const char* name;
  float least, most;
};

// What a layer may hold before it is refused; less than that is clamped.
std::vector<LayerRange> layers_read(Node node, int scheme) {
  std::vector<LayerRange> layers = {{layer::height, -1e7f, 1e7f},
                                    {layer::height_low, -1e3f, 1e3f},
                                    {layer::hardness, -1e7f, 1e7f},
                                    {layer::erodability, -1e7f, 1e7f},
                                    {layer::bedrock, -1e30f, 1e7f}};
  if (node == Node::thermal) return layers;
  for (const char* name : {layer::water, layer::sediment, layer::rain})
    layers.push_back({name, -1e7f, 1e7f});
  const bool jako = scheme == scheme_jako2011;
  for (const char* name :
       {jako ? layer::flux_l : layer::flux_x, jako ? layer::flux_r : layer::flux_y,
        jako ? layer::flux_t : layer::flux_p, jako ? layer::flux_b : layer::flux_n})
    layers.push_back({name, -1e15f, 1e15f});
  return layers;
}

Params quick(int scheme = scheme_rill) {
  Params params;
  params.scheme = scheme;
  params.iterations = 1;
  return params;
}

Terrain complete(int scheme) {
  Terrain terrain = test::everything(nx, ny, 2, scheme, 3);
  terrain.layers[layer::height_low] = test::constant(nx, ny, 0);
  return terrain;
}

template <class Check>
void for_every_layer(const Check& check) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
      for (const LayerRange& range : layers_read(node, scheme)) {
        SCOPED_TRACE(std::string(scheme_name(scheme)) + " " + node_name(node) + " " + range.name);
        check(scheme, node, range);
      }
}

TEST(Input, CompleteTerrainIsAccepted) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
      EXPECT_EQ(refusal([&] { cook_on_cpu(complete(scheme), node, quick(scheme)); }), "");
}

TEST(Input, WrongSizeIsRefused) {
  for_every_layer([](int scheme, Node node, const LayerRange& range) {
    for (int size : {0, 1, nx * ny - 1, nx * ny + 1, 2 * nx * ny}) {
      Terrain terrain = complete(scheme);
      terrain.layers[range.name].assign(std::size_t(size), 0.0f);
      EXPECT_TRUE(mentions(refusal([&] { cook_on_cpu(terrain, node, quick(scheme)); }),
                           {std::string("'") + range.name + "'", std::to_string(size) + " values",
                            std::to_string(nx * ny) + " cells"}));
    }
  });
}

TEST(Input, NotFiniteIsRefusedWithLayerAndCell) {
  for_every_layer([](int scheme, Node node, const LayerRange& range) {
    for (float bad : {not_a_number, -not_a_number, infinity, -infinity})
      for (int at : {0, 7, nx * ny - 1}) {
        Terrain terrain = complete(scheme);
        terrain.layers[range.name][std::size_t(at)] = bad;
        const std::string cell =
            "(" + std::to_string(at % nx) + ", " + std::to_string(at / nx) + ")";
        EXPECT_TRUE(
            mentions(refusal([&] { cook_on_cpu(terrain, node, quick(scheme)); }),
                     {std::string("'") + range.name + "'", cell, std::isnan(bad) ? "nan" : "inf"}));
      }
  });
}

TEST(Input, OutOfRangeIsRefusedAndTheEndIsNot) {
  for_every_layer([](int scheme, Node node, const LayerRange& range) {
    for (float end : {range.least, range.most}) {
      Terrain terrain = complete(scheme);
      terrain.layers[range.name][13] = end;
      EXPECT_EQ(refusal([&] { cook_on_cpu(terrain, node, quick(scheme)); }), "");
      // Bedrock means "none" from -1e30 on; only there the end is not sharp.
      const bool none = range.name == std::string(layer::bedrock) && end < 0;
      terrain.layers[range.name][13] = none ? -std::numeric_limits<float>::max()
                                            : std::nextafter(end, end > 0 ? infinity : -infinity);
      EXPECT_TRUE(mentions(refusal([&] { cook_on_cpu(terrain, node, quick(scheme)); }),
                           {std::string("'") + range.name + "'", "(3, 2)", "values from"}));
    }
  });
}

TEST(Input, FirstBadCellIsNamed) {
  Terrain terrain = complete(scheme_rill);
  terrain.layers[layer::height][18] = infinity;
  terrain.layers[layer::height][6] = not_a_number;
  EXPECT_TRUE(
      mentions(refusal([&] { cook_on_cpu(terrain, Node::thermal, quick()); }), {"nan", "(1, 1)"}));
}

TEST(Input, ClampedValuesAreNotedAndTakenAsTheEnd) {
  struct Row {
    const char* name;
    int scheme;
    float outside, end;
  };
  for (const Row& row : std::initializer_list<Row>{{layer::hardness, scheme_rill, 1.5f, 1},
                                                   {layer::hardness, scheme_rill, -0.5f, 0},
                                                   {layer::erodability, scheme_rill, 1.001f, 1},
                                                   {layer::erodability, scheme_rill, -3, 0},
                                                   {layer::water, scheme_rill, -0.01f, 0},
                                                   {layer::sediment, scheme_rill, -0.01f, 0},
                                                   {layer::rain, scheme_rill, -1, 0},
                                                   {layer::flux_l, scheme_jako2011, -1, 0},
                                                   {layer::flux_b, scheme_jako2011, -1, 0}}) {
    SCOPED_TRACE(row.name);
    Terrain at_end = complete(row.scheme);
    for (std::size_t cell : {4u, 11u}) at_end.layers[row.name][cell] = row.end;
    Terrain outside = at_end;
    for (std::size_t cell : {4u, 11u}) outside.layers[row.name][cell] = row.outside;
    CookResult expected = cook_on_cpu(at_end, Node::combined, quick(row.scheme));
    CookResult result = cook_on_cpu(outside, Node::combined, quick(row.scheme));
    EXPECT_TRUE(expected.notes.empty());
    ASSERT_EQ(result.notes.size(), 1u);
    EXPECT_TRUE(
        mentions(result.notes[0], {std::string("'") + row.name + "'", "2 cells", "clamped"}));
    // Masks are only read, so the result carries them as they came.
    if (find_layer(row.name)->role == LayerRole::mask)
      for (Terrain* terrain : {&expected.terrain, &result.terrain}) terrain->layers.erase(row.name);
    EXPECT_EQ(test::difference_in_bits(result.terrain, expected.terrain), "");
  }
}

TEST(Input, SignedFluxOfSchemeRillIsNotClamped) {
  Terrain terrain = complete(scheme_rill);
  terrain.layers[layer::flux_x][6] = -5;
  EXPECT_TRUE(cook_on_cpu(terrain, Node::hydraulic, quick()).notes.empty());
}

TEST(Input, MissingHeightIsRefused) {
  Terrain terrain = complete(scheme_rill);
  terrain.layers.erase(layer::height);
  EXPECT_TRUE(
      mentions(refusal([&] { cook_on_cpu(terrain, Node::thermal, quick()); }), {"'height'"}));
}

TEST(Input, EmptyGridIsRefused) {
  for (int bad : {0, -1, std::numeric_limits<int>::min()})
    for (bool along_x : {true, false}) {
      Terrain terrain = complete(scheme_rill);
      (along_x ? terrain.nx : terrain.ny) = bad;
      EXPECT_TRUE(
          mentions(refusal([&] { cook_on_cpu(terrain, Node::hydraulic, quick()); }), {"empty"}));
    }
}

TEST(Input, HugeGridIsRefusedBeforeAnyMemoryIsTaken) {
  Terrain terrain = test::terrain(1, 1, 1, {0.0f});
  const int largest = std::numeric_limits<int>::max();
  for (const auto& [wide, high] : std::vector<std::pair<int, int>>{
           {46341, 46341}, {largest, 2}, {2, largest}, {largest, largest}}) {
    terrain.nx = wide;
    terrain.ny = high;
    EXPECT_TRUE(
        mentions(refusal([&] { cook_on_cpu(terrain, Node::hydraulic, quick()); }), {"2147483647"}));
  }
  // One that could be addressed is measured against its layer instead.
  for (const auto& [wide, high] : std::vector<std::pair<int, int>>{{46340, 46340}, {largest, 1}}) {
    terrain.nx = wide;
    terrain.ny = high;
    EXPECT_TRUE(mentions(refusal([&] { cook_on_cpu(terrain, Node::hydraulic, quick()); }),
                         {"'height'", "1 values"}));
  }
}

TEST(Input, CellSizeIsChecked) {
  Terrain terrain = complete(scheme_rill);
  for (double good : {1e-3, 1e5}) {
    terrain.cell = good;
    EXPECT_EQ(refusal([&] { cook_on_cpu(terrain, Node::combined, quick()); }), "") << good;
  }
  for (double bad : {0.0, -0.0, -1.0, 0.9999e-3, 1.0001e5, std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    terrain.cell = bad;
    EXPECT_TRUE(mentions(refusal([&] { cook_on_cpu(terrain, Node::combined, quick()); }),
                         {"cell", "0.001 m to 100000 m"}))
        << bad;
  }
}

TEST(Input, BadParametersAreRefusedByACookToo) {
  Params params = quick();
  params.rain = 1.5;
  EXPECT_TRUE(mentions(refusal([&] { cook_on_cpu(complete(scheme_rill), Node::combined, params); }),
                       {"rain", "1.5", "0 to 1"}));
}

TEST(Input, UnknownLanesAreRefused) {
  CookOptions options;
  for (const char* name : {"neon9", "", "AVX2"}) {
    options.lanes = name;
    EXPECT_TRUE(mentions(
        refusal([&] { cook_on_cpu(complete(scheme_rill), Node::combined, quick(), options); }),
        {std::string("'") + name + "'", "auto", "one"}));
  }
  try {
    cook_on_cpu(complete(scheme_rill), Node::combined, quick(), options);
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::resource);
  }
}

// A device that is not there is a visible message, and the result is the CPU's.
TEST(Input, AnUnknownDeviceIsRefusedWithThoseThereAre) {
  for (const std::string name : {"abacus", "tbb2"}) {
    CookOptions options;
    options.device = name;
    EXPECT_TRUE(mentions(
        refusal([&] { cook(complete(scheme_rill), Node::combined, quick(), options); }),
        {"'" + name + "'", "auto", "tbb"}));
  }
}

TEST(Input, EveryLaneSetOfThisMachineCanBeNamed) {
  ASSERT_FALSE(available_lanes().empty());
  EXPECT_EQ(available_lanes().front(), "one");
  for (const std::string& lanes : available_lanes()) {
    CookOptions options;
    options.lanes = lanes;
    options.threads = 1;
    EXPECT_EQ(cook_on_cpu(complete(scheme_rill), Node::combined, quick(), options).device,
              "tbb " + lanes + ", 1 thread");
  }
  EXPECT_TRUE(mentions(cook_on_cpu(complete(scheme_rill), Node::combined, quick()).device,
                       {available_lanes().back()}));
}

}  // namespace
}  // namespace rill
