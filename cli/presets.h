// Presets: the files of presets/, built into the command. One is a settings file like those that
// --params reads, with a sentence about it.
#pragma once

#include <string>
#include <vector>

#include "settings_file.h"

namespace rill {

struct PresetFile {
  const char* name;
  const char* text;  // the file as it stands in presets/
};

const std::vector<PresetFile>& preset_files();  // written by cmake/EmbedPresets.cmake

const PresetFile& find_preset(const std::string& name);  // throws, with the names there are
SettingsFile parse_preset(const PresetFile& preset);

}  // namespace rill
