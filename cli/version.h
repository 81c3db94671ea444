// What this build is and can do, for --version.
#pragma once

#include <string>

namespace rill {

std::string version_text();

}  // namespace rill
