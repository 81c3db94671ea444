// Where the water and the soil of a cook went, in cubic metres, summed in double precision.
#pragma once

namespace rill {

struct Budget {
  // Water. Soil in suspension counts as part of the water's depth, as in the paper, so what is
  // eroded adds to it and what is deposited takes from it.
  double water_before = 0, water_after = 0;
  double rained = 0;
  double evaporated = 0;
  double water_left = 0;  // through an open border

  // Soil.
  double suspended_before = 0, suspended_after = 0;
  double eroded = 0;
  double deposited = 0;
  double sediment_left = 0;
  double talus_moved = 0;    // by talus and creep, from cell to cell
  double height_change = 0;  // terrain after minus before

  // What does not add up, and what it is measured against. Both residuals stay below 1e-6 of what
  // moved (scheme jako2011 with semi-Lagrangian transport: water only; the paper's transport loses
  // soil).
  double water_residual() const {
    return (water_after - water_before) - (rained + eroded - deposited - evaporated - water_left);
  }
  double water_moved() const { return rained + eroded + deposited + evaporated + water_left; }
  double soil_residual() const {
    return height_change + (suspended_after - suspended_before) + sediment_left;
  }
  double soil_moved() const { return eroded + deposited + sediment_left + talus_moved; }
};

// Every part under its name.
struct BudgetPart {
  const char* name;
  double Budget::*value;
};
constexpr BudgetPart budget_parts[] = {{"water_before", &Budget::water_before},
                                       {"water_after", &Budget::water_after},
                                       {"rained", &Budget::rained},
                                       {"evaporated", &Budget::evaporated},
                                       {"water_left", &Budget::water_left},
                                       {"suspended_before", &Budget::suspended_before},
                                       {"suspended_after", &Budget::suspended_after},
                                       {"eroded", &Budget::eroded},
                                       {"deposited", &Budget::deposited},
                                       {"sediment_left", &Budget::sediment_left},
                                       {"talus_moved", &Budget::talus_moved},
                                       {"height_change", &Budget::height_change}};

}  // namespace rill
