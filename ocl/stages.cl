// Every stage as an OpenCL kernel. Built with -DRILL_MASKS=0 or 1 (step.h).
#include "rill/model.h"
#include "rill/place_cell.h"

#define RILL_JOIN_KERNEL(name) name##_kernel
#define RILL_KERNEL_NAME(name) RILL_JOIN_KERNEL(name)

#define RILL_THIS_STAGE rill_rain
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_drops
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_talus
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_edges
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_limiter
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_talus_share
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_limit
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_erode
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_exchange
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_exchange_both
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_exchange_talus
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_apply_water
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_apply_talus
#include "rill/kernel.h"
#define RILL_THIS_STAGE rill_apply_both
#include "rill/kernel.h"
#define RILL_THIS_STAGE jako_rain
#include "rill/kernel.h"
#define RILL_THIS_STAGE jako_drops
#include "rill/kernel.h"
#define RILL_THIS_STAGE jako_pipes
#include "rill/kernel.h"
#define RILL_THIS_STAGE jako_talus
#include "rill/kernel.h"
#define RILL_THIS_STAGE jako_slopes
#include "rill/kernel.h"
#define RILL_THIS_STAGE jako_erode
#include "rill/kernel.h"
#define RILL_THIS_STAGE jako_apply_water
#include "rill/kernel.h"
#define RILL_THIS_STAGE jako_apply_talus
#include "rill/kernel.h"
#define RILL_THIS_STAGE jako_apply_both
#include "rill/kernel.h"
