// The ring's layout against every schedule: a brief field is used up where it is written, and of
// two fields that share a place nobody looks at the earlier one any more when the later one is
// written.

#include "slot_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "field_use.h"

namespace rill::test {
namespace {

struct Case {
  std::string name;
  Schedule schedule;
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
    ASSERT_TRUE(slot_layout.brief[field]);
    for (const Case& one : every_case())
      for (std::size_t stage = 0; stage + 1 < one.uses.size(); ++stage)
        EXPECT_FALSE(one.uses[stage].writes[field]) << field_name(field) << ", " << one.name;
  }
}

// Going up the rows, a stage with a greater lag comes later to a row; one that looks around still
// needs the row below its own.
TEST(SlotLayout, SharedPlacesAreFreeWhenTheLaterFieldComes) {
  for (const SharedPlace& shared : shared_places) {
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
          EXPECT_LT(early, late) << field_name(shared.earlier) << ", " << one.name;
          EXPECT_LE(last_look, one.schedule.stages[late].lag)
              << field_name(shared.earlier) << ", " << one.name;
        }
    EXPECT_GT(compared, 0) << field_name(shared.earlier);
  }
}

TEST(SlotLayout, NoOtherFieldsShareAPlace) {
  for (int a = state_fields; a < field_count; ++a)
    for (int b = a + 1; b < field_count; ++b) {
      if (slot_layout.brief[a] != slot_layout.brief[b]) continue;
      bool shared = false;
      for (const SharedPlace& pair : shared_places)
        shared = shared || (pair.earlier == a && pair.later == b) ||
                 (pair.earlier == b && pair.later == a);
      EXPECT_EQ(slot_layout.place[a] == slot_layout.place[b], shared)
          << field_name(Field(a)) << " and " << field_name(Field(b));
    }
}

}  // namespace
}  // namespace rill::test
