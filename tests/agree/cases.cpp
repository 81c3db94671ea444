#include "cases.h"

#include <sstream>

#include "pairwise.h"

namespace rill::test {
namespace {

struct Size {
  int nx, ny;
};
constexpr Size sizes[] = {{1, 1},    {2, 2},    {7, 7}, {8, 8}, {9, 9},   {64, 64},
                          {515, 33}, {33, 515}, {1, 9}, {9, 1}, {600, 20}};
constexpr int size_count = int(sizeof(sizes) / sizeof(sizes[0]));

enum Factor {
  size_factor,
  node_factor,
  border_factor,
  masks_factor,
  outputs_factor,
  settle_factor,
  state_factor,
  first_option,   // rill: exponent; jako2011: transport
  second_option,  // jako2011: depth_rule
  third_option,   // jako2011: capacity_rule
};

std::vector<int> level_counts(int scheme) {
  std::vector<int> counts = {size_count, 3, 3, mask_choices, output_choices, 2, 2};
  if (scheme == scheme_rill)
    counts.push_back(3);
  else
    counts.insert(counts.end(), {2, 2, 2});
  return counts;
}

CookCase make_case(int scheme, int iterations, const Combination& level, std::uint32_t seed) {
  const Size size = sizes[level[size_factor]];
  CookCase result;
  result.terrain = rough_everything(size.nx, size.ny, scheme, seed);
  result.node = Node(level[node_factor]);
  result.params = lively(scheme, iterations);
  result.params.border = level[border_factor];
  result.params.settle = level[settle_factor];
  choose_masks(result.terrain, MaskChoice(level[masks_factor]));
  choose_outputs(result.params, OutputChoice(level[outputs_factor]));
  if (level[state_factor]) drop_state(result.terrain);
  if (scheme == scheme_rill) {
    result.params.exponent = level[first_option];
  } else {
    result.params.transport = level[first_option];
    result.params.depth_rule = level[second_option];
    result.params.capacity_rule = level[third_option];
  }
  result.name = name_of(result, MaskChoice(level[masks_factor]), OutputChoice(level[outputs_factor]),
                        !level[state_factor]);
  return result;
}

}  // namespace

std::vector<CookCase> pairwise_cases(int scheme, int iterations) {
  std::vector<CookCase> cases;
  std::uint32_t seed = 100;
  for (const Combination& combination : pairwise(level_counts(scheme)))
    cases.push_back(make_case(scheme, iterations, combination, ++seed));
  return cases;
}

CookOptions plain_options(const Terrain& terrain) {
  CookOptions options;
  options.lanes = "one";
  options.threads = 1;
  options.fused = false;
  options.band_rows = terrain.ny;
  return options;
}

std::string option_text(const CookOptions& options) {
  std::ostringstream text;
  text << options.lanes << ", " << options.threads << " threads, "
       << (options.fused ? "fused" : "unfused") << ", bands of " << options.band_rows
       << ", panels of " << options.panel_columns;
  return text.str();
}

}  // namespace rill::test
