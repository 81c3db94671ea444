// Without a context to share yet: see choose_device.

#include "ce_bridge.h"

namespace rill::sop {

std::shared_ptr<void> choose_device(const std::string& wanted, CookOptions& options,
                                    std::vector<std::string>&) {
  options.device = wanted.empty() ? "auto" : wanted;
  return nullptr;
}

}  // namespace rill::sop
