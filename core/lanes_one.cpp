// Every stage, one cell at a time.

#define RILL_LANES 1
#define RILL_SET set_one
#define RILL_SET_NAME "one"
#include "lanes.inc"

namespace rill {
const Lanes& lanes_one() { return set_one::table; }
}  // namespace rill
