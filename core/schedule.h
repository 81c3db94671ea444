// From parameters to what a step computes: its length, the floats it uses and the stages it runs.
#pragma once

#include <string>
#include <vector>

#include <rill/params.h>
#include <rill/step.h>

namespace rill {

enum Stage {
#define RILL_STAGE(name) stage_##name,
#include <rill/stages.def>
#undef RILL_STAGE
  stage_count
};

enum Field {
#define RILL_FIELD(name, meaning) field_##name,
#include <rill/fields.def>
#undef RILL_FIELD
  field_count
};

// A stage in a step. Going up the rows, a stage works `lag` rows behind the row being loaded, so
// that all it reads is there and nothing it overwrites is still needed; around the cells that are
// wanted it works on `halo` more, as later stages read them.
struct ScheduledStage {
  Stage stage;
  int lag;
  int halo;
};

struct Schedule {
  double time_step = 0;
  Step step = {};
  bool wrap = false;
  std::vector<ScheduledStage> stages;
  std::vector<Field> changed;      // state that a step changes
  std::vector<Field> read_only;    // state and masks that it only reads
  int last_lag = 0;
  std::vector<std::string> notes;

  static constexpr int reach = 3;  // a step depends on cells up to three away
};

struct MaskPresence {
  bool rain = false, erodability = false, bedrock = false;
  bool any() const { return rain || erodability || bedrock; }
};

// The coarse quantum that the solver keeps heights in (pass_height.h): about a millimetre, so that
// heights up to 16 km are exact multiples; finer for cells below a metre, which move less.
double height_quantum(double cell, double world_scale);

double time_step_limit(const Params& params, double cell);
Schedule make_schedule(const Params& params, Node node, double cell, MaskPresence masks);

}  // namespace rill
