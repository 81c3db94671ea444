// Help cards in Houdini's wiki language, from the table of the nodes.
#pragma once

#include <string>

#include <rill/params.h>

namespace rill::glue {

std::string help_card(Node node);
std::string help_file(Node node);  // rill--heightfield_erode-1.0.txt

// Names of nodes, parameters and layers as JSON, for checks of the scripts.
std::string names_json();

}  // namespace rill::glue
