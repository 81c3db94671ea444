// Buffers by lifetime: state, masks, results and what is summed keep a buffer of their own; the rest
// take turns.

#include "plan.h"

#include <algorithm>

namespace rill::opencl {

Plan make_plan(const Schedule& schedule, const Step& step, bool masks,
               const std::vector<Field>& kept_to_the_end) {
  Plan plan;
  std::fill(plan.buffer_of, plan.buffer_of + field_count, -1);
  std::vector<FieldUse> uses;
  std::bitset<field_count> used, own;
  for (const ScheduledStage& scheduled : schedule.stages) {
    const FieldUse use = field_use(scheduled.stage, step, masks);
    Plan::StageArguments arguments;
    arguments.stage = scheduled.stage;
    for (int field = 0; field < field_count; ++field)
      if (use.any()[std::size_t(field)]) arguments.fields.push_back(Field(field));
    plan.stages.push_back(arguments);
    uses.push_back(use);
    used |= use.any();
  }
  for (Field field : schedule.changed) own.set(field);
  for (Field field : schedule.read_only) own.set(field);
  for (Field field : kept_to_the_end) own.set(field);
  used |= own;

  for (int field = 0; field < field_count; ++field)
    if (used[std::size_t(field)] && own[std::size_t(field)]) plan.buffer_of[field] = plan.buffers++;

  std::vector<int> free_buffers;
  for (std::size_t stage = 0; stage < uses.size(); ++stage) {
    for (int field = 0; field < field_count; ++field) {
      const std::size_t bit = std::size_t(field);
      if (!uses[stage].any()[bit] || plan.buffer_of[field] >= 0) continue;
      if (free_buffers.empty()) free_buffers.push_back(plan.buffers++);
      plan.buffer_of[field] = free_buffers.back();
      free_buffers.pop_back();
    }
    for (int field = 0; field < field_count; ++field) {
      const std::size_t bit = std::size_t(field);
      if (own[bit] || !uses[stage].any()[bit]) continue;
      bool last = true;
      for (std::size_t later = stage + 1; later < uses.size(); ++later)
        last = last && !uses[later].any()[bit];
      if (last) free_buffers.push_back(plan.buffer_of[field]);
    }
  }
  return plan;
}

}  // namespace rill::opencl
