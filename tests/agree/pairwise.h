// Combinations in which every pair of levels of any two factors occurs, without the full product.
#pragma once

#include <vector>

namespace rill::test {

using Combination = std::vector<int>;  // one level per factor

// Greedy: each new combination covers as many pairs that are still missing as it can find. The same
// for the same arguments on every machine.
std::vector<Combination> pairwise(const std::vector<int>& level_counts);

// Pairs that no combination holds.
int missing_pairs(const std::vector<int>& level_counts,
                  const std::vector<Combination>& combinations);

}  // namespace rill::test
