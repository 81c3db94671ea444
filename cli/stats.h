// What a cook did, as JSON for --stats.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <rill/cook.h>

#include "settings_options.h"

namespace rill {

// Parameters under their names: numbers, booleans for toggles, and text for choices and for the
// words auto and off.
nlohmann::ordered_json parameters_json(const Params& params);

// `terrain` is the result as it is written.
nlohmann::ordered_json stats_json(const CookResult& result, const Terrain& terrain, Node node,
                                  const Params& params);

// Of cooks one by one: what all of them share, so that --params repeats them, then each.
nlohmann::ordered_json several_stats_json(const std::vector<nlohmann::ordered_json>& cooks,
                                          const Settings& settings);

}  // namespace rill
