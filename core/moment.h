// State, totals and sums of a running cook as a moment, and back.
#pragma once

#include <rill/moment.h>

#include "backend.h"

namespace rill {

// Sums of the terrain's layers before the cook, for the budget, metres over cells.
struct Storage {
  double height, water, sediment;
};

struct CookSums {
  Storage before;
  std::vector<StepSums> steps;  // in the parts that the back end adds up, or as one
};

CookMoment make_moment(int steps, const State& state, const Totals& totals,
                       const Schedule& schedule, const CookSums& sums);

// Throws when the moment is not one of such a cook.
CookSums restore_moment(const SavedMoment& saved, State& state, Totals& totals,
                        const Schedule& schedule);

}  // namespace rill
