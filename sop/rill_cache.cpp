// Read everything, cook everything, then write: a cook that is interrupted or fails leaves the
// input as it came. Nothing but messages leaves here: every exception becomes a node error.

#include "rill_cache.h"

#include <DEP/DEP_MicroNode.h>
#include <GA/GA_Handle.h>
#include <SOP/SOP_Error.h>
#include <UT/UT_Interrupt.h>
#include <UT/UT_String.h>

#include <rill/error.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <set>

#include "SOP_Rill.h"
#include "ce_bridge.h"
#include "glue/node_types.h"

namespace rill::sop {
namespace {

namespace parameter = glue::parameter;

int to_int(exint value) {
  using limits = std::numeric_limits<int>;
  return int(std::min<exint>(std::max<exint>(value, limits::min()), limits::max()));
}

// Thrown through the solver when Esc was pressed.
struct Interrupted {};

// Steps done over all height fields, as Houdini's progress wants them.
class ProgressBar {
 public:
  ProgressBar(const char* text, std::size_t parts) : interrupt_(text), parts_(double(parts)) {}
  bool go_on(std::size_t part, int done, int steps) {
    const double share = steps > 0 ? double(done) / steps : 1;
    return !interrupt_.wasInterrupted(int(100 * (double(part) + share) / parts_));
  }

 private:
  UT_AutoInterrupt interrupt_;
  double parts_;
};

}  // namespace

OP_ERROR RillCache::cook(OP_Context& context) {
  try {
    tell({});
    cook_height_fields(context);
  } catch (const Interrupted&) {
    // Houdini knows; nothing was changed.
  } catch (const Error& error) {
    addError(SOP_MESSAGE, error.what());
  } catch (const std::bad_alloc&) {
    addError(SOP_MESSAGE,
             "There is not enough memory for this cook; use a smaller grid or cut it into tiles.");
  } catch (const std::exception& error) {
    addError(SOP_MESSAGE, (std::string("rill failed inside: ") + error.what() +
                           ". The input was not changed; please report this.").c_str());
  } catch (...) {
    addError(SOP_MESSAGE, "rill failed inside. The input was not changed; please report this.");
  }
  return error();
}

void RillCache::cook_height_fields(OP_Context& context) {
  const fpreal time = context.getTime();
  const Params params = read_params(time);
  const ReadOptions reading = read_options(params, time);
  const bool animate = integer_of(parameter::animate, time) != 0;
  if (animate) {
    if (DEP_MicroNode* dependency = cookparms()->depnode()) dependency->setTimeDependent(true);
  } else {
    animations_.clear();
  }

  std::vector<std::string> notes;
  const GU_Detail* masks = nInputs() > 1 && hasInput(1) ? inputGeo(1) : nullptr;
  const std::vector<HeightField> fields = read_height_fields(*gdp, masks, reading, notes);

  const std::vector<CookResult> results = cook_all(fields, params, context, notes);
  for (std::size_t i = 0; i < fields.size(); ++i)
    write_height_field(*gdp, fields[i], results[i].terrain, reading.names, fields.size() == 1);
  if (integer_of(parameter::output_budget, time)) write_budget(results);
  gdp->bumpAllDataIds();

  tell(glue::info_rows(results));
  for (const CookResult& result : results)
    notes.insert(notes.end(), result.notes.begin(), result.notes.end());
  std::set<std::string> said;
  for (const std::string& note : notes)
    if (said.insert(note).second) addWarning(SOP_MESSAGE, note.c_str());
}

// Houdini's device is held only in here: what comes before and after runs on Houdini's threads, which
// may take up another cook meanwhile, and that one would wait for itself.
std::vector<CookResult> RillCache::cook_all(const std::vector<HeightField>& fields, const Params& params,
                                            OP_Context& context, std::vector<std::string>& notes) {
  const fpreal time = context.getTime();
  ProgressBar bar(glue::node_type(node_).label, fields.size());
  const auto waiting = [&] {
    if (!bar.go_on(0, 0, 1)) throw Interrupted();
  };
  CookOptions options;
  const std::shared_ptr<void> turn =
      choose_device(text_of(parameter::device, time), options, notes, waiting);
  const bool animate = integer_of(parameter::animate, time) != 0;
  std::vector<CookResult> results;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Terrain& terrain = fields[i].terrain;
    // A low part that came in and stayed would be taken for this cook's own later on.
    options.keep_low =
        integer_of(parameter::keep_low, time) != 0 || terrain.has(layer::height_low);
    options.progress = [&](int done, int steps) { return bar.go_on(i, done, steps); };
    results.push_back(
        animate ? cook_animated(i, fields[i], params, options, context)
                : rill::cook(terrain, node_, for_duration(params, terrain.cell, time), options));
    if (results.back().cancelled) throw Interrupted();
  }
  return results;
}

CookResult RillCache::cook_animated(std::size_t index, const HeightField& field,
                                    const Params& params, const CookOptions& options,
                                    OP_Context& context) {
  if (animations_.size() <= index) animations_.resize(index + 1);
  const double frame = std::floor(double(context.getFloatFrame()) + 1e-6);  // time is not exact
  const int whole = int(std::min(std::max(frame, -1e9), 1e9));
  return animations_[index].at_frame(whole, field.terrain, node_, params, options,
                                     read_animation(context.getTime()));
}

Params RillCache::read_params(fpreal time) const {
  Params params;
  for (const glue::NodeParameter& row : glue::node_parameters(node_)) {
    if (!row.solver) continue;
    if (row.solver->number)
      params.*row.solver->number = evalFloat(row.name.c_str(), 0, time);
    else
      params.*row.solver->integer = integer_of(row.name.c_str(), time);
  }
  return params;
}

// A duration, where one is set, counts instead of the iterations, so that a preset looks alike on every
// grid.
Params RillCache::for_duration(Params params, double cell, fpreal time) const {
  const double seconds = evalFloat(parameter::duration, 0, time);
  if (!(seconds >= 0)) throw Error("Duration must be 0 or more; 0 uses Iterations.");
  if (seconds == 0) return params;
  params.iterations = iterations_for(seconds, params, node_, cell);
  const double most = find_parameter("iterations").hard_max;
  if (params.iterations > most)
    throw Error("Duration asks for more than " + std::to_string(int(most)) +
                " iterations on this grid; use a shorter one, or a larger grid spacing.");
  return params;
}

ReadOptions RillCache::read_options(const Params& params, fpreal time) const {
  ReadOptions options;
  options.node = node_;
  options.scheme = params.scheme;
  for (const LayerInfo& info : known_layers()) {
    if (!glue::node_uses_layer(node_, info.name)) continue;
    const glue::LayerNaming naming = glue::layer_naming(info.name);
    const std::string base = text_of(naming.parameter.c_str(), time);
    options.names[info.name] = base.empty() ? "" : base + naming.suffix;
  }
  options.mask = text_of(parameter::mask_layer, time);
  return options;
}

glue::AnimationSettings RillCache::read_animation(fpreal time) const {
  glue::AnimationSettings settings;
  settings.start_frame = integer_of(parameter::start_frame, time);
  settings.per_frame = integer_of(parameter::per_frame, time);
  settings.checkpoint_frames = integer_of(parameter::checkpoint_frames, time);
  settings.reset_count = integer_of(parameter::reset_count, time);
  const int megabytes = integer_of(parameter::cache_megabytes, time);
  if (settings.per_frame < 1 || settings.checkpoint_frames < 1 || megabytes < 1)
    throw Error("Iterations per Frame, Checkpoint Every and Cache Limit must be at least 1.");
  settings.cache_bytes = std::size_t(megabytes) << 20;
  return settings;
}

std::string RillCache::text_of(const char* name, fpreal time) const {
  UT_String text;
  evalString(text, name, 0, time);
  return text.toStdString();
}

int RillCache::integer_of(const char* name, fpreal time) const {
  return to_int(evalInt(name, 0, time));
}

// To the node's info; without a node, as in compiled blocks, as a message.
void RillCache::tell(glue::InfoRows rows) {
  if (auto* node = dynamic_cast<SOP_Rill*>(cookparms()->getNode()))
    node->remember(std::move(rows));
  else if (!rows.empty())
    addMessage(SOP_MESSAGE, glue::info_text(rows).c_str());
}

void RillCache::write_budget(const std::vector<CookResult>& results) {
  Budget total;
  int steps = 0;
  double seconds = 0;
  for (const CookResult& result : results) {
    glue::add(total, result.budget);
    steps = std::max(steps, result.steps);
    seconds += result.prepare_seconds + result.steps_seconds + result.finish_seconds;
  }
  const auto set_number = [&](const std::string& name, double value) {
    GA_RWHandleF handle(gdp->addFloatTuple(GA_ATTRIB_DETAIL, name.c_str(), 1));
    if (handle.isValid()) handle.set(GA_Offset(0), fpreal32(value));
  };
  for (const auto& value : glue::budget_values(total))
    set_number("rill_budget_" + value.first, value.second);
  set_number("rill_seconds", seconds);
  GA_RWHandleI step_handle(gdp->addIntTuple(GA_ATTRIB_DETAIL, "rill_steps", 1));
  if (step_handle.isValid()) step_handle.set(GA_Offset(0), steps);
  GA_RWHandleS device(gdp->addStringTuple(GA_ATTRIB_DETAIL, "rill_device", 1));
  if (device.isValid()) device.set(GA_Offset(0), results.front().device.c_str());
}

}  // namespace rill::sop
