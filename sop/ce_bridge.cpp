// CE holds the device that the user chose in Houdini's preferences or by HOUDINI_OCL_*. Only its context
// and device are taken: rill's own queue there keeps its work in order beside Houdini's.

#include "ce_bridge.h"

#if defined(RILL_USE_CE)
#include <CE/CE_Context.h>

#include <exception>
#endif

#include <mutex>

namespace rill::sop {
namespace {

struct HoudiniDevice {
  HostOpenCl handles;  // empty without one
  bool cpu = false;
  std::string trouble;
};

HoudiniDevice houdini_device() {
  HoudiniDevice found;
#if defined(RILL_USE_CE)
  try {
    CE_Context* context = CE_Context::getContext();
    if (context && context->isValid()) {
      found.cpu = context->isCPU();
      found.handles.device = context->getDevice()();
      found.handles.context = context->getCLContext()();
    }
  } catch (const std::exception& error) {  // cl::Error is one
    found = {};
    found.trouble = error.what();
  } catch (...) {
    found = {};
    found.trouble = "it failed";
  }
#endif
  return found;
}

std::mutex one_at_a_time;

}  // namespace

std::shared_ptr<void> choose_device(const std::string& wanted, CookOptions& options,
                                    std::vector<std::string>& notes) {
  const bool automatic = wanted.empty() || wanted == "auto";
  const bool houdini = wanted == "houdini";
  options.device = automatic ? "auto" : wanted;
  if (!automatic && !houdini) return nullptr;

  const HoudiniDevice found = houdini_device();
  const bool there = found.handles.context && found.handles.device;
  if (there && (houdini || !found.cpu)) {
    options.host_opencl = found.handles;
    return std::make_shared<std::unique_lock<std::mutex>>(one_at_a_time);
  }
  // Houdini runs OpenCL on the CPU: TBB is faster there.
  if (there || houdini) options.device = "tbb";
  if (houdini)
    notes.push_back("Houdini has no OpenCL device" +
                    (found.trouble.empty() ? "" : " (" + found.trouble + ")") +
                    ", so the cook ran on the CPU; see Edit > Preferences > Miscellaneous, or hgpuinfo "
                    "-cl.");
  return nullptr;
}

}  // namespace rill::sop
