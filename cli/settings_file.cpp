// JSON to parameters. A number goes through its shortest text, which gives the same double back.

#include "settings_file.h"

#include <fstream>

#include <nlohmann/json.hpp>

#include <rill/error.h>

namespace rill {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t largest_file = 1 << 20;

std::string text_member(const Json& json, const char* name, const std::string& origin) {
  const auto found = json.find(name);
  if (found == json.end()) return "";
  if (!found->is_string()) throw Error("'" + std::string(name) + "' in " + origin + " is not text.");
  return found->get<std::string>();
}

double duration_member(const Json& json, const std::string& origin) {
  const auto found = json.find("duration");
  if (found == json.end()) return 0;
  const double seconds = found->is_number() ? found->get<double>() : 0.0;
  if (!(seconds > 0 && seconds < 1e9))
    throw Error("'duration' in " + origin + " is not a time; use seconds above 0.");
  return seconds;
}

std::string value_text(const std::string& name, const Json& value, const std::string& origin) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  if (value.is_number()) return value.dump();
  throw Error("The parameter '" + name + "' in " + origin + " is neither a number nor a word.");
}

}  // namespace

SettingsFile parse_settings_file(const std::string& text, const std::string& origin) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    throw Error("Cannot read " + origin + ": it is not JSON as --stats writes it.");
  const auto parameters = json.find("parameters");
  if (parameters == json.end() || !parameters->is_object())
    throw Error("Cannot read " + origin + ": it has no \"parameters\"; use a file that --stats wrote.");
  SettingsFile settings;
  settings.description = text_member(json, "description", origin);
  settings.node = text_member(json, "node", origin);
  if (!settings.node.empty()) node_by_name(settings.node);
  settings.duration = duration_member(json, origin);
  for (const auto& [name, value] : parameters->items())
    settings.values.emplace_back(name, value_text(name, value, origin));
  try {
    Params checked;
    apply(settings, checked);
  } catch (const Error& error) {
    throw Error("In " + origin + ": " + error.what());
  }
  return settings;
}

SettingsFile read_settings_file(const std::string& path) {
  const auto fail = [&](const std::string& reason) {
    throw Error("Cannot read the parameters '" + path + "': " + reason + ".");
  };
  std::ifstream file(path, std::ios::binary);
  std::string text(largest_file + 1, '\0');
  file.read(&text[0], std::streamsize(text.size()));
  text.resize(std::size_t(file.gcount()));
  if (file.bad() || (file.fail() && text.empty() && !file.eof()))
    fail("there is no such file, or it may not be read");
  if (text.size() > largest_file) fail("it is larger than 1 MB, so it is something else");
  return parse_settings_file(text, "'" + path + "'");
}

void apply(const SettingsFile& settings, Params& params) {
  for (const auto& [name, value] : settings.values) set_parameter(params, name, value);
}

}  // namespace rill
