// The members of Params, Budget and CookResult under their own names.

#include "stats.h"

#include <algorithm>

namespace rill {
namespace {

using Json = nlohmann::ordered_json;

Json parameter_json(const Params& params, const ParameterInfo& parameter) {
  const std::string text = parameter_text(params, parameter);
  switch (parameter.kind) {
    case ParameterKind::choice:
      return text;
    case ParameterKind::toggle:
      return params.*parameter.integer != 0;
    case ParameterKind::integer:
      return params.*parameter.integer;
    case ParameterKind::number:
      break;
  }
  if (text == parameter.zero_word) return text;
  return params.*parameter.number;
}

Json budget_json(const Budget& budget) {
  Json json;
  for (const BudgetPart& part : budget_parts) json[part.name] = budget.*part.value;
  json["water_residual"] = budget.water_residual();
  json["water_moved"] = budget.water_moved();
  json["soil_residual"] = budget.soil_residual();
  json["soil_moved"] = budget.soil_moved();
  return json;
}

Json layer_json(const Layer& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  double sum = 0;
  for (float value : values) sum += double(value);
  return {{"min", *least}, {"max", *most}, {"mean", sum / double(values.size())}};
}

Json layers_json(const Terrain& terrain) {
  Json json = Json::object();
  for (const auto& [name, values] : terrain.layers) json[name] = layer_json(values);
  return json;
}

}  // namespace

Json parameters_json(const Params& params) {
  Json json = Json::object();
  for (const ParameterInfo& parameter : parameter_table())
    json[parameter.name] = parameter_json(params, parameter);
  return json;
}

Json stats_json(const CookResult& result, const Terrain& terrain, Node node,
                const Params& params) {
  Json json;
  json["version"] = RILL_VERSION;
  json["node"] = node_name(node);
  json["parameters"] = parameters_json(params);
  json["steps"] = result.steps;
  json["time_step"] = result.time_step;
  json["grid"] = {{"nx", terrain.nx}, {"ny", terrain.ny}, {"cell", terrain.cell}};
  json["device"] = result.device;
  json["fallback"] = result.fallback;
  json["solver_bytes"] = result.solver_bytes;
  json["seconds"] = {{"prepare", result.prepare_seconds},
                     {"steps", result.steps_seconds},
                     {"finish", result.finish_seconds}};
  json["budget"] = budget_json(result.budget);
  json["layers"] = layers_json(terrain);
  json["notes"] = result.notes;
  return json;
}

Json several_stats_json(const std::vector<Json>& cooks, const Settings& settings) {
  Json json;
  json["version"] = RILL_VERSION;
  json["node"] = node_name(settings.node);
  if (settings.duration > 0) json["duration"] = settings.duration;
  json["parameters"] = parameters_json(settings.params);
  if (!settings.says_when) json["parameters"].erase("iterations");  // they go by the grid
  json["height_fields"] = cooks;
  return json;
}

}  // namespace rill
