// Cooks to compare: what is cooked (terrain, node, parameters) apart from how (lanes, threads,
// tiles), which must not matter.
#pragma once

#include <rill/cook.h>

#include <string>
#include <vector>

namespace rill::test {

struct Case {
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

// Cases in which every pair of size, node, border, option, output and mask occurs.
std::vector<Case> pairwise_cases(int scheme, int iterations);

// One lane, one thread, stage by stage over the whole grid: what all others must give.
CookOptions plain_options(const Terrain& terrain);

std::string option_text(const CookOptions& options);

}  // namespace rill::test
