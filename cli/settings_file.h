// Parameters in JSON: presets, and what --stats writes and --params reads back.
//   {"node": "combined", "parameters": {"rain": 0.012, "border": "open", "settle": true}}
// A preset says how long to erode as "duration" in seconds rather than in iterations, because a step
// is shorter on a finer grid.
// Other keys are left alone, so that a whole statistics file can be given.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <rill/params.h>

namespace rill {

struct SettingsFile {
  std::string description;                                 // empty: none
  std::string node;                                        // empty: not said
  double duration = 0;                                     // seconds; 0: not said
  std::vector<std::pair<std::string, std::string>> values;  // parameter name and text
};

// `origin` names the text in messages. Throws for anything that is not such a file, for an unknown
// parameter and for a value beyond its range.
SettingsFile parse_settings_file(const std::string& text, const std::string& origin);
SettingsFile read_settings_file(const std::string& path);

void apply(const SettingsFile& settings, Params& params);

}  // namespace rill
