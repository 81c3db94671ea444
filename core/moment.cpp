// Fields under their names in fields.def, totals under their own; sums as a row of numbers.

#include "moment.h"

#include <rill/error.h>

#include "field_use.h"

namespace rill {
namespace {

constexpr double StepSums::*summed[] = {
    &StepSums::rained,    &StepSums::evaporated,    &StepSums::water_left, &StepSums::eroded,
    &StepSums::deposited, &StepSums::sediment_left, &StepSums::talus_moved};
constexpr std::size_t before_count = 3, summed_count = sizeof(summed) / sizeof(summed[0]);

// Calls visit(name, array) for all that a cook goes on with.
template <class StateOrConst, class TotalsOrConst, class Visit>
void visit_arrays(StateOrConst& state, TotalsOrConst& totals, const Schedule& schedule,
                  const Visit& visit) {
  for (Field field : schedule.changed) visit(std::string(field_name(field)), state.fields[field]);
  visit("total.erosion", totals.erosion);
  visit("total.deposition", totals.deposition);
  visit("total.debris", totals.debris);
  visit("total.flow", totals.flow);
  visit("total.flow_x", totals.flow_x);
  visit("total.flow_y", totals.flow_y);
}

}  // namespace

CookMoment make_moment(int steps, const State& state, const Totals& totals,
                       const Schedule& schedule, const CookSums& sums) {
  CookMoment moment;
  moment.steps = steps;
  visit_arrays(state, totals, schedule, [&moment](const std::string& name, const Layer& values) {
    if (!values.empty()) moment.fields.emplace_back(name, &values);
  });
  moment.sums = {sums.before.height, sums.before.water, sums.before.sediment};
  for (const StepSums& part : sums.steps)
    for (double StepSums::*sum : summed) moment.sums.push_back(part.*sum);
  return moment;
}

CookSums restore_moment(const SavedMoment& saved, State& state, Totals& totals,
                        const Schedule& schedule) {
  const Error misfit("What was kept of the cook does not fit it; cook it from the start.");
  visit_arrays(state, totals, schedule, [&](const std::string& name, Layer& values) {
    if (values.empty()) return;
    const auto found = saved.fields.find(name);
    if (found == saved.fields.end() || found->second.size() != values.size()) throw misfit;
    values = found->second;
  });
  const std::vector<double>& row = saved.sums;
  if (row.size() < before_count || (row.size() - before_count) % summed_count != 0) throw misfit;
  CookSums sums;
  sums.before = {row[0], row[1], row[2]};
  for (std::size_t at = before_count; at < row.size(); at += summed_count) {
    StepSums part;
    for (std::size_t k = 0; k < summed_count; ++k) part.*summed[k] = row[at + k];
    sums.steps.push_back(part);
  }
  return sums;
}

}  // namespace rill
