// What a schedule needs on a device: which fields each kernel takes and which buffers they live in.
#pragma once

#include <cstddef>
#include <vector>

#include "../field_use.h"
#include "../schedule.h"

namespace rill::opencl {

struct Plan {
  struct StageArguments {
    Stage stage;
    std::vector<Field> fields;
  };
  std::vector<StageArguments> stages;
  int buffer_of[field_count];       // -1 where the field is not used
  int buffers = 0;
  bool used(Field field) const { return buffer_of[field] >= 0; }
};

// Fields that live only between two stages of a step share buffers.
Plan make_plan(const Schedule& schedule, const Step& step, bool masks,
               const std::vector<Field>& kept_to_the_end);

}  // namespace rill::opencl
