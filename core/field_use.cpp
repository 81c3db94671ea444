// The stages compiled to take notes instead of computing.

#include "field_use.h"

#define RILL_TRACE 1
#define RILL_LANES 1
#define RILL_PASS static inline

namespace rill {
namespace {

#include <rill/model.h>

using TracedStage = void (*)(Cell, Step, Near, int);
const TracedStage traced_stages[] = {
#define RILL_STAGE(name) name,
#include <rill/stages.def>
#undef RILL_STAGE
};

}  // namespace

FieldUse field_use(Stage stage, const Step& step, bool masks) {
  FieldUse use;
  traced_stages[stage](Cell{&use}, step, Near{1, 1, 1, 1, 0}, masks ? RILL_MASKS_ALL : RILL_MASKS_NONE);
  return use;
}

const char* field_name(Field field) {
  static const char* const names[] = {
#define RILL_FIELD(name, meaning) #name,
#include <rill/fields.def>
#undef RILL_FIELD
  };
  return names[field];
}

const char* stage_name(Stage stage) {
  static const char* const names[] = {
#define RILL_STAGE(name) #name,
#include <rill/stages.def>
#undef RILL_STAGE
  };
  return names[stage];
}

}  // namespace rill
