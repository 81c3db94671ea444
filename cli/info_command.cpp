// rill info: what a file holds, and what a cook of it would take.

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <rill/error.h>

#include "commands.h"
#include "cook_estimate.h"
#include "io/geo_reference.h"
#include "io/houdini/heightfield.h"
#include "layer_summary.h"
#include "memory.h"
#include "progress.h"
#include "settings_options.h"
#include "terrain_input.h"

namespace rill {
namespace {

using Json = nlohmann::ordered_json;

struct InfoArguments {
  TerrainArguments terrain;
  std::shared_ptr<SettingsArguments> settings;
  bool json = false;
};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

// Where the file says that the terrain lies, in a line; empty when it does not.
std::string place_text(const TerrainFile& file) {
  if (!file.place) return "";
  const GeoReference& place = *file.place;
  std::ostringstream text;
  text.precision(10);
  if (!place.grid_header.empty()) {
    std::string line = place.grid_header;
    std::replace(line.begin(), line.end(), '\n', ' ');
    text << line;
  }
  if (place.tiepoint.size() >= 6 && place.pixel_scale.size() >= 2)
    text << "pixel (" << place.tiepoint[0] << ", " << place.tiepoint[1] << ") at ("
         << place.tiepoint[3] << ", " << place.tiepoint[4] << "), steps of " << place.pixel_scale[0]
         << " and " << place.pixel_scale[1];
  if (!place.transformation.empty()) text << "by a transformation of its own";
  if (!place.key_text.empty())
    text << (text.str().empty() ? "" : "; ") << place.key_text.substr(0, place.key_text.find('|'));
  return text.str();
}

// A Houdini file: who wrote it, how many height fields, and where this one lies in the scene.
struct HoudiniFacts {
  std::string version;
  std::size_t fields = 0;
  bool joined = false, fit = false;
  GridPlace place;
  Point3 centre;
  std::array<double, 9> transform;
};

HoudiniFacts houdini_facts(const TerrainFile& file) {
  const HeightFieldChoice& choice = *file.height_fields;
  HoudiniFacts facts;
  facts.version = file.houdini->version;
  facts.fields = choice.all.size();
  facts.joined = choice.joined.has_value();
  facts.fit = facts.fields > 1 && fields_fit(choice.all);
  facts.place = choice.grid().place;
  facts.centre = facts.place.at(0.5 * (choice.grid().nx - 1), 0.5 * (choice.grid().ny - 1));
  // As the file has it: a joined grid has none of its own.
  facts.transform = file.houdini->volumes.at(choice.grid().height()).transform;
  return facts;
}

template <std::size_t count>
std::string numbers_text(const std::array<double, count>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : " ") + number(value);
  return text;
}

void print_houdini(const HoudiniFacts& facts) {
  std::printf("Houdini: version %s", facts.version.c_str());
  if (facts.fields > 1)
    std::printf(", %zu height fields (%s)", facts.fields,
                facts.joined ? "here as one grid"
                : facts.fit  ? "here the first; they fit together, as --tiles joined shows"
                             : "here the first; they do not fit together");
  std::printf("\nscene: centre (%s), a cell along x (%s), along y (%s)\n",
              numbers_text(facts.centre).c_str(), numbers_text(facts.place.step_x).c_str(),
              numbers_text(facts.place.step_y).c_str());
  if (!facts.joined) std::printf("transform: %s\n", numbers_text(facts.transform).c_str());
}

Json houdini_json(const HoudiniFacts& facts) {
  Json json = {{"version", facts.version},        {"height_fields", facts.fields},
               {"joined", facts.joined},          {"fit_together", facts.fit},
               {"centre", facts.centre},          {"cell_along_x", facts.place.step_x},
               {"cell_along_y", facts.place.step_y}};
  if (!facts.joined) json["transform"] = facts.transform;
  return json;
}

struct Facts {
  TerrainFile file;
  std::size_t without_value = 0;
  std::vector<std::pair<std::string, LayerSummary>> layers;
  Node node = Node::combined;
  std::optional<CookEstimate> cook;  // none without a cell size
  std::string no_cook;               // why
};

Facts gather(const InfoArguments& arguments) {
  const Settings settings = resolve_settings(*arguments.settings);
  Facts facts;
  facts.node = settings.node;
  facts.file = read_named_file(arguments.terrain);
  const Terrain& terrain = facts.file.terrain;
  facts.without_value = std::size_t(
      std::count_if(facts.file.nodata.begin(), facts.file.nodata.end(), [](auto n) { return n; }));
  for (const auto& [name, values] : terrain.layers)
    facts.layers.emplace_back(name, summarise(facts.file, values));
  if (!(terrain.cell > 0)) {
    facts.no_cook = "the file does not say how large its cells are; give --cell";
    return facts;
  }
  try {
    facts.cook = estimate_cook(terrain.nx, terrain.ny, int(terrain.layers.size()), terrain.cell,
                               settings.node, params_for(settings, terrain));
  } catch (const Error& error) {
    facts.no_cook = error.what();
  }
  return facts;
}

void print_layers(const Facts& facts) {
  std::size_t width = 5;
  for (const auto& [name, summary] : facts.layers) width = std::max(width, name.size());
  std::printf("%-*s  %12s  %12s  %12s\n", int(width), "layer", "min", "max", "mean");
  for (const auto& [name, summary] : facts.layers) {
    const std::string unusable =
        summary.not_finite
            ? "  (" + std::to_string(summary.not_finite) + " cells are not finite)"
            : "";
    if (summary.cells)
      std::printf("%-*s  %12s  %12s  %12s%s\n", int(width), name.c_str(),
                  number(summary.min).c_str(), number(summary.max).c_str(),
                  number(summary.mean).c_str(), unusable.c_str());
    else
      std::printf("%-*s  no values%s\n", int(width), name.c_str(), unusable.c_str());
  }
}

void print_text(const InfoArguments& arguments, const Facts& facts) {
  const Terrain& terrain = facts.file.terrain;
  std::printf("%s: %d x %d cells", arguments.terrain.file.c_str(), terrain.nx, terrain.ny);
  if (terrain.cell > 0)
    std::printf(" of %s m, %s m x %s m\n", number(terrain.cell).c_str(),
                number(terrain.cell * terrain.nx).c_str(),
                number(terrain.cell * terrain.ny).c_str());
  else
    std::printf("; the file does not say how large they are\n");
  const std::string place = place_text(facts.file);
  if (!place.empty()) std::printf("place: %s\n", place.c_str());
  if (facts.file.houdini) print_houdini(houdini_facts(facts.file));
  if (facts.without_value)
    std::printf("cells without a value: %zu, which hold %s\n", facts.without_value,
                number(double(facts.file.nodata_value)).c_str());
  print_layers(facts);
  if (facts.cook)
    std::printf("to cook (%s, %d steps): %s of memory, about %s (%s)\n", node_name(facts.node),
                facts.cook->steps, bytes_text(facts.cook->bytes).c_str(),
                duration_text(facts.cook->seconds).c_str(), facts.cook->device.c_str());
  else
    std::printf("to cook: %s\n", facts.no_cook.c_str());
  for (const std::string& note : facts.file.notes) std::printf("note: %s\n", note.c_str());
}

void print_json(const InfoArguments& arguments, const Facts& facts) {
  const Terrain& terrain = facts.file.terrain;
  Json json = {{"file", arguments.terrain.file},
               {"grid", {{"nx", terrain.nx}, {"ny", terrain.ny}}},
               {"place", place_text(facts.file)},
               {"cells_without_value", facts.without_value}};
  json["grid"]["cell"] = terrain.cell > 0 ? Json(terrain.cell) : Json();
  if (facts.without_value) json["nodata_value"] = facts.file.nodata_value;
  if (facts.file.houdini) json["houdini"] = houdini_json(houdini_facts(facts.file));
  json["layers"] = Json::object();
  for (const auto& [name, summary] : facts.layers) {
    json["layers"][name] = {{"not_finite", summary.not_finite}};
    if (summary.cells)
      json["layers"][name].update(
          {{"min", summary.min}, {"max", summary.max}, {"mean", summary.mean}});
  }
  if (facts.cook)
    json["cook"] = {{"node", node_name(facts.node)},
                    {"steps", facts.cook->steps},
                    {"bytes", facts.cook->bytes},
                    {"seconds", facts.cook->seconds},
                    {"device", facts.cook->device}};
  else
    json["cook"] = facts.no_cook;
  json["notes"] = facts.file.notes;
  std::printf("%s\n", json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

const char* const examples = R"(Examples:
  rill info terrain.tif
  rill info height.r32 --size 1024x1024 --cell 2 --preset canyon
  rill info eroded.exr --json)";

}  // namespace

void add_info_command(CLI::App& app, Run& chosen) {
  const auto arguments = std::make_shared<InfoArguments>();
  const Command command =
      add_command(app, "info", "Say what a file holds, and what a cook of it would take.");
  command.footer(examples);
  add_file_options(command, arguments->terrain);
  add_name_options(command, arguments->terrain);
  command.add_flag("--json", arguments->json, "As JSON");
  arguments->settings = add_settings_options(command);
  command.callback([&chosen, arguments] {
    chosen = [arguments] {
      const Facts facts = gather(*arguments);
      if (arguments->json)
        print_json(*arguments, facts);
      else
        print_text(*arguments, facts);
      return exit_done;
    };
  });
}

}  // namespace rill
