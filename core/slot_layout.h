// Where the fields that a step hands from stage to stage live in a worker's ring (sweep.h). Most
// have a place in every row slot. Those that are used up in the row that a stage has just written,
// by the budget or an output layer, have one row for all; and two fields share a place where the
// later one is written only after the last look at the earlier. So what a step works on fits the
// second cache. tests/unit/test_slot_layout.cpp holds every schedule against it.
#pragma once

#include "schedule.h"

namespace rill {

// State and masks are worked on where they are (panels.h), all else lives in the ring.
constexpr int state_fields = field_drop0;

constexpr Field brief_fields[] = {field_rained,     field_evaporated,    field_talus_moved,
                                  field_water_left, field_sediment_left, field_received};

struct SharedPlace {
  Field earlier, later;
};
constexpr SharedPlace shared_places[] = {{field_soil0, field_moved0},
                                         {field_soil1, field_moved1},
                                         {field_soil2, field_moved2},
                                         {field_soil3, field_moved3},
                                         {field_limit, field_eroded}};

struct SlotLayout {
  int place[field_count];  // in a slot, or among the brief fields
  bool brief[field_count];
  int slot_places, brief_places;
};

constexpr SlotLayout make_slot_layout() {
  SlotLayout layout = {};
  for (Field field : brief_fields) {
    layout.brief[field] = true;
    layout.place[field] = layout.brief_places++;
  }
  for (int field = state_fields; field < field_count; ++field) {
    bool shares = false;
    for (const SharedPlace& shared : shared_places) shares = shares || shared.later == field;
    if (!shares && !layout.brief[field]) layout.place[field] = layout.slot_places++;
  }
  for (const SharedPlace& shared : shared_places)
    layout.place[shared.later] = layout.place[shared.earlier];
  return layout;
}
constexpr SlotLayout slot_layout = make_slot_layout();

// Columns of a panel that a row slot can hold, and floats per field in a slot: some columns more on
// both sides for the halo and for vectors that run over; not a multiple of a page, so that fields
// do not fall on each other in the cache.
constexpr int panel_capacity = 1024;
constexpr int slot_margin = 16;
constexpr int slot_pitch = slot_margin + panel_capacity + 32;

constexpr int slot_floats = slot_layout.slot_places * slot_pitch;
constexpr int brief_floats = slot_layout.brief_places * slot_pitch;

// The row of a field that is not state, in the slot of its row or among the brief rows.
constexpr float* field_row(float* slot, float* brief, int field) {
  return (slot_layout.brief[field] ? brief : slot) + slot_layout.place[field] * slot_pitch;
}

}  // namespace rill
