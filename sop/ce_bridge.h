// Houdini's own OpenCL device for rill's solver: the one place that touches CE.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <rill/cook.h>

namespace rill::sop {

// Chooses the device of a cook from the node's Device parameter. "houdini" and "auto" ask Houdini
// for its OpenCL context: auto takes it when it is a GPU. Cooks on that context run one at a time, on
// memory of Houdini's pool; the turn that this returns must be kept for the length of the cook and no
// longer, and `waiting` is called now and then until it comes (it may throw). Without such a context
// rill's own devices are used; a sentence about it goes to notes where the user asked for it.
std::shared_ptr<void> choose_device(const std::string& wanted, CookOptions& options,
                                    std::vector<std::string>& notes,
                                    const std::function<void()>& waiting);

}  // namespace rill::sop
