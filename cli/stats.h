// What a cook did, as JSON for --stats.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include <rill/cook.h>

namespace rill {

// Parameters under their names: numbers, booleans for toggles, and text for choices and for the
// words auto and off.
nlohmann::ordered_json parameters_json(const Params& params);

// `terrain` is the result as it is written.
nlohmann::ordered_json stats_json(const CookResult& result, const Terrain& terrain, Node node,
                                  const Params& params);

}  // namespace rill
