// What a node tells about a cook: lines for its info window, numbers for detail attributes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <rill/cook.h>

namespace rill::glue {

// Names as attributes carry them after rill_budget_, with values in m3.
std::vector<std::pair<std::string, double>> budget_values(const Budget& budget);

void add(Budget& total, const Budget& part);

// A few lines: device, steps and time; where water and soil went.
std::string info_text(const CookResult& result);

}  // namespace rill::glue
