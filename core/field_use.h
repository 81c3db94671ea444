// Which fields a stage touches, found by running the stage itself on a cell that takes notes. So
// buffers, kernel arguments and traffic counts follow the passes without a second list.
#pragma once

#include <bitset>

#include "schedule.h"

namespace rill {

struct FieldUse {
  std::bitset<field_count> reads, reads_around, writes;
  std::bitset<field_count> any() const { return reads | writes; }
};

FieldUse field_use(Stage stage, const Step& step, bool masks);
const char* field_name(Field field);
const char* stage_name(Stage stage);

}  // namespace rill
