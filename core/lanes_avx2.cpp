// Every stage, 8 cells at a time.

#define RILL_LANES 8
#define RILL_SET set_avx2
#define RILL_SET_NAME "avx2"
#include "lanes.inc"

namespace rill {
const Lanes& lanes_avx2() { return set_avx2::table; }
}  // namespace rill
