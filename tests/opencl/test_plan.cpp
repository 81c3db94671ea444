// Buffers on the device: two fields share one only when no value of either is needed while the
// other is written. Lifetimes are worked out here anew from what the stages touch.

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "opencl/plan.h"

namespace rill::test {
namespace {

struct Planned {
  std::string name;
  Schedule schedule;
  Step step;
  bool masks;
  std::vector<Field> kept;
};

std::vector<Field> summed_and_kept(const Params& params) {
  std::vector<Field> kept = {field_rained,    field_evaporated,    field_water_left, field_eroded,
                             field_deposited, field_sediment_left, field_talus_moved};
  if (params.output_erosion) kept.push_back(field_fall);
  if (params.output_debris) kept.push_back(field_received);
  if (params.output_flow)
    kept.insert(kept.end(), {field_discharge, field_discharge_x, field_discharge_y});
  if (params.output_velocity) kept.insert(kept.end(), {field_velocity_x, field_velocity_y});
  return kept;
}

Planned planned(const Params& params, Node node, bool masks, bool keep_sums) {
  Planned result;
  MaskPresence presence;
  presence.bedrock = masks;
  result.schedule = make_schedule(params, node, 2, presence);
  result.step = result.schedule.step;
  if (runs_water(node) && params.output_velocity) result.step.keep |= RILL_KEEP_VELOCITY;
  result.masks = masks;
  std::bitset<field_count> written;
  for (const ScheduledStage& stage : result.schedule.stages)
    written |= field_use(stage.stage, result.step, masks).writes;
  if (keep_sums)
    for (Field field : summed_and_kept(params))
      if (written[field]) result.kept.push_back(field);
  result.name = std::string(scheme_name(params.scheme)) + " " + node_name(node) +
                (masks ? " masks" : "") + " border " + std::to_string(params.border) + " keep " +
                std::to_string(result.step.keep) + " transport " +
                std::to_string(params.transport) + " collision " +
                std::to_string(params.capacity_rule) + (keep_sums ? "" : " without sums");
  return result;
}

std::vector<Planned> every_plan() {
  std::vector<Planned> plans;
  for (int bits = 0; bits < 1 << 11; ++bits)
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined}) {
      Params params;
      const auto bit = [&](int i) { return bits >> i & 1; };
      params.output_velocity = bit(0);
      params.output_erosion = bit(1);
      params.output_deposition = bit(2);
      params.output_debris = bit(3);
      params.output_flow = bit(4);
      params.scheme = bit(5);
      params.border = bit(6) ? border_open : border_wrap;
      params.transport = bit(7);
      params.capacity_rule = bit(8);
      plans.push_back(planned(params, node, bit(9), bit(10)));
    }
  return plans;
}

struct Life {
  bool used = false, whole_step = false;
  std::size_t first = 0, last = 0;  // stages
};

std::vector<Life> lives(const Planned& one) {
  std::vector<Life> result(field_count);
  for (std::size_t stage = 0; stage < one.schedule.stages.size(); ++stage) {
    const FieldUse use = field_use(one.schedule.stages[stage].stage, one.step, one.masks);
    for (std::size_t field = 0; field < field_count; ++field) {
      if (!use.any()[field]) continue;
      Life& life = result[field];
      if (!life.used) life.first = stage;
      // Read without having been written: its value is from before the step.
      if (!life.used && !use.writes[field]) life.whole_step = true;
      life.used = true;
      life.last = stage;
    }
  }
  for (Field field : one.schedule.changed) result[field].used = result[field].whole_step = true;
  for (Field field : one.schedule.read_only) result[field].used = result[field].whole_step = true;
  for (Field field : one.kept) result[field].used = result[field].whole_step = true;
  return result;
}

bool overlap(const Life& a, const Life& b) {
  return a.whole_step || b.whole_step || (a.first <= b.last && b.first <= a.last);
}

TEST(Plan, FieldsThatLiveAtTheSameTimeNeverShareABuffer) {
  int sharing = 0;
  for (const Planned& one : every_plan()) {
    const opencl::Plan plan = opencl::make_plan(one.schedule, one.step, one.masks, one.kept);
    const std::vector<Life> life = lives(one);
    std::set<int> buffers;
    for (int a = 0; a < field_count; ++a) {
      ASSERT_EQ(plan.used(Field(a)), life[std::size_t(a)].used)
          << one.name << ": " << field_name(Field(a));
      if (!plan.used(Field(a))) continue;
      ASSERT_LT(plan.buffer_of[a], plan.buffers) << one.name;
      buffers.insert(plan.buffer_of[a]);
      for (int b = 0; b < a; ++b) {
        if (plan.buffer_of[a] != plan.buffer_of[b]) continue;
        ++sharing;
        ASSERT_FALSE(overlap(life[std::size_t(a)], life[std::size_t(b)]))
            << one.name << ": " << field_name(Field(a)) << " and " << field_name(Field(b));
      }
    }
    ASSERT_EQ(int(buffers.size()), plan.buffers) << one.name << ": a buffer is never used";
  }
  EXPECT_GT(sharing, 1000);
}

TEST(Plan, AStageGetsExactlyTheFieldsItTouches) {
  for (const Planned& one : every_plan()) {
    const opencl::Plan plan = opencl::make_plan(one.schedule, one.step, one.masks, one.kept);
    ASSERT_EQ(plan.stages.size(), one.schedule.stages.size()) << one.name;
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
      ASSERT_EQ(plan.stages[stage].stage, one.schedule.stages[stage].stage) << one.name;
      const FieldUse use = field_use(plan.stages[stage].stage, one.step, one.masks);
      std::bitset<field_count> given;
      for (Field field : plan.stages[stage].fields) given.set(field);
      ASSERT_EQ(given, use.any()) << one.name << ": " << stage_name(plan.stages[stage].stage);
      ASSERT_EQ(given.count(), plan.stages[stage].fields.size()) << one.name;
    }
  }
}

// A field that is neither state nor mask must be written before a stage reads it.
TEST(Plan, NothingIsReadBeforeItIsWritten) {
  for (const Planned& one : every_plan()) {
    std::bitset<field_count> known;
    for (Field field : one.schedule.changed) known.set(field);
    for (Field field : one.schedule.read_only) known.set(field);
    for (const ScheduledStage& stage : one.schedule.stages) {
      const FieldUse use = field_use(stage.stage, one.step, one.masks);
      for (int field = 0; field < field_count; ++field) {
        const bool from_elsewhere =
            use.reads_around[std::size_t(field)] || !use.writes[std::size_t(field)];
        if (use.reads[std::size_t(field)] && from_elsewhere) {
          ASSERT_TRUE(known[std::size_t(field)]) << one.name << ": " << stage_name(stage.stage)
                                                 << " reads " << field_name(Field(field));
        }
      }
      known |= use.writes;
    }
  }
}

// A kernel takes every field as an argument; OpenCL 1.2 promises 1024 bytes of them.
TEST(Plan, KernelArgumentsFitEveryDevice) {
  for (const Planned& one : every_plan())
    for (const auto& stage : opencl::make_plan(one.schedule, one.step, one.masks, one.kept).stages)
      ASSERT_LE(sizeof(Step) + 3 * sizeof(int) + stage.fields.size() * 8, 1024u) << one.name;
}

}  // namespace
}  // namespace rill::test
