// The nodes' parameter dialogs for Houdini, from the table in glue/node_types.h.
#pragma once

#include <PRM/PRM_Include.h>

#include <rill/params.h>

namespace rill::sop {

PRM_Template* templates_of(Node node);

}  // namespace rill::sop
