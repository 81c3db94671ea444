// What a cook would take, on this machine.
#pragma once

#include <string>

#include <rill/cook.h>

namespace rill {

struct CookEstimate {
  double bytes = 0;
  double seconds = 0;  // from a small cook run just now
  int steps = 0;
  std::string device;
};

CookEstimate estimate_cook(int nx, int ny, int layers, double cell, Node node,
                           const Params& params);

}  // namespace rill
