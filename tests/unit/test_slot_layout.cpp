// The rings' layout against every schedule: a brief field is used up where it is written, of two
// fields that share a place nobody looks at the earlier one any more when the later one is written,
// and a slot is not written again while its row is still looked at.

#include "slot_layout.h"

#include <gtest/gtest.h>

#include <bitset>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "field_use.h"
#include "sweep.h"

namespace rill::test {
namespace {

struct Case {
  std::string name;
  Schedule schedule;
  bool masks;
  std::vector<FieldUse> uses;  // of every stage
};

std::vector<Case> every_case() {
  std::vector<Case> cases;
  for (int bits = 0; bits < 1 << 8; ++bits)
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined}) {
      const auto bit = [&](int i) { return bits >> i & 1; };
      Params params;
      params.scheme = bit(0);
      params.border = bit(1) ? border_open : border_wrap;
      params.transport = bit(2);
      params.capacity_rule = bit(3);
      params.output_erosion = params.output_deposition = bit(4);
      params.output_debris = bit(5);
      params.output_flow = bit(6);
      MaskPresence masks;
      masks.bedrock = bit(7);
      Case one;
      one.name = std::string(scheme_name(params.scheme)) + " " + node_name(node) + ", bits " +
                 std::to_string(bits);
      one.schedule = make_schedule(params, node, 2, masks);
      one.masks = masks.any();
      if (runs_water(node)) one.schedule.step.keep |= RILL_KEEP_VELOCITY;
      for (const ScheduledStage& stage : one.schedule.stages)
        one.uses.push_back(field_use(stage.stage, one.schedule.step, masks.any()));
      cases.push_back(one);
    }
  return cases;
}

TEST(SlotLayout, BriefFieldsAreReadByNoStage) {
  for (Field field : brief_fields) {
    int written = 0;
    for (const Case& one : every_case())
      for (const FieldUse& use : one.uses) {
        EXPECT_FALSE(use.reads[field]) << field_name(field) << ", " << one.name;
        written += use.writes[field];
      }
    EXPECT_GT(written, 0) << field_name(field);
  }
}

// The sweep looks at these when the last stage has left its row; at the others, which the budget
// sums, after the stage that wrote them.
TEST(SlotLayout, BriefFieldsOfTheEndAreWrittenByTheLastStage) {
  for (Field field : {field_water_left, field_sediment_left, field_received}) {
    ASSERT_EQ(slot_layout.ring[field], ring_brief);
    for (const Case& one : every_case())
      for (std::size_t stage = 0; stage + 1 < one.uses.size(); ++stage)
        EXPECT_FALSE(one.uses[stage].writes[field]) << field_name(field) << ", " << one.name;
  }
}

// Going up the rows, a stage with a greater lag comes later to a row; one that looks around still
// needs the row below its own. A stage may write over what it reads in its own cell.
TEST(SlotLayout, SharedPlacesAreFreeWhenTheLaterFieldComes) {
  for (const SharedPlace& shared : shared_places) {
    EXPECT_EQ(slot_layout.ring[shared.earlier], slot_layout.ring[shared.later]);
    EXPECT_EQ(slot_layout.place[shared.earlier], slot_layout.place[shared.later]);
    int compared = 0;
    for (const Case& one : every_case())
      for (std::size_t early = 0; early < one.uses.size(); ++early)
        for (std::size_t late = 0; late < one.uses.size(); ++late) {
          if (!one.uses[early].any()[shared.earlier] || !one.uses[late].any()[shared.later])
            continue;
          ++compared;
          const int last_look =
              one.schedule.stages[early].lag + one.uses[early].reads_around[shared.earlier];
          EXPECT_LE(early, late) << field_name(shared.earlier) << ", " << one.name;
          EXPECT_LE(last_look, one.schedule.stages[late].lag)
              << field_name(shared.earlier) << ", " << one.name;
        }
    EXPECT_GT(compared, 0) << field_name(shared.earlier);
  }
}

TEST(SlotLayout, NoOtherFieldsShareAPlace) {
  for (int a = state_fields; a < field_count; ++a)
    for (int b = a + 1; b < field_count; ++b) {
      if (slot_layout.ring[a] != slot_layout.ring[b]) continue;
      bool shared = false;
      for (const SharedPlace& pair : shared_places)
        shared = shared || (pair.earlier == a && pair.later == b) ||
                 (pair.earlier == b && pair.later == a);
      EXPECT_EQ(slot_layout.place[a] == slot_layout.place[b], shared)
          << field_name(Field(a)) << " and " << field_name(Field(b));
    }
}

// Goes up the rows as a sweep does, and notes whose row each place of each slot holds.
class Slots {
 public:
  explicit Slots(const RingSlots& slots) : slots_(slots) {}
  void write(Field field, int row) { at(field, row) = {field, row}; }
  bool holds(Field field, int row) { return at(field, row) == std::make_pair(field, row); }

 private:
  std::pair<Field, int>& at(Field field, int row) {
    const RingName ring = slot_layout.ring[field];
    return held_[{ring, slot_layout.place[field], row % slots_[ring]}];
  }
  RingSlots slots_;
  std::map<std::tuple<int, int, int>, std::pair<Field, int>> held_;
};

bool in_ring(int field) { return field >= state_fields && slot_layout.ring[field] != ring_brief; }

TEST(SlotLayout, NoRowIsWrittenOverWhileItIsLookedAt) {
  constexpr int first_looked_at = 12, rows = 30;  // by the first, every field has been written
  const Field outputs[] = {field_fall,        field_deposited,  field_discharge, field_discharge_x,
                           field_discharge_y, field_velocity_x, field_velocity_y};
  for (const Case& one : every_case()) {
    Slots slots(Sweep::ring_slots(one.schedule, one.masks, true, 64));
    std::bitset<field_count> written;
    for (const FieldUse& use : one.uses) written |= use.writes;
    for (int newest = 0; newest < rows; ++newest)
      for (std::size_t stage = 0; stage < one.uses.size(); ++stage) {
        const FieldUse& use = one.uses[stage];
        const int row = newest - one.schedule.stages[stage].lag;
        const auto expect_held = [&](int field, int looked_at) {
          if (newest < first_looked_at || !in_ring(field)) return;
          EXPECT_TRUE(slots.holds(Field(field), looked_at))
              << field_name(Field(field)) << " in " << stage_name(one.schedule.stages[stage].stage)
              << ", " << one.name;
        };
        for (int field = 0; field < field_count; ++field) {
          const bool own = use.writes[std::size_t(field)];
          if (use.reads[std::size_t(field)] && !own) expect_held(field, row);
          if (use.reads_around[std::size_t(field)])
            for (int beside : {row - 1, row + 1}) expect_held(field, beside);
        }
        for (int field = 0; field < field_count; ++field)
          if (use.writes[std::size_t(field)] && in_ring(field) && row >= 0)
            slots.write(Field(field), row);
        if (stage + 1 < one.uses.size()) continue;
        for (Field field : outputs)
          if (written[field]) expect_held(field, row);
      }
  }
}

}  // namespace
}  // namespace rill::test
