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

InfoRows info_rows(const std::vector<CookResult>& results) {
  InfoRows rows;
  if (results.empty()) return rows;
  Budget budget;
  double prepare = 0, steps = 0, finish = 0;
  for (const CookResult& result : results) {
    add(budget, result.budget);
    prepare += result.prepare_seconds;
    steps += result.steps_seconds;
    finish += result.finish_seconds;
  }
  const auto row = [&](const char* name, const char* format, auto... values) {
    char text[300];
    std::snprintf(text, sizeof(text), format, values...);
    rows.push_back({name, text});
  };
  const CookResult& first = results.front();
  row("Device", "%.250s", first.device.c_str());
  if (results.size() > 1) row("Height fields", "%zu", results.size());
  row("Steps", "%d of %.4g s", first.steps, first.time_step);
  row("Seconds", "%.3g prepared, %.3g stepped, %.3g finished", prepare, steps, finish);
  row("Water (m3)", "rained %.4g, evaporated %.4g, left %.4g, there now %.4g", budget.rained,
      budget.evaporated, budget.water_left, budget.water_after);
  row("Soil (m3)", "eroded %.4g, deposited %.4g, slid %.4g, suspended %.4g, left %.4g", budget.eroded,
      budget.deposited, budget.talus_moved, budget.suspended_after, budget.sediment_left);
  return rows;
}

std::string info_text(const InfoRows& rows) {
  std::string text = "rill\n";
  for (const auto& row : rows) text += "  " + row.first + ": " + row.second + "\n";
  return text;
}

}  // namespace rill::glue
