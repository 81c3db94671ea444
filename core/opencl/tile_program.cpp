// The kernel's text: what is compiled in, how values are read and written, arguments, body.

#include "tile_program.h"

#include <algorithm>
#include <sstream>

#include "../field_use.h"

namespace rill::opencl {
namespace {

constexpr int tile_width = 16, least_tile_height = 12;
constexpr std::size_t local_bytes = 32768, least_items = 64;

const char* const access_source = R"(
#define RILL_PLACE(at) ((at).y * nx + (at).x)
#define RILL_READ_HARDNESS(at) hardness[RILL_PLACE(at)]
#define RILL_READ_RAIN(at) rain[RILL_PLACE(at)]
#define RILL_READ_ERODABILITY(at) erodability[RILL_PLACE(at)]
#define RILL_READ_BEDROCK(at) bedrock[RILL_PLACE(at)]
#define RILL_READ_GROUND(at) (float2)(height[RILL_PLACE(at)], low[RILL_PLACE(at)])
#define RILL_WRITE_GROUND(at, value)         \
  {                                          \
    const float2 whole = value;              \
    new_height[RILL_PLACE(at)] = whole.x;    \
    new_low[RILL_PLACE(at)] = whole.y;       \
  }
#define RILL_READ_STATE(at)                                                    \
  (float4)(height[RILL_PLACE(at)], low[RILL_PLACE(at)], water[RILL_PLACE(at)], \
           sediment[RILL_PLACE(at)])
#define RILL_WRITE_STATE(at, value)          \
  {                                          \
    const float4 whole = value;              \
    new_height[RILL_PLACE(at)] = whole.x;    \
    new_low[RILL_PLACE(at)] = whole.y;       \
    new_water[RILL_PLACE(at)] = whole.z;     \
    new_sediment[RILL_PLACE(at)] = whole.w;  \
  }
#define RILL_READ_FLUX(at)                                                       \
  (float4)(flux0[RILL_PLACE(at)], flux1[RILL_PLACE(at)], flux2[RILL_PLACE(at)],  \
           flux3[RILL_PLACE(at)])
#define RILL_WRITE_FLUX(at, value)           \
  {                                          \
    const float4 whole = value;              \
    new_flux0[RILL_PLACE(at)] = whole.x;     \
    new_flux1[RILL_PLACE(at)] = whole.y;     \
    new_flux2[RILL_PLACE(at)] = whole.z;     \
    new_flux3[RILL_PLACE(at)] = whole.w;     \
  }
#define RILL_WRITE_HARDNESS(at, value) new_hardness[RILL_PLACE(at)] = (value)
#define RILL_ADD_TO(total, at, value) total[RILL_PLACE(at)] = total[RILL_PLACE(at)] + (value)
)";

// Adds to the total, or nothing where there is none.
std::string adding(const TilePlan& plan, const char* macro, Field field) {
  std::string text = std::string("#define ") + macro + "(at, value)";
  if (plan.has_total(field))
    text += std::string(" RILL_ADD_TO(total_") + field_name(field) + ", at, value)";
  return text + "\n";
}

std::string results_source(const TilePlan& plan) {
  std::string text = adding(plan, "RILL_WRITE_FALL", field_fall) +
                     adding(plan, "RILL_WRITE_DEPOSITED", field_deposited) +
                     adding(plan, "RILL_WRITE_RECEIVED", field_received);
  text += "#define RILL_WRITE_DISCHARGE(at, value, x_part, y_part)";
  if (plan.has_total(field_discharge))
    text += " { RILL_ADD_TO(total_discharge, at, value); RILL_ADD_TO(total_discharge_x, at, x_part); "
            "RILL_ADD_TO(total_discharge_y, at, y_part); }";
  text += "\n#define RILL_WRITE_VELOCITY(at, x_part, y_part)";
  if (plan.velocity)
    text += " { velocity_x[RILL_PLACE(at)] = (x_part); velocity_y[RILL_PLACE(at)] = (y_part); }";
  return text + "\n";
}

}  // namespace

bool TilePlan::has_total(Field field) const {
  return std::find(totals.begin(), totals.end(), field) != totals.end();
}

TilePlan make_tile_plan(const State& state, const std::vector<Field>& totals,
                        const Schedule& schedule) {
  TilePlan plan;
  plan.totals = totals;
  const auto runs = [&schedule](Stage stage) {
    return std::any_of(schedule.stages.begin(), schedule.stages.end(),
                       [stage](const ScheduledStage& one) { return one.stage == stage; });
  };
  plan.runs_talus = runs(stage_rill_talus) || runs(stage_jako_talus);
  plan.runs_water = runs(stage_rill_rain) || runs(stage_jako_rain);
  plan.scheme = runs(stage_jako_rain) || runs(stage_jako_talus);
  plan.masks = state.masks.any();
  plan.velocity = !state.fields[field_velocity_x].empty();
  plan.written = schedule.changed;
  plan.read = schedule.changed;
  plan.read.insert(plan.read.end(), schedule.read_only.begin(), schedule.read_only.end());
  return plan;
}

std::string tile_source(const TilePlan& plan) {
  const bool keeps =
      plan.has_total(field_fall) || plan.has_total(field_deposited) || plan.has_total(field_received);
  std::ostringstream source;
  source << "#define RILL_SCHEME " << plan.scheme << "\n#define RILL_NODE RILL_NODE_"
         << (!plan.runs_talus ? "HYDRAULIC" : !plan.runs_water ? "THERMAL" : "COMBINED")
         << "\n#define RILL_MASKS " << plan.masks << "\n#define RILL_KEEPS " << keeps << "\n"
         << tile_model_source << access_source << results_source(plan)
         << "kernel void tile_step(" << step_arguments("TileSum* restrict tile_sums", plan);
  source << ") {\nStep p = step;\n" << tile_body_source << "}\n";
  return source.str();
}

std::string step_arguments(const char* sums, const TilePlan& plan) {
  std::ostringstream text;
  text << "const Step step, const int nx, const int ny, const int wrap, global " << sums;
  for (Field field : plan.read) text << ", global const float* restrict " << field_name(field);
  for (Field field : plan.written) text << ", global float* restrict new_" << field_name(field);
  for (Field field : plan.totals) text << ", global float* restrict total_" << field_name(field);
  if (plan.velocity) text << ", global float* restrict velocity_x, global float* restrict velocity_y";
  return text.str();
}

int tile_columns(int nx) { return (nx - 1) / tile_width + 1; }
int most_tile_rows(int ny) { return (ny - 1) / least_tile_height + 1; }

bool suits_tiles(const Device& device) {
  return device.info.gpu && device.info.local_memory >= local_bytes &&
         device.groups.items >= least_items;
}

}  // namespace rill::opencl
