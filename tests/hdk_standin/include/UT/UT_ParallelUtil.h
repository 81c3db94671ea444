// Stand-in: UTparallelFor runs a body over parts of a range by TBB, as Houdini's does.
// Source: openvdb_houdini calls; HDK page of UT_ParallelUtil.h.
#pragma once
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
template <class T>
using UT_BlockedRange = tbb::blocked_range<T>;
template <class Range, class Body>
void UTparallelFor(const Range& range, const Body& body, int = 2, int = 1) {
  tbb::parallel_for(range, body);
}
