// Says to ThreadSanitizer what TBB guarantees: what is written before a parallel loop is seen in it,
// and what is written in it is seen after. The sanitizer cannot see into TBB's library. Without the
// sanitizer this is nothing at all.
#pragma once

#if defined(__SANITIZE_THREAD__)
#define RILL_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define RILL_THREAD_SANITIZER 1
#endif
#endif

#if defined(RILL_THREAD_SANITIZER)
#include <atomic>
#endif

namespace rill {

class Handover {
 public:
#if defined(RILL_THREAD_SANITIZER)
  void give() { order_.fetch_add(1, std::memory_order_acq_rel); }
  void take() { order_.load(std::memory_order_acquire); }

 private:
  std::atomic<int> order_{0};
#else
  void give() {}
  void take() {}
#endif
};

}  // namespace rill
