// Scheme jako2011 with the paper's values against the independent model in double precision, 100
// steps on fractal terrain of 60 m relief: every node and border at 256 x 256, every combination of
// its rules and every mask at 96 x 96.

#include <gtest/gtest.h>

#include "agreement.h"
#include "measure.h"
#include "terrains.h"
#include "tiling.h"

namespace rill::test {
namespace {

constexpr int small = 96;
constexpr double relief = 60;
constexpr double cell = 1;  // steep enough for the paper's talus

Params hundred_steps(int border) {
  Params params = paper_params();
  params.iterations = 100;
  params.border = border;
  return params;
}

TEST(Jako2011AgainstReference, EveryNodeAndBorder) {
  Agreement agreement(scheme_jako2011);
  for (int border : all_borders)
    for (Node node : all_nodes)
      agreement.expect(in_words(node, border) + " 256",
                       terrain(256, 256, cell, fractal(256, 256, relief, 1)), node,
                       hundred_steps(border));
}

// The preset: the paper's own transport.
TEST(Jako2011AgainstReference, PaperAsPrinted) {
  Agreement agreement(scheme_jako2011);
  for (int border : all_borders) {
    Params params = hundred_steps(border);
    params.transport = transport_semi_lagrangian;
    agreement.expect(in_words(Node::combined, border) + " 256",
                     terrain(256, 256, cell, fractal(256, 256, relief, 1)), Node::combined, params);
  }
}

// A lake up to some 20 m deep, so that every part of the depth rules is met.
Terrain flooded() {
  Terrain result = terrain(small, small, cell, fractal(small, small, relief, 3));
  Layer water = result.layers.at(layer::height);
  for (float& value : water) value = value < 28 ? 28 - value : 0;
  result.layers[layer::water] = water;
  return result;
}

TEST(Jako2011AgainstReference, EveryRule) {
  Agreement agreement(scheme_jako2011);
  for (int border : all_borders)
    for (Node node : {Node::hydraulic, Node::combined})
      for (int rules = 0; rules < 8; ++rules) {
        Params params = hundred_steps(border);
        params.transport = rules & 1 ? transport_semi_lagrangian : transport_conservative;
        params.depth_rule = rules & 2 ? depth_band : depth_ramp;
        params.capacity_rule = rules & 4 ? capacity_collision : capacity_slope;
        const std::string name = in_words(node, border) + (rules & 1 ? " semi-lagrangian" : "") +
                                 (rules & 2 ? " band" : " ramp") +
                                 (rules & 4 ? " collision" : " slope");
        agreement.expect(name, flooded(), node, params);
      }
}

TEST(Jako2011AgainstReference, EveryLayerGiven) {
  Agreement agreement(scheme_jako2011);
  for (int transport : {transport_conservative, transport_semi_lagrangian})
    for (int border : all_borders)
      for (Node node : all_nodes) {
        Params params = hundred_steps(border);
        params.transport = transport;
        agreement.expect(
            in_words(node, border) + (transport ? " semi-lagrangian" : "") + ", every layer",
            everything(small, small, cell, scheme_jako2011, 5), node, params);
      }
}

TEST(Jako2011AgainstReference, EachMaskAlone) {
  Agreement agreement(scheme_jako2011);
  const Terrain masked = everything(small, small, cell, scheme_jako2011, 8);
  for (const char* mask : {layer::rain, layer::erodability, layer::bedrock})
    for (int border : all_borders)
      for (Node node : all_nodes) {
        if (node == Node::thermal && mask == layer::rain) continue;
        Terrain input = terrain(small, small, cell, masked.layers.at(layer::height));
        input.layers[mask] = masked.layers.at(mask);
        agreement.expect(in_words(node, border) + ", " + mask, input, node, hundred_steps(border));
      }
}

TEST(Jako2011AgainstReference, TerrainThatTiles) {
  Agreement agreement(scheme_jako2011);
  for (int transport : {transport_conservative, transport_semi_lagrangian}) {
    Params params = hundred_steps(border_wrap);
    params.transport = transport;
    agreement.expect(std::string("combined wrap, tiling") + (transport ? " semi-lagrangian" : ""),
                     terrain(128, 128, cell, tiling_fractal(128, 128, relief, 4)), Node::combined,
                     params);
  }
}

struct Option {
  const char* name;
  void (*set)(Params& params);
};

const Option values[] = {
    {"rill's defaults",
     [](Params& p) {
       const int border = p.border;
       p = Params();
       p.scheme = scheme_jako2011, p.border = border, p.iterations = 100;
     }},
    {"drag 5", [](Params& p) { p.drag = 5; }},
    {"settle", [](Params& p) { p.settle = 1; }},
    {"max_speed 5", [](Params& p) { p.max_speed = 5; }},
    {"film 0.05", [](Params& p) { p.film = 0.05; }},
    {"evaporation 0.1", [](Params& p) { p.evaporation = 0.1; }},
    {"min_tilt 0, loose", [](Params& p) { p.min_tilt = 0, p.hardness = 0; }},
    {"thermal 50, limited to 1", [](Params& p) { p.thermal = 50, p.time_step = 0.03; }},
    {"world_scale 4", [](Params& p) { p.world_scale = 4; }},
    {"time step 0.9 of its limit", [](Params& p) { p.time_step = 0.9 * time_step_limit(p, cell); }},
    {"erosion_depth 1", [](Params& p) { p.erosion_depth = 1; }},
    {"erosion_depth 1, band", [](Params& p) { p.erosion_depth = 1, p.depth_rule = depth_band; }},
    {"time step 0.001", [](Params& p) { p.time_step = 0.001; }},
};

TEST(Jako2011AgainstReference, EveryParameter) {
  Agreement agreement(scheme_jako2011);
  int border = border_open;
  for (const Option& value : values) {
    Params params = hundred_steps(border);
    value.set(params);
    agreement.expect(std::string(value.name) + " " + border_name(border),
                     terrain(small, small, cell, fractal(small, small, relief, 3)), Node::combined,
                     params);
    border = (border + 1) % 3;
  }
}

TEST(Jako2011AgainstReference, OtherGrids) {
  Agreement agreement(scheme_jako2011);
  for (int transport : {transport_conservative, transport_semi_lagrangian})
    for (int border : all_borders)
      for (const auto& [nx, ny] :
           {std::pair(131, 67), {5, 64}, {2, 40}, {1, 40}, {40, 1}, {2, 3}}) {
        Params params = hundred_steps(border);
        params.transport = transport;
        agreement.expect(
            in_words(Node::combined, border) + (transport ? " semi-lagrangian " : " ") +
                std::to_string(nx) + " x " + std::to_string(ny),
            terrain(nx, ny, cell, fractal(nx, ny, relief, 7, 8)), Node::combined, params);
      }
}

}  // namespace
}  // namespace rill::test
