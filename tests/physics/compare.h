// A cook and the same cook by the independent model in double precision, layer by layer.
#pragma once

#include <rill/cook.h>

#include <string>
#include <vector>

namespace rill::test {

struct LayerDifference {
  std::string name;
  double largest = 0;           // of |cook - reference|
  double root_mean_square = 0;  // of the same
  double scale = 0;             // root mean square of the reference's layer
};

struct Comparison {
  std::vector<LayerDifference> layers;  // the height first, then those that the cook returned
  double change = 0;                    // root mean square of the height's change
};

// Every output layer is asked for. The flow's direction is compared where there is a flow.
Comparison compare_with_reference(const Terrain& terrain, Node node, const Params& asked);

}  // namespace rill::test
