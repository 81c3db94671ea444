// Cooks to compare: what is cooked (terrain, node, parameters) apart from how (lanes, threads,
// tiles), which must not matter.
#pragma once

#include <rill/cook.h>

#include <string>
#include <vector>

#include "cook_case.h"

namespace rill::test {

// Cases in which every pair of size, node, border, option, output and mask occurs.
std::vector<CookCase> pairwise_cases(int scheme, int iterations);

// One lane, one thread, stage by stage over the whole grid: what all others must give.
CookOptions plain_options(const Terrain& terrain);

std::string option_text(const CookOptions& options);

}  // namespace rill::test
