// CE holds the device that the user chose in Houdini's preferences or by HOUDINI_OCL_*, and a pool of its
// memory. rill takes both, with a queue of its own beside Houdini's.

#include "ce_bridge.h"

#if defined(RILL_USE_CE)
#include <CE/CE_Context.h>
#endif

#include <rill/devices.h>

#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

// CE's header is empty in a Houdini without OpenCL.
#if defined(RILL_USE_CE) && defined(CE_ENABLED)
#define RILL_HAS_CE
#endif

namespace rill::sop {
namespace {

struct HoudiniDevice {
  HostOpenCl handles;  // empty without one
  bool cpu = false;
  std::string trouble;
};

HoudiniDevice houdini_device() {
  HoudiniDevice found;
#if defined(RILL_HAS_CE)
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

// Of a cook on Houdini's device: the right to run, and the memory that was lent for it.
class Turn {
 public:
  explicit Turn(const std::function<void()>& waiting) : lock_(one_at_a_time, std::defer_lock) {
    while (!lock_.try_lock()) {
      waiting();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

#if defined(RILL_HAS_CE)
  ~Turn() {
    for (cl::Buffer& buffer : lent_) {
      try {
        CE_Context::getContext()->releaseBuffer(std::move(buffer));
      } catch (...) {  // then it goes with its last reference
      }
    }
  }

  // Null where there is no room.
  void* allocate(std::size_t bytes) {
    CE_Context* context = CE_Context::getContext();
    try {
      lend(*context, bytes);
    } catch (...) {
      // What the pool keeps for later may be in the way.
      try {
        context->clearMemoryPool();
        lend(*context, bytes);
      } catch (...) {
        return nullptr;
      }
    }
    const cl_mem memory = lent_.back()();
    return clRetainMemObject(memory) == CL_SUCCESS ? memory : nullptr;
  }

 private:
  void lend(CE_Context& context, std::size_t bytes) {
    lent_.push_back(context.allocBuffer(int64(bytes)));
    // Whatever Houdini's queue still does with a used buffer must be over before rill's queue begins.
    context.finish();
  }
  std::vector<cl::Buffer> lent_;
#endif

 private:
  std::unique_lock<std::mutex> lock_;
};

}  // namespace

std::shared_ptr<void> choose_device(const std::string& wanted, CookOptions& options,
                                    std::vector<std::string>& notes,
                                    const std::function<void()>& waiting) {
  const bool automatic = wanted.empty() || wanted == "auto";
  const bool houdini = wanted == "houdini";
  options.device = automatic ? "auto" : wanted;
  if (!automatic && !houdini) {
    // A scene may come from a machine with other devices, such as an artist's to a farm.
    if (!has_device(wanted)) {
      options.device = "tbb";
      notes.push_back("There is no device '" + wanted +
                      "' on this machine, so the cook ran on the CPU; the menu of Device has those there "
                      "are.");
    }
    return nullptr;
  }

  const HoudiniDevice found = houdini_device();
  const bool there = found.handles.context && found.handles.device;
  if (there && (houdini || !found.cpu)) {
    const auto turn = std::make_shared<Turn>(waiting);
    options.host_opencl = found.handles;
#if defined(RILL_HAS_CE)
    options.host_opencl.allocate = [lender = turn.get()](std::size_t bytes) {
      return lender->allocate(bytes);
    };
#endif
    return turn;
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
