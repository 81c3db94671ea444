// Every stage, 4 cells at a time.

#define RILL_LANES 4
#define RILL_SET set_sse2
#define RILL_SET_NAME "sse2"
#include "lanes.inc"

namespace rill {
const Lanes& lanes_sse2() { return set_sse2::table; }
}  // namespace rill
