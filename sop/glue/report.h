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

// Names and values of what the info window shows: device, steps and time; where water and soil went.
// Several height fields are added up.
using InfoRows = std::vector<std::pair<std::string, std::string>>;
InfoRows info_rows(const std::vector<CookResult>& results);

// The same as lines of text.
std::string info_text(const InfoRows& rows);

}  // namespace rill::glue
