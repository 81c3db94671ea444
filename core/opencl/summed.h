// What a step is asked for beside the state: sums of the budget, and layers that add up over a
// cook.
#pragma once

#include <vector>

#include "../backend.h"
#include "../schedule.h"
#include "../state.h"

namespace rill::opencl {

constexpr int quantity_count = 7;

struct Summed {
  Field field;
  double StepSums::*sum;
};
constexpr Summed summed_fields[quantity_count] = {
    {field_rained, &StepSums::rained},          {field_evaporated, &StepSums::evaporated},
    {field_water_left, &StepSums::water_left},  {field_eroded, &StepSums::eroded},
    {field_deposited, &StepSums::deposited},    {field_sediment_left, &StepSums::sediment_left},
    {field_talus_moved, &StepSums::talus_moved}};

struct Output {
  Field field;
  std::vector<float> Totals::*total;
};
constexpr Output outputs[] = {
    {field_fall, &Totals::erosion},       {field_deposited, &Totals::deposition},
    {field_received, &Totals::debris},    {field_discharge, &Totals::flow},
    {field_discharge_x, &Totals::flow_x}, {field_discharge_y, &Totals::flow_y}};

}  // namespace rill::opencl
