// Reading and writing whole height fields.

#include "height_fields.h"

#include <rill/error.h>

#include <algorithm>
#include <set>

#include "glue/cell_size.h"
#include "glue/node_types.h"
#include "volumes.h"

namespace rill::sop {
namespace {

// The volume of that name that belongs to a height field: on its grid, else around its middle, else
// the first.
struct Match {
  bool found = false, same_grid = false;
  GA_Offset offset = 0;
  Grid grid;
};

Match match_volume(const GU_Detail& detail, const std::string& name, const Grid& grid) {
  Match best, around;
  for (GA_Offset offset : find_volumes(detail, name)) {
    Match match{true, false, offset, grid_of(volume_at(detail, offset), name)};
    match.same_grid = rill::same_grid(match.grid, grid);
    if (match.same_grid) return match;
    if (!around.found && covers_middle(match.grid, grid)) around = match;
    if (!best.found) best = match;
  }
  return around.found ? around : best;
}

Layer read_at(const GU_Detail& detail, const Match& match, const std::string& name,
              const Grid& grid) {
  const GEO_PrimVolume& volume = volume_at(detail, match.offset);
  Layer values = read_layer(volume);
  if (match.same_grid) return values;
  return sample_layer(values, match.grid, grid, border_of(volume), name);
}

bool is_read(const LayerInfo& info, const ReadOptions& options) {
  const std::string name = info.name;
  if (info.role == LayerRole::output || name == layer::height) return false;
  if (!glue::node_uses_layer(options.node, name)) return false;
  if (name.compare(0, 5, "flux.")) return true;
  const std::vector<const char*> flux = flux_layers(options.scheme);
  return std::any_of(flux.begin(), flux.end(), [&](const char* own) { return name == own; });
}

// What the second input may hold. The rest is the terrain's own state.
bool may_come_from_masks(const LayerInfo& info) {
  return info.role == LayerRole::mask || std::string(info.name) == layer::hardness;
}

class Reader {
 public:
  Reader(const GU_Detail& terrain, const GU_Detail* masks, const ReadOptions& options,
         std::vector<std::string>& notes)
      : terrain_(terrain), masks_(masks), options_(options), notes_(notes) {}

  HeightField read(GA_Offset height) {
    const std::string& name = options_.names.at(layer::height);
    const GEO_PrimVolume& volume = volume_at(terrain_, height);
    HeightField field;
    field.height = height;
    field.grid = grid_of(volume, name);
    field.terrain.nx = field.grid.nx;
    field.terrain.ny = field.grid.ny;
    field.terrain.cell = glue::cell_size(field.grid.place, name);
    field.terrain.layers[layer::height] = read_layer(volume);
    for (const LayerInfo& info : known_layers())
      if (is_read(info, options_)) read_layer_of(field, info);
    if (masks_) multiply_mask(field);
    return field;
  }

  bool used_masks() const { return used_masks_; }

 private:
  void read_layer_of(HeightField& field, const LayerInfo& info) {
    const std::string& name = options_.names.at(info.name);
    if (name.empty()) return;
    if (masks_ && may_come_from_masks(info)) {
      const Match match = match_volume(*masks_, name, field.grid);
      if (match.found) {
        field.terrain.layers[info.name] = read_at(*masks_, match, name, field.grid);
        used_masks_ = true;
        return;
      }
    }
    const Match match = match_volume(terrain_, name, field.grid);
    if (!match.found) return;
    field.terrain.layers[info.name] = read_at(terrain_, match, name, field.grid);
    if (!match.same_grid && info.role == LayerRole::state && noted_.insert(name).second)
      notes_.push_back("The layer '" + name +
                       "' is not on the grid of the height layer and was sampled by position.");
  }

  void multiply_mask(HeightField& field) {
    const Match match = match_volume(*masks_, options_.mask, field.grid);
    if (!match.found) return;
    used_masks_ = true;
    Layer mask = read_at(*masks_, match, options_.mask, field.grid);
    Layer& erodability = field.terrain.layers[layer::erodability];
    if (erodability.empty()) {
      erodability = std::move(mask);
      return;
    }
    // What lies outside 0 to 1 is clamped first: -1 times -1 must not become an effect.
    const auto clamped = [](float value) { return value < 0 ? 0.0f : value > 1 ? 1.0f : value; };
    for (std::size_t i = 0; i < mask.size(); ++i)
      erodability[i] = clamped(erodability[i]) * clamped(mask[i]);
  }

  const GU_Detail& terrain_;
  const GU_Detail* masks_;
  const ReadOptions& options_;
  std::vector<std::string>& notes_;
  std::set<std::string> noted_;
  bool used_masks_ = false;
};

void check_names(const ReadOptions& options) {
  if (options.names.at(layer::height).empty())
    throw Error("Height Layer is empty; name the layer to erode, usually height.");
  std::map<std::string, std::string> seen;
  for (const auto& name : options.names) {
    if (name.second.empty()) continue;
    const auto added = seen.emplace(name.second, name.first);
    if (!added.second)
      throw Error("The layers " + added.first->second + " and " + name.first + " are both called '" +
                  name.second + "'; give each a name of its own.");
  }
}

}  // namespace

std::vector<HeightField> read_height_fields(const GU_Detail& terrain, const GU_Detail* masks,
                                            const ReadOptions& options,
                                            std::vector<std::string>& notes) {
  check_names(options);
  const std::string& name = options.names.at(layer::height);
  const std::vector<GA_Offset> heights = find_volumes(terrain, name);
  if (heights.empty())
    throw Error("The first input has no volume called '" + name +
                "'; wire a height field there, or set Height Layer.");
  // Also those that are only written: everything that can fail fails before the first change.
  for (const auto& layer_name : options.names)
    for (GA_Offset offset : find_volumes(terrain, layer_name.second))
      check_floats(volume_at(terrain, offset), layer_name.second);
  Reader reader(terrain, masks, options, notes);
  std::vector<HeightField> fields;
  for (GA_Offset height : heights) fields.push_back(reader.read(height));
  if (masks && !reader.used_masks())
    notes.push_back("The second input has none of the layers that are read there, such as '" +
                    options.mask + "' or '" + options.names.at(layer::erodability) +
                    "'; nothing is masked.");
  return fields;
}

void write_height_field(GU_Detail& detail, const HeightField& field, const Terrain& result,
                        const LayerNames& names, bool only_one) {
  write_layer(volume_at(detail, field.height), result.layers.at(layer::height), result.nx, result.ny);
  for (const LayerInfo& info : known_layers()) {
    const std::string canonical = info.name;
    const auto values = result.layers.find(canonical);
    const auto name = names.find(canonical);
    if (info.role == LayerRole::mask || canonical == layer::height) continue;
    if (values == result.layers.end() || name == names.end() || name->second.empty()) continue;
    const Match match = match_volume(detail, name->second, field.grid);
    // With one height field a layer of that name is its own whatever its grid; with several it
    // might be shared, and stays.
    const bool reuse = match.found && (match.same_grid || only_one);
    const GA_Offset offset = reuse ? match.offset : add_layer(detail, field.height, name->second);
    GEO_PrimVolume& volume = volume_at(detail, offset);
    write_layer(volume, values->second, result.nx, result.ny);
    if (reuse && !match.same_grid)
      volume.setSpaceTransform(volume_at(detail, field.height).getSpaceTransform());
  }
}

}  // namespace rill::sop
