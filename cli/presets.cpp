// Presets by name.

#include "presets.h"

#include <rill/error.h>

namespace rill {

const PresetFile& find_preset(const std::string& name) {
  std::string names;
  for (const PresetFile& preset : preset_files()) {
    if (name == preset.name) return preset;
    names += (names.empty() ? "" : ", ") + std::string(preset.name);
  }
  throw Error("There is no preset '" + name + "'; use one of " + names + ".");
}

SettingsFile parse_preset(const PresetFile& preset) {
  return parse_settings_file(preset.text, "the preset '" + std::string(preset.name) + "'");
}

}  // namespace rill
