// Masks that say nothing change nothing: rain 1, erodability 1 and bedrock far below give the bits
// of no masks at all, alone and together, in every scheme, node and border.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cases.h"
#include "cpu.h"
#include "terrains.h"

namespace rill::test {
namespace {

Terrain with_neutral(Terrain terrain, MaskChoice masks) {
  if (masks == rain_mask || masks == all_masks)
    terrain.layers[layer::rain] = constant(terrain.nx, terrain.ny, 1);
  if (masks == erodability_mask || masks == all_masks)
    terrain.layers[layer::erodability] = constant(terrain.nx, terrain.ny, 1);
  if (masks == bedrock_mask || masks == all_masks)
    terrain.layers[layer::bedrock] = constant(terrain.nx, terrain.ny, -1e20f);
  return terrain;
}

void without_masks(Terrain& terrain) {
  for (const char* mask : {layer::rain, layer::erodability, layer::bedrock})
    terrain.layers.erase(mask);
}

void expect_no_effect(const Terrain& bare, Node node, const Params& params, MaskChoice masks) {
  Terrain expected = cook_on_cpu(bare, node, params).terrain;
  Terrain result = cook_on_cpu(with_neutral(bare, masks), node, params).terrain;
  without_masks(result);
  EXPECT_NE(difference_in_bits(expected, bare), "");
  EXPECT_EQ(difference_in_bits(result, expected), "")
      << scheme_name(params.scheme) << " " << node_name(node) << " border " << params.border
      << " bank " << params.bank << " masks " << masks;
}

TEST(MasksAgree, NeutralOnesHaveNoEffect) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
      for (int border : {border_open, border_closed, border_wrap})
        for (int masks = rain_mask; masks < mask_choices; ++masks) {
          Terrain bare = everything(70, 41, 2, scheme, 401);
          without_masks(bare);
          for (std::size_t i = 0; i < bare.cells(); i += 5) bare.layers[layer::height][i] += 3;
          Params params = lively(scheme, 12);
          params.border = border;
          choose_outputs(params, all_outputs);
          expect_no_effect(bare, node, params, MaskChoice(masks));
        }
}

TEST(MasksAgree, NeutralOnesHaveNoEffectWhateverTheBanks) {
  for (double bank : {0.0, 0.999, 1.0})
    for (MaskChoice masks : {rain_mask, erodability_mask, bedrock_mask, all_masks}) {
      const Terrain bare = terrain(40, 30, 2, fractal(40, 30, 60, 402, 16));
      Params params = lively(scheme_rill, 12);
      params.bank = bank;
      expect_no_effect(bare, Node::hydraulic, params, masks);
    }
}

// Each mask does something once it is not neutral, so the tests above could fail.
TEST(MasksAgree, OthersDo) {
  for (int scheme : {scheme_rill, scheme_jako2011}) {
    const Terrain bare = terrain(40, 30, 2, fractal(40, 30, 60, 403, 16));
    const Params params = lively(scheme, 12);
    const Layer expected =
        cook_on_cpu(bare, Node::combined, params).terrain.layers.at(layer::height);
    for (const char* mask : {layer::rain, layer::erodability, layer::bedrock}) {
      Terrain masked = bare;
      masked.layers[mask] = std::string(mask) == layer::bedrock ? bare.layers.at(layer::height)
                                                                : constant(40, 30, 0.5f);
      EXPECT_NE(cook_on_cpu(masked, Node::combined, params).terrain.layers.at(layer::height),
                expected)
          << mask;
    }
  }
}

}  // namespace
}  // namespace rill::test
