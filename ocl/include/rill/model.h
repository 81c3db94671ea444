// Everything that computes, in the order it builds on itself. OpenCL includes this file once; C++
// includes it once per lane count inside a namespace of its own, with RILL_LANES and
// RILL_PASS defined and the field numbers declared (core/lanes.inc).

#include "step.h"
#include "real.h"
#include "cell.h"
#include "eight_edges.h"
#include "pass_drops.h"
#include "pass_rain.h"
#include "pass_edges.h"
#include "pass_limiter.h"
#include "pass_velocity.h"
#include "pass_capacity.h"
#include "pass_erode.h"
#include "pass_banks.h"
#include "pass_talus.h"
#include "pass_height.h"
#include "stages_rill.h"
#include "pass_pipes.h"
#include "pass_jako_talus.h"
#include "pass_jako_capacity.h"
#include "pass_jako_transport.h"
#include "stages_jako2011.h"
