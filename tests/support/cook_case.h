// What is cooked when ways to cook are compared: terrain, node and parameters, and their levels.
#pragma once

#include <rill/cook.h>

#include <cstdint>
#include <string>

namespace rill::test {

struct CookCase {
  std::string name;
  Terrain terrain;
  Node node = Node::combined;
  Params params;
};

enum MaskChoice { no_masks, rain_mask, erodability_mask, bedrock_mask, all_masks, mask_choices };
enum OutputChoice {
  no_outputs,
  velocity_output,
  erosion_output,
  deposition_output,
  debris_output,
  flow_output,
  all_outputs,
  output_choices
};

// Parameters under which a few steps move soil in every pass.
Params lively(int scheme, int iterations);
void choose_outputs(Params& params, OutputChoice outputs);
// Leaves of a terrain with everything only the chosen masks.
void choose_masks(Terrain& terrain, MaskChoice masks);
// Leaves only the height and the masks: the state starts at its defaults.
void drop_state(Terrain& terrain);

// A fractal with every layer, rough enough for talus.
Terrain rough_everything(int nx, int ny, int scheme, std::uint32_t seed);

// Names the case after its scheme, node, size and options.
std::string name_of(const CookCase& one, MaskChoice masks, OutputChoice outputs, bool carried_on);

}  // namespace rill::test
