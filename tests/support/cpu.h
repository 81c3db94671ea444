// Cooks on the CPU, whatever OpenCL devices the machine has.
#pragma once

#include <rill/cook.h>

#include <utility>

namespace rill::test {

inline CookResult cook_on_cpu(Terrain terrain, Node node, const Params& params,
                              CookOptions options = {}) {
  options.device = "tbb";
  return cook(std::move(terrain), node, params, options);
}

}  // namespace rill::test
