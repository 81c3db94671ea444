// Every stage in vectors, as sweeps run it on a CPU device. Built with -DRILL_MASKS=0 or 1 (step.h); the
// back end writes the same with only the fields that a cook uses (core/opencl/sweep_program.cpp).
#define RILL_LANES 8
#define RILL_PITCH 560
#define RILL_SLOTS 8
#define RILL_REACH 3
#define RILL_KEPT 15
#define RILL_PREFETCH 1
enum {
#define RILL_FIELD(name, meaning) RILL_SLOT_##name,
#include "rill/fields.def"
#undef RILL_FIELD
  RILL_SLOT_FIELDS
};
#include "rill/model.h"
#include "rill/sweep_rows.h"

#define RILL_STAGE(name) RILL_SWEEP_STAGE(name, 1)
#include "rill/stages.def"
