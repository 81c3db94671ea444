// Where the fields that a step hands from stage to stage live in a worker's rings (sweep.h): rows
// side by side in a row slot. There are three rings, because most fields are used up within three
// rows and only some live longer; each has as many slots as its fields live (Sweep::ring_slots).
// What is used up in the row that a stage has just written, by the budget or an output layer, has
// one row for all. So what a step works on fits the second cache. What crosses the edges of a cell
// is written where the drops over them were, by the last stage that reads those: their lines are in
// the first cache then. tests/unit/test_slot_layout.cpp holds every schedule against it.
#pragma once

#include "schedule.h"

namespace rill {

// State and masks are worked on where they are (panels.h), all else lives in the rings.
constexpr int state_fields = field_drop0;

enum RingName { ring_long, ring_middle, ring_short, ring_brief, ring_count };
constexpr int slot_rings = ring_brief;  // the brief rows have no slots

constexpr Field brief_fields[] = {field_rained,     field_evaporated,    field_talus_moved,
                                  field_water_left, field_sediment_left, field_received};
constexpr Field long_fields[] = {field_drop0, field_drop1, field_drop2, field_drop3};
constexpr Field middle_fields[] = {field_carried,    field_talus0,      field_talus1,
                                   field_talus2,     field_talus3,      field_talus_share,
                                   field_talus_rate, field_talus_limit, field_talus_out};

struct SharedPlace {
  Field earlier, later;
};
constexpr SharedPlace shared_places[] = {{field_drop0, field_moved0},
                                         {field_drop1, field_moved1},
                                         {field_drop2, field_moved2},
                                         {field_drop3, field_moved3}};

struct SlotLayout {
  RingName ring[field_count];
  int place[field_count];  // in a slot, or among the brief rows
  int places[ring_count];
};

constexpr SlotLayout make_slot_layout() {
  SlotLayout layout = {};
  for (int field = 0; field < field_count; ++field) layout.ring[field] = ring_short;
  for (Field field : brief_fields) layout.ring[field] = ring_brief;
  for (Field field : long_fields) layout.ring[field] = ring_long;
  for (Field field : middle_fields) layout.ring[field] = ring_middle;
  for (int field = state_fields; field < field_count; ++field) {
    bool shares = false;
    for (const SharedPlace& shared : shared_places) shares = shares || shared.later == field;
    if (!shares) layout.place[field] = layout.places[layout.ring[field]]++;
  }
  for (const SharedPlace& shared : shared_places) {
    layout.ring[shared.later] = layout.ring[shared.earlier];
    layout.place[shared.later] = layout.place[shared.earlier];
  }
  return layout;
}
constexpr SlotLayout slot_layout = make_slot_layout();

// Columns of a panel that a row slot can hold, and floats per field in a slot: some columns more on
// both sides for the halo and for vectors that run over; not a multiple of a page, so that fields
// do not fall on each other in the cache.
constexpr int panel_capacity = 1024;
constexpr int slot_margin = 16;
constexpr int slot_pitch = slot_margin + panel_capacity + 32;

constexpr int slot_floats(RingName ring) { return slot_layout.places[ring] * slot_pitch; }

}  // namespace rill
