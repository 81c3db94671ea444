// Frames are cooked one after the other from the nearest kept state, with height.low, so that
// n frames are n times per_frame steps to the bit.

#include "animation.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace rill::glue {
namespace {

class Hash {
 public:
  void add(const void* data, std::size_t size) {
    const char* bytes = static_cast<const char*>(data);
    for (; size >= 8; bytes += 8, size -= 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes, 8);
      mix(word);
    }
    std::uint64_t rest = size;
    std::memcpy(&rest, bytes, size);
    mix(rest + (std::uint64_t(size) << 56));
  }
  void add(const std::string& text) { add(text.data(), text.size()); }
  std::uint64_t value() const { return state_; }

 private:
  void mix(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9fb21c651e98df25ull;
    state_ ^= state_ >> 32;
  }
  std::uint64_t state_ = 0x243f6a8885a308d3ull;
};

std::size_t bytes_of(const Terrain& terrain) {
  std::size_t bytes = 0;
  for (const auto& layer : terrain.layers) bytes += layer.second.size() * sizeof(float);
  return bytes;
}

struct Adding {
  const char* name;
  int Params::*toggle;
};
constexpr Adding adding_layers[] = {{layer::erosion, &Params::output_erosion},
                                    {layer::deposition, &Params::output_deposition},
                                    {layer::debris, &Params::output_debris}};

using LayerMap = std::map<std::string, Layer>;

LayerMap take_adding(Terrain& terrain, const Params& params) {
  LayerMap taken;
  for (const auto& adding : adding_layers) {
    const auto found = terrain.layers.find(adding.name);
    if (!(params.*adding.toggle) || found == terrain.layers.end()) continue;
    taken[adding.name] = std::move(found->second);
    terrain.layers.erase(found);
  }
  return taken;
}

void add_layers(const LayerMap& before, Terrain& now) {
  for (const auto& old : before) {
    const auto fresh = now.layers.find(old.first);
    if (fresh == now.layers.end()) continue;
    for (std::size_t i = 0; i < fresh->second.size(); ++i) fresh->second[i] += old.second[i];
  }
}

void add_budget(const Budget& before, Budget& now) {
  for (double Budget::*sum :
       {&Budget::rained, &Budget::evaporated, &Budget::water_left, &Budget::eroded,
        &Budget::deposited, &Budget::sediment_left, &Budget::talus_moved, &Budget::height_change})
    now.*sum += before.*sum;
  now.water_before = before.water_before;
  now.suspended_before = before.suspended_before;
}

}  // namespace

std::uint64_t animation_identity(const Terrain& input, Node node, const Params& params,
                                 const AnimationSettings& settings) {
  Hash hash;
  const int sizes[] = {input.nx,          input.ny,           int(node),
                       settings.per_frame, settings.start_frame, settings.reset_count};
  hash.add(sizes, sizeof(sizes));
  hash.add(&input.cell, sizeof(input.cell));
  for (const ParameterInfo& row : parameter_table())
    if (std::strcmp(row.name, "iterations")) hash.add(parameter_text(params, row));
  for (const auto& layer : input.layers) {
    hash.add(layer.first);
    hash.add(layer.second.data(), layer.second.size() * sizeof(float));
  }
  return hash.value();
}

void Animation::clear() {
  kept_.clear();
  identity_ = 0;
}

std::size_t Animation::bytes() const {
  std::size_t bytes = 0;
  for (const auto& kept : kept_) bytes += bytes_of(kept.second.terrain);
  return bytes;
}

// The newest visited state stays whatever the limit is: without it every frame would start anew.
void Animation::trim(int newest, std::size_t limit) {
  while (kept_.size() > 1 && bytes() > limit) {
    const bool thin = interval_ <= kept_.rbegin()->first;
    if (thin) interval_ *= 2;
    for (auto kept = kept_.begin(); kept != kept_.end();)
      kept = kept->first != newest && (!thin || kept->first % interval_) ? kept_.erase(kept)
                                                                         : std::next(kept);
  }
}

CookResult Animation::at_frame(int frame, const Terrain& input, Node node, const Params& params,
                               const CookOptions& options, const AnimationSettings& settings) {
  const std::uint64_t identity = animation_identity(input, node, params, settings);
  if (identity != identity_) {
    clear();
    identity_ = identity;
    interval_ = std::max(1, settings.checkpoint_frames);
  }
  const long long span = (long long)(frame) - settings.start_frame;
  const int most_frames = std::numeric_limits<int>::max() / std::max(1, settings.per_frame);
  const int target = int(std::min<long long>(std::max<long long>(span, 0), most_frames));

  Params step = params;
  step.iterations = settings.per_frame;
  step.settle = 0;  // only what is shown settles, not the state that goes on
  CookOptions step_options = options;
  step_options.keep_low = true;

  auto nearest = kept_.upper_bound(target);
  int at = 0;
  Kept state;
  if (nearest == kept_.begin()) {
    state.terrain = input;
  } else {
    --nearest;
    at = nearest->first;
    state = nearest->second;
  }
  const int first = at, total = (target - first) * settings.per_frame;

  CookResult result;
  std::vector<std::string> notes;
  double prepare = 0, steps = 0, finish = 0;
  for (; at < target; ++at) {
    const int before = (at - first) * settings.per_frame;
    if (options.progress)
      step_options.progress = [&, before](int done, int) {
        return options.progress(before + done, total);
      };
    const LayerMap sums = at > 0 ? take_adding(state.terrain, params) : LayerMap();
    result = cook(std::move(state.terrain), node, step, step_options);
    if (result.cancelled) {
      result.terrain = input;
      return result;
    }
    steps_run_ += step.iterations;
    prepare += result.prepare_seconds;
    steps += result.steps_seconds;
    finish += result.finish_seconds;
    if (at > 0) {
      add_layers(sums, result.terrain);
      add_budget(state.budget, result.budget);
    }
    notes = result.notes;
    state.terrain = std::move(result.terrain);
    state.budget = result.budget;
    state.steps += step.iterations;
    // States on the way to the target are only worth keeping as checkpoints.
    if ((at + 1) % interval_ == 0 && at + 1 < target) {
      kept_[at + 1] = state;
      trim(at + 1, settings.cache_bytes);
    }
  }
  if (target > 0) {
    // One state beside the checkpoints: where playing on goes on from.
    for (auto kept = kept_.begin(); kept != kept_.end();)
      kept = kept->first % interval_ && kept->first != target ? kept_.erase(kept) : std::next(kept);
    kept_[target] = state;
    trim(target, settings.cache_bytes);
  }

  // No steps: checks the input, settles what is shown, names the device.
  Params shown = params;
  shown.iterations = 0;
  for (int Params::*output : {&Params::output_erosion, &Params::output_deposition,
                              &Params::output_debris, &Params::output_flow, &Params::output_velocity})
    shown.*output = target > 0 ? 0 : params.*output;
  CookOptions shown_options = options;
  shown_options.progress = nullptr;
  if (target == 0 || params.settle) {
    CookResult final = cook(state.terrain, node, shown, shown_options);
    if (target == 0) return final;
    state.terrain = std::move(final.terrain);
    result.device = result.device.empty() ? final.device : result.device;
  }
  if (!options.keep_low) state.terrain.layers.erase(layer::height_low);
  result.terrain = std::move(state.terrain);
  result.budget = state.budget;
  result.steps = state.steps;
  result.notes = std::move(notes);
  if (result.device.empty()) result.device = "kept state";
  result.prepare_seconds = prepare;
  result.steps_seconds = steps;
  result.finish_seconds = finish;
  return result;
}

}  // namespace rill::glue
