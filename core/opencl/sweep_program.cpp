// The kernel's text: where fields live in a slot, arguments, and the loop over the rows of a band.

#include "sweep_program.h"

#include <algorithm>
#include <sstream>

#include "../field_use.h"
#include "program.h"
#include "summed.h"

namespace rill::opencl {
namespace {

// Vectors of eight: a register of AVX2, and a compiler for smaller ones cuts them in two.
constexpr int lanes = 8;
// The rings of a panel stay in the second cache; bands are enough that the compute units end
// together.
constexpr int panel_columns = 512, bands_per_unit = 4, lowest_band = 32;
// Beside a panel's columns a slot has room for the halo and for vectors that run over.
constexpr int slot_pitch = panel_columns + 48;
constexpr std::size_t guard = 16;  // floats before the first slot, where a vector may look

int slots_of(const Schedule& schedule) { return schedule.last_lag + 2; }

std::vector<Field> fields_in_slots(const Plan& plan) {
  std::vector<Field> fields;
  for (int field = 0; field < field_count; ++field)
    if (plan.used(Field(field))) fields.push_back(Field(field));
  return fields;
}

std::string settings(const Plan& plan, const Schedule& schedule, const Step& widest, bool masks,
                     bool prefetch) {
  const std::vector<Field> fields = fields_in_slots(plan);
  std::ostringstream text;
  text << (prefetch ? "#define RILL_PREFETCH 1\n" : "") << "#define RILL_LANES " << lanes
       << "\n#define RILL_PITCH " << slot_pitch << "\n#define RILL_GUARD " << guard
       << "\n#define RILL_SLOTS " << slots_of(schedule) << "\n#define RILL_SLOT_FIELDS "
       << fields.size() << "\n#define RILL_REACH " << Schedule::reach << "\n#define RILL_LAST_LAG "
       << schedule.last_lag << "\n#define RILL_MASKS " << masks << "\n#define RILL_KEPT "
       << widest.keep << "\n";
  for (int field = 0; field < field_count; ++field) {
    const auto found = std::find(fields.begin(), fields.end(), Field(field));
    // What no stage of this cook touches is named by code that never runs.
    const auto place = found == fields.end() ? 0 : found - fields.begin();
    text << "#define RILL_SLOT_" << field_name(Field(field)) << " " << place << "\n";
  }
  return text.str();
}

std::string in_slot(const char* slot, Field field) {
  return std::string(slot) + " + RILL_SLOT_" + field_name(field) + " * RILL_PITCH";
}

std::string take_rows(const TilePlan& arguments) {
  std::string text = "#define RILL_TAKE_ROWS";
  for (Field field : arguments.read)
    text += " take_row(" + in_slot("taken", field) + ", " + field_name(field) + ", tile, y);";
  return text + "\n";
}

std::string run_stages(const Schedule& schedule) {
  std::string functions, text = "#define RILL_RUN_STAGES";
  for (const ScheduledStage& stage : schedule.stages) {
    const std::string name = stage_name(stage.stage);
    functions += "RILL_SWEEP_STAGE(" + name + ", " + std::to_string(stage.halo) + ")\n";
    text += " sweep_" + name + "(&tile, &p, ring, y - " + std::to_string(stage.lag) + ");";
  }
  return functions + text + "\n";
}

std::string give_rows(const TilePlan& arguments, const Plan& plan) {
  std::string text = "#define RILL_GIVE_ROWS";
  const auto each = [&](const char* call, const std::string& target, Field field) {
    text +=
        std::string(" ") + call + "(" + target + ", " + in_slot("slot", field) + ", tile, done);";
  };
  for (Field field : arguments.written)
    each("give_row", std::string("new_") + field_name(field), field);
  for (Field field : arguments.totals)
    each("add_row", std::string("total_") + field_name(field), field);
  if (arguments.velocity) {
    text += " if (p.keep & RILL_KEEP_VELOCITY) {";
    for (Field field : {field_velocity_x, field_velocity_y})
      each("give_row", field_name(field), field);
    text += " }";
  }
  for (const Summed& summed : summed_fields)
    if (plan.used(summed.field)) {
      const std::string counted = std::string("counted_") + field_name(summed.field);
      text += " " + counted + " = added(" + counted + ", sum_of_row(" +
              in_slot("slot", summed.field) + ", tile.x1 - tile.x0));";
    }
  return text + "\n";
}

std::string sums_of_band(const Plan& plan) {
  std::string begin = "#define RILL_BEGIN_SUMS", end = "#define RILL_END_SUMS";
  for (int quantity = 0; quantity < quantity_count; ++quantity) {
    const Field field = summed_fields[quantity].field;
    if (!plan.used(field)) continue;
    const std::string counted = std::string("counted_") + field_name(field);
    begin += " LaneSums " + counted + " = no_sums();";
    end += " add_lanes(sums + (band * " + std::to_string(quantity_count) + " + " +
           std::to_string(quantity) + "), " + counted + ");";
  }
  return begin + "\n" + end + "\n";
}

}  // namespace

SweepCut cut_for_sweep(int nx, int ny, const Device& device) {
  const int most = (ny + lowest_band - 1) / lowest_band;
  return {std::max(1, std::min(device.info.compute_units * bands_per_unit, most)),
          (nx + panel_columns - 1) / panel_columns};
}

std::size_t ring_floats(const Plan& plan, const Schedule& schedule, const SweepCut& cut) {
  const std::size_t slot = fields_in_slots(plan).size() * std::size_t(slot_pitch);
  return 2 * guard + std::size_t(cut.bands) * std::size_t(slots_of(schedule)) * slot;
}

std::string sweep_source(const TilePlan& arguments, const Plan& plan, const Schedule& schedule,
                         const Step& widest, bool prefetch) {
  return settings(plan, schedule, widest, arguments.masks, prefetch) + model_source +
         sweep_rows_source + take_rows(arguments) + run_stages(schedule) +
         give_rows(arguments, plan) + sums_of_band(plan) +
         "kernel __attribute__((reqd_work_group_size(1, 1, 1))) "
         "__attribute__((vec_type_hint(real)))\nvoid sweep_step(" +
         step_arguments("BandSum* restrict sums", arguments) +
         ", const int bands, const int panels, global float* rings) {\nStep p = step;\n" +
         sweep_body_source + "}\n";
}

}  // namespace rill::opencl
