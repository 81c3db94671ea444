// The passes and stages compiled for a tile in local memory (tile_body.h). Define first:
//   RILL_SCHEME  0 rill, 1 jako2011        RILL_NODE   one of RILL_NODE_*
//   RILL_MASKS   0 or 1, as everywhere     RILL_KEEPS  1 where erosion or debris may be asked for
// Includes by path only, as Houdini finds them: beside the including file it does not look.

#define RILL_NODE_HYDRAULIC 1
#define RILL_NODE_THERMAL 2
#define RILL_NODE_COMBINED 3
#define RILL_RUNS_WATER (RILL_NODE != RILL_NODE_THERMAL)
#define RILL_RUNS_TALUS (RILL_NODE != RILL_NODE_HYDRAULIC)

#define RILL_TILE 1
#include <rill/step.h>
#include <rill/real.h>
#include <rill/cell.h>
#include <rill/eight_edges.h>
#include <rill/pass_drops.h>
#include <rill/pass_rain.h>
#include <rill/pass_edges.h>
#include <rill/pass_limiter.h>
#include <rill/pass_velocity.h>
#include <rill/pass_capacity.h>
#include <rill/pass_erode.h>
#include <rill/pass_banks.h>
#include <rill/pass_talus.h>
#include <rill/pass_height.h>
#include <rill/stages_rill.h>
#include <rill/pass_pipes.h>
#include <rill/pass_jako_talus.h>
#include <rill/pass_jako_capacity.h>
#include <rill/pass_jako_transport.h>
#include <rill/stages_jako2011.h>
#include <rill/clamped.h>
#include <rill/tile_place.h>
