// Optional output layers: there exactly when asked for and where the node makes them, without a
// bit's effect on the rest, and adding up to the budget.

#include <rill/cook.h>

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "cpu.h"
#include "terrains.h"

namespace rill {
namespace {

using test::cook_on_cpu;

constexpr Node all_nodes[] = {Node::hydraulic, Node::thermal, Node::combined};
constexpr int all_schemes[] = {scheme_rill, scheme_jako2011};
constexpr int all_borders[] = {border_open, border_closed, border_wrap};

struct Output {
  int Params::*toggle;
  std::vector<std::string> layers;
  bool of_water;  // else of talus
};

const std::vector<Output>& outputs() {
  static const std::vector<Output> table = {
      {&Params::output_velocity, {"velocity.x", "velocity.y"}, true},
      {&Params::output_erosion, {"erosion"}, true},
      {&Params::output_deposition, {"deposition"}, true},
      {&Params::output_debris, {"debris"}, false},
      {&Params::output_flow, {"flow", "flowdir.x", "flowdir.y"}, true}};
  return table;
}

Params settings(int scheme, int border = border_open, int iterations = 8) {
  Params params;
  params.scheme = scheme;
  params.border = border;
  params.iterations = iterations;
  params.rain = 0.2;
  params.erosion_depth = 0.1;
  params.suspension = 2;
  params.deposition = 2;
  params.thermal = 2;
  params.creep = 0.5;
  return params;
}

Params with_all_outputs(Params params) {
  for (const Output& output : outputs()) params.*output.toggle = 1;
  return params;
}

// With enough sediment that some of it settles at once.
Terrain start(int scheme) {
  Terrain terrain = test::everything(37, 26, 2, scheme, 41);
  for (float& sediment : terrain.layers[layer::sediment]) sediment *= 30;
  return terrain;
}

std::set<std::string> names(const Terrain& terrain) {
  std::set<std::string> result;
  for (const auto& entry : terrain.layers) result.insert(entry.first);
  return result;
}

double sum(const Layer& layer) {
  double total = 0;
  for (float value : layer) total += double(value);
  return total;
}

// Layers hold floats that grew step by step; the budget is in double.
void expect_volume(const CookResult& result, const char* name, double volume) {
  const double measured =
      sum(result.terrain.layers.at(name)) * result.terrain.cell * result.terrain.cell;
  EXPECT_GT(volume, 0) << name;
  EXPECT_NEAR(measured, volume, 2e-7 * volume) << name;
}

TEST(Outputs, AppearExactlyWhenAskedForWhereTheNodeMakesThem) {
  for (int scheme : all_schemes)
    for (Node node : all_nodes) {
      const Terrain plain = cook_on_cpu(start(scheme), node, settings(scheme)).terrain;
      for (int chosen = 0; chosen < 32; ++chosen) {
        Params params = settings(scheme);
        std::set<std::string> expected = names(plain);
        for (std::size_t i = 0; i < outputs().size(); ++i) {
          const Output& output = outputs()[i];
          if (!(chosen >> i & 1)) continue;
          params.*output.toggle = 1;
          if (output.of_water ? runs_water(node) : runs_talus(node))
            expected.insert(output.layers.begin(), output.layers.end());
        }
        Terrain result = cook_on_cpu(start(scheme), node, params).terrain;
        EXPECT_EQ(names(result), expected) << scheme_name(scheme) << " " << node_name(node);
        for (const std::string& name : names(result)) {
          EXPECT_EQ(result.layers[name].size(), result.cells());
          if (!plain.has(name)) result.layers.erase(name);
        }
        ASSERT_EQ(test::difference_in_bits(result, plain), "");
      }
    }
}

TEST(Outputs, AddUpToTheBudget) {
  for (int scheme : all_schemes)
    for (Node node : all_nodes)
      for (int border : all_borders) {
        SCOPED_TRACE(std::string(scheme_name(scheme)) + " " + node_name(node) + " border " +
                     std::to_string(border));
        const CookResult result =
            cook_on_cpu(start(scheme), node, with_all_outputs(settings(scheme, border)));
        if (runs_water(node)) {
          expect_volume(result, layer::erosion, result.budget.eroded);
          expect_volume(result, layer::deposition, result.budget.deposited);
        }
        if (runs_talus(node)) expect_volume(result, layer::debris, result.budget.talus_moved);
      }
}

TEST(Outputs, HeightIsWhatTheLayersSay) {
  for (int scheme : all_schemes) {
    const CookResult result =
        cook_on_cpu(start(scheme), Node::hydraulic, with_all_outputs(settings(scheme)));
    const Terrain before = start(scheme);
    for (std::size_t i = 0; i < before.cells(); ++i) {
      const float erosion = result.terrain.layers.at(layer::erosion)[i];
      const float deposition = result.terrain.layers.at(layer::deposition)[i];
      EXPECT_GE(erosion, 0);
      EXPECT_GE(deposition, 0);
      EXPECT_NEAR(result.terrain.layers.at(layer::height)[i],
                  before.layers.at(layer::height)[i] - erosion + deposition, 2e-5);
    }
  }
}

// Over a cook they are the sum, the mean and the last of single steps.
TEST(Outputs, GoOverTheWholeCook) {
  for (int scheme : all_schemes) {
    const Params one = with_all_outputs(settings(scheme, border_open, 1));
    const Params three = with_all_outputs(settings(scheme, border_open, 3));
    CookOptions options;
    options.keep_low = true;
    const Terrain whole = cook_on_cpu(start(scheme), Node::combined, three, options).terrain;
    Terrain part = start(scheme);
    Layer erosion(part.cells()), debris(part.cells()), flow(part.cells());
    for (int step = 0; step < 3; ++step) {
      part = cook_on_cpu(part, Node::combined, one, options).terrain;
      for (std::size_t i = 0; i < part.cells(); ++i) {
        erosion[i] += part.layers.at(layer::erosion)[i];
        debris[i] += part.layers.at(layer::debris)[i];
        flow[i] += part.layers.at(layer::flow)[i] / 3;
      }
    }
    for (std::size_t i = 0; i < part.cells(); ++i) {
      EXPECT_FLOAT_EQ(whole.layers.at(layer::erosion)[i], erosion[i]);
      EXPECT_FLOAT_EQ(whole.layers.at(layer::debris)[i], debris[i]);
      EXPECT_FLOAT_EQ(whole.layers.at(layer::flow)[i], flow[i]);
      EXPECT_EQ(whole.layers.at(layer::velocity_x)[i], part.layers.at(layer::velocity_x)[i]);
      EXPECT_EQ(whole.layers.at(layer::velocity_y)[i], part.layers.at(layer::velocity_y)[i]);
    }
  }
}

TEST(Outputs, FlowDirectionIsAUnitVectorOrZero) {
  for (int scheme : all_schemes) {
    const Terrain result =
        cook_on_cpu(start(scheme), Node::hydraulic, with_all_outputs(settings(scheme))).terrain;
    int flowing = 0;
    for (std::size_t i = 0; i < result.cells(); ++i) {
      const double x = result.layers.at(layer::flowdir_x)[i],
                   y = result.layers.at(layer::flowdir_y)[i];
      const double length = std::hypot(x, y);
      if (length != 0) {
        EXPECT_NEAR(length, 1, 1e-6);
      }
      EXPECT_GE(result.layers.at(layer::flow)[i], 0);
      flowing += length != 0;
    }
    EXPECT_GT(flowing, int(result.cells()) / 2);
  }
}

TEST(Outputs, NothingFlowsWithoutWater) {
  for (int scheme : all_schemes) {
    Params params = with_all_outputs(settings(scheme));
    params.rain = 0;
    const Terrain dry = test::terrain(20, 20, 2, test::fractal(20, 20, 40, 42));
    const CookResult result = cook_on_cpu(dry, Node::hydraulic, params);
    for (const Output& output : outputs())
      for (const std::string& name : output.layers)
        if (output.of_water) {
          for (float value : result.terrain.layers.at(name)) ASSERT_EQ(value, 0) << name;
        }
    EXPECT_EQ(result.terrain.layers.at(layer::height), dry.layers.at(layer::height));
    EXPECT_EQ(result.budget.water_moved(), 0);
    EXPECT_EQ(result.budget.soil_moved(), 0);
  }
}

TEST(Outputs, VelocityKeepsToTheLimit) {
  for (int scheme : all_schemes) {
    const auto fastest = [&](double max_speed) {
      Params params = with_all_outputs(settings(scheme));
      params.max_speed = max_speed;
      const Terrain result = cook_on_cpu(start(scheme), Node::hydraulic, params).terrain;
      double most = 0;
      for (std::size_t i = 0; i < result.cells(); ++i) {
        const double x = result.layers.at(layer::velocity_x)[i];
        const double y = result.layers.at(layer::velocity_y)[i];
        // The paper limits each component, scheme rill the length.
        most = std::max(
            most, scheme == scheme_rill ? std::hypot(x, y) : std::max(std::abs(x), std::abs(y)));
      }
      return most;
    };
    const double one_cell_a_step = 2 / 0.04;
    EXPECT_LE(fastest(0), one_cell_a_step * (1 + 1e-6));
    EXPECT_GT(fastest(0), 1.5);
    EXPECT_LE(fastest(1.5), 1.5 * (1 + 1e-6));
    EXPECT_GT(fastest(1.5), 1.49);
    EXPECT_LE(fastest(1e4), one_cell_a_step * (1 + 1e-6));
  }
}

TEST(Outputs, KnownLayersAreFoundByName) {
  for (const LayerInfo& info : known_layers()) {
    ASSERT_EQ(find_layer(info.name), &info) << info.name;
    EXPECT_GT(std::string(info.help).size(), 3u);
  }
  EXPECT_EQ(find_layer("Height"), nullptr);
  EXPECT_EQ(find_layer(""), nullptr);
  for (const Output& output : outputs())
    for (const std::string& name : output.layers)
      EXPECT_EQ(find_layer(name)->role, LayerRole::output) << name;
}

}  // namespace
}  // namespace rill
