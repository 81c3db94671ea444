// Budget and timings in words.

#include "report.h"

#include <cstdio>

namespace rill::glue {
std::vector<std::pair<std::string, double>> budget_values(const Budget& budget) {
  std::vector<std::pair<std::string, double>> values;
  for (const BudgetPart& row : budget_parts) values.push_back({row.name, budget.*row.value});
  values.push_back({"water_residual", budget.water_residual()});
  values.push_back({"soil_residual", budget.soil_residual()});
  return values;
}

void add(Budget& total, const Budget& part) {
  for (const BudgetPart& row : budget_parts) total.*row.value += part.*row.value;
}

std::string info_text(const CookResult& result) {
  char text[600];
  const Budget& budget = result.budget;
  std::snprintf(text, sizeof(text),
                "rill: %d steps of %.4g s on %s: %.3g s prepared, %.3g s stepped, %.3g s finished.\n"
                "Water (m3): rained %.4g, evaporated %.4g, left %.4g, there now %.4g.\n"
                "Soil (m3): eroded %.4g, deposited %.4g, slid %.4g, suspended %.4g, left %.4g.",
                result.steps, result.time_step, result.device.c_str(), result.prepare_seconds,
                result.steps_seconds, result.finish_seconds, budget.rained, budget.evaporated,
                budget.water_left, budget.water_after, budget.eroded, budget.deposited,
                budget.talus_moved, budget.suspended_after, budget.sediment_left);
  return text;
}

}  // namespace rill::glue
