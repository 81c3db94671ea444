// A cook between two steps: to keep it, to go on from it later to the bit, or to look at it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <rill/layers.h>

namespace rill {

// As the cook offers it. Everything is valid during the call only.
struct CookMoment {
  int steps = 0;                                              // done so far
  std::vector<std::pair<std::string, const Layer*>> fields;  // what the solver goes on with
  std::vector<double> sums;                                   // the budget so far
  std::function<Terrain()> terrain;  // the layers as if the cook ended here, a copy
};

// As it was kept. Going on from it needs the same input, node and parameters.
struct SavedMoment {
  int steps = 0;
  std::map<std::string, Layer> fields;
  std::vector<double> sums;
};

}  // namespace rill
