// Every stage, 16 cells at a time.

#define RILL_LANES 16
#define RILL_SET set_avx512
#define RILL_SET_NAME "avx512"
#include "lanes.inc"

namespace rill {
const Lanes& lanes_avx512() { return set_avx512::table; }
}  // namespace rill
