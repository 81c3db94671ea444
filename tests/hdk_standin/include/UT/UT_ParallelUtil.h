// Stand-in: UTparallelFor runs a body over parts of a range by TBB, as Houdini's does.
// Source: openvdb_houdini calls; HDK page of UT_ParallelUtil.h.
#pragma once
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#if defined(__SANITIZE_THREAD__)
#include <thread>
#endif
template <class T>
using UT_BlockedRange = tbb::blocked_range<T>;
template <class Range, class Body>
void UTparallelFor(const Range& range, const Body& body, int = 2, int = 1) {
#if defined(__SANITIZE_THREAD__)
  // ThreadSanitizer cannot see how TBB hands its work over; threads of our own it can.
  const auto middle = range.begin() + (range.end() - range.begin()) / 2;
  std::thread second([&] { body(Range(middle, range.end())); });
  body(Range(range.begin(), middle));
  second.join();
#else
  tbb::parallel_for(range, body);
#endif
}
