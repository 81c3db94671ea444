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
// The rings of a panel stay in the second cache; bands are enough that the compute units end together.
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

std::string settings(const Plan& plan, const Schedule& schedule, bool masks, bool prefetch) {
  const std::vector<Field> fields = fields_in_slots(plan);
  std::ostringstream text;
  text << (prefetch ? "#define RILL_PREFETCH 1\n" : "") << "#define RILL_LANES " << lanes << "\n#define RILL_PITCH " << slot_pitch
       << "\n#define RILL_SLOTS " << slots_of(schedule) << "\n#define RILL_SLOT_FIELDS "
       << fields.size() << "\n#define RILL_REACH " << Schedule::reach << "\n#define RILL_MASKS "
       << masks << "\n";
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

// What happens to a row when its last stage is done.
std::string finish_row(const TilePlan& arguments, const Plan& plan, const Step& widest) {
  std::ostringstream text;
  const auto each = [&](const char* call, const std::string& target, Field field) {
    text << "        " << call << "(" << target << ", " << in_slot("slot", field)
         << ", tile, done);\n";
  };
  for (Field field : arguments.written)
    each("give_row", std::string("new_") + field_name(field), field);
  for (Field field : arguments.totals) each("add_row", std::string("total_") + field_name(field), field);
  if (widest.keep & RILL_KEEP_VELOCITY) {
    text << "        if (p.keep & RILL_KEEP_VELOCITY) {\n";
    for (Field field : {field_velocity_x, field_velocity_y}) each("give_row", field_name(field), field);
    text << "        }\n";
  }
  for (int quantity = 0; quantity < quantity_count; ++quantity) {
    const Field field = summed_fields[quantity].field;
    if (plan.used(field))
      text << "        counted_" << field_name(field) << " = added(counted_" << field_name(field)
           << ", sum_of_row(" << in_slot("slot", field) << ", tile.x1 - tile.x0));\n";
  }
  return text.str();
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
  std::ostringstream source;
  source << settings(plan, schedule, arguments.masks, prefetch) << model_source << sweep_rows_source;
  for (const ScheduledStage& stage : schedule.stages)
    source << "RILL_SWEEP_STAGE(" << stage_name(stage.stage) << ", " << stage.halo << ")\n";
  source << "kernel __attribute__((reqd_work_group_size(1, 1, 1))) __attribute__((vec_type_hint(real)))\n"
            "void sweep_step("
         << step_arguments("BandSum* restrict sums", arguments)
         << ", const int bands, const int panels, global float* rings) {\n"
            "  Step p = step;\n  p.keep &= "
         << widest.keep
         << ";\n"  // so that the compiler drops what is never kept
            "  const int band = (int)get_global_id(0);\n"
            "  global float* ring = rings + "
         << guard
         << " + (size_t)band * (RILL_SLOTS * RILL_SLOT_FIELDS * RILL_PITCH);\n"
            "  Tile tile;\n  tile.nx = nx;\n  tile.ny = ny;\n  tile.wrap = wrap;\n"
            "  tile.y0 = (int)((long)ny * band / bands);\n"
            "  tile.y1 = (int)((long)ny * (band + 1) / bands);\n";
  for (const Summed& summed : summed_fields)
    if (plan.used(summed.field))
      source << "  LaneSums counted_" << field_name(summed.field) << " = no_sums();\n";
  source << "  for (int panel = 0; panel < panels; ++panel) {\n"
            "    tile.x0 = (int)((long)nx * panel / panels);\n"
            "    tile.x1 = (int)((long)nx * (panel + 1) / panels);\n"
            "    for (int y = tile.y0 - RILL_REACH; y < tile.y1 + "
         << schedule.last_lag
         << "; ++y) {\n"
            "      if (y < tile.y1 + RILL_REACH && row_exists(tile, y)) {\n"
            "        global float* taken = slot_of(ring, y);\n";
  for (Field field : arguments.read)
    source << "        take_row(" << in_slot("taken", field) << ", " << field_name(field)
           << ", tile, y);\n";
  source << "      }\n";
  for (const ScheduledStage& stage : schedule.stages)
    source << "      sweep_" << stage_name(stage.stage) << "(&tile, &p, ring, y - " << stage.lag
           << ");\n";
  source << "      const int done = y - " << schedule.last_lag
         << ";\n      if (done >= tile.y0) {\n"
            "        global float* slot = slot_of(ring, done);\n"
         << finish_row(arguments, plan, widest) << "      }\n    }\n  }\n";
  for (int quantity = 0; quantity < quantity_count; ++quantity)
    if (plan.used(summed_fields[quantity].field))
      source << "  add_lanes(sums + (band * " << quantity_count << " + " << quantity << "), counted_"
             << field_name(summed_fields[quantity].field) << ");\n";
  source << "  mem_fence(CLK_GLOBAL_MEM_FENCE);\n}\n";  // for what went past the caches
  return source.str();
}

}  // namespace rill::opencl
