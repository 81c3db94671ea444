// Which cooks are compared. Kernels depend on scheme, node, outputs, on whether there are masks and
// whether the border is open, and in scheme jako2011 on two rules; building them takes a second or
// two, so there are few such variants. All else changes freely within a variant.
#pragma once

#include <string>
#include <vector>

#include "cooks.h"

namespace rill::test {

struct Size {
  int nx, ny;
};

struct AgreeCase {
  int scheme;
  Node node;
  Size size;
  OutputChoice outputs;
  int transport, capacity_rule, depth_rule;  // jako2011
  int exponent;                              // rill
  int border;
  MaskChoice masks;
  int settle;
  bool carried_on;
};

std::vector<AgreeCase> agree_cases();
std::vector<Size> agree_sizes();
CookCase made(const AgreeCase& one, int iterations);

}  // namespace rill::test
