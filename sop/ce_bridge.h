// Houdini's own OpenCL device for rill's solver: the one place that touches CE.
#pragma once

#include <memory>
#include <string>

#include <rill/cook.h>

namespace rill::sop {

// Chooses the device of a cook from the node's Device parameter. "houdini" and "auto" ask Houdini
// for its OpenCL context: auto takes it when it is a GPU. Cooks on that context run one at a time;
// the lock that this returns must be kept for the length of the cook. Without such a context rill's
// own devices are used; a sentence about it goes to notes where the user asked for it.
std::shared_ptr<void> choose_device(const std::string& wanted, CookOptions& options,
                                    std::vector<std::string>& notes);

}  // namespace rill::sop
