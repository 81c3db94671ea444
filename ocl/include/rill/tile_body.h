// One step, inside a kernel: the work items of a group load a tile with its halo, run the stages on it
// with a barrier wherever one reads what another item wrote, and write the new state of the inner
// cells. Tiles are dealt out to the groups in turn, so that groups may be of any number, size and shape.
// Needs: tile_model.h; Step p, int nx, ny and wrap; and, taking an int2,
//   RILL_READ_STATE, RILL_WRITE_STATE  height, low, water, sediment as a float4
//     (thermal: RILL_READ_GROUND, RILL_WRITE_GROUND, height and low as a float2)
//   RILL_READ_FLUX, RILL_WRITE_FLUX (float4), RILL_READ_HARDNESS, RILL_WRITE_HARDNESS
//   RILL_READ_RAIN, RILL_READ_ERODABILITY, RILL_READ_BEDROCK with masks
//   RILL_WRITE_DISCHARGE, RILL_WRITE_VELOCITY, and with RILL_KEEPS RILL_WRITE_FALL,
//   RILL_WRITE_DEPOSITED and RILL_WRITE_RECEIVED: what was asked for by p.keep
//   tile_budget.h and the array tile_sums, optional: adds up the budget
// What is written must not be what is read: other groups still read it.

#ifndef RILL_COUNT
#define RILL_COUNT(quantity, amount)
#define RILL_BEGIN_COUNTS
#define RILL_END_COUNTS
#endif
#define RILL_MEET barrier(CLK_LOCAL_MEM_FENCE)

local float tile[RILL_TILE_FLOATS] __attribute__((aligned(8)));
const int item = (int)(get_local_id(1) * get_local_size(0) + get_local_id(0));
const int items = (int)(get_local_size(0) * get_local_size(1));
const int group = (int)(get_group_id(1) * get_num_groups(0) + get_group_id(0));
const int groups = (int)(get_num_groups(0) * get_num_groups(1));
const int tiles_wide = (nx + RILL_TILE_WIDTH - 1) / RILL_TILE_WIDTH;
const int tiles_high = (ny + RILL_TILE_ROWS - 1) / RILL_TILE_ROWS;
for (int tile_number = group; tile_number < tiles_wide * tiles_high; tile_number += groups) {
  const int x_tile = tile_number % tiles_wide * RILL_TILE_WIDTH;
  const int y_tile = tile_number / tiles_wide * RILL_TILE_ROWS;
  RILL_BEGIN_COUNTS

  RILL_EACH_CELL(RILL_TILE_HALO, RILL_TILE_HALO, RILL_TILE_HALO, RILL_TILE_HALO)
    const int2 at = (int2)(tile_source(x_grid, nx, wrap), tile_source(y_grid, ny, wrap));
#if RILL_RUNS_WATER
    const float4 state = RILL_READ_STATE(at);
    const float4 flux = RILL_READ_FLUX(at);
    RILL_SET_IN_TILE(c, RILL_ARRAY_HEIGHT, state.x);
    RILL_SET_IN_TILE(c, RILL_ARRAY_LOW, state.y);
    RILL_SET_IN_TILE(c, RILL_ARRAY_WATER, state.z);
    RILL_SET_IN_TILE(c, RILL_ARRAY_SEDIMENT, state.w);
    RILL_SET_IN_TILE(c, RILL_ARRAY_FLUX, flux.x);
    RILL_SET_IN_TILE(c, RILL_ARRAY_FLUX + 1, flux.y);
    RILL_SET_IN_TILE(c, RILL_ARRAY_FLUX + 2, flux.z);
    RILL_SET_IN_TILE(c, RILL_ARRAY_FLUX + 3, flux.w);
#else
    const float2 ground = RILL_READ_GROUND(at);
    RILL_SET_IN_TILE(c, RILL_ARRAY_HEIGHT, ground.x);
    RILL_SET_IN_TILE(c, RILL_ARRAY_LOW, ground.y);
#endif
    RILL_SET_IN_TILE(c, RILL_ARRAY_HARDNESS, RILL_READ_HARDNESS(at));
#if RILL_MASKS
    RILL_SET_IN_TILE(c, RILL_ARRAY_ERODABILITY, clamped(RILL_READ_ERODABILITY(at), 0.0f, 1.0f));
    RILL_SET_IN_TILE(c, RILL_ARRAY_BEDROCK, clamped(RILL_READ_BEDROCK(at), -1e30f, 1e7f));
#endif
#if RILL_RUNS_WATER
#if RILL_MASKS
    c.rain = clamped(RILL_READ_RAIN(at), 0.0f, 1e7f);
#endif
#if RILL_SCHEME == 0
    rill_rain(c, p, near, RILL_MASKS);
#else
    jako_rain(c, p, near, RILL_MASKS);
#endif
    if (RILL_IS_INNER) {
      RILL_COUNT(rained, own.rained);
    }
#endif
  }
  RILL_MEET;

#if RILL_RUNS_WATER && RILL_SCHEME == 0
  RILL_EACH_CELL(3, 2, 3, 3)
    rill_edges(c, p, near, RILL_MASKS);
  }
  RILL_MEET;
  RILL_EACH_CELL(2, 2, 2, 2)
    rill_limiter(c, p, near, RILL_MASKS);
  }
  RILL_MEET;
  RILL_EACH_CELL(2, 1, 2, 2)
    rill_limit(c, p, near, RILL_MASKS);
  }
  RILL_MEET;
  RILL_EACH_CELL(1, 1, 1, 1)
    rill_erode(c, p, near, RILL_MASKS);
#include <rill/tile_write_flow.h>
  }
  RILL_MEET;
#endif

#if RILL_RUNS_TALUS && RILL_SCHEME == 0 && RILL_MASKS
  RILL_EACH_CELL(2, 1, 2, 2)
    rill_talus(c, p, near, RILL_MASKS);
  }
  RILL_MEET;
  RILL_EACH_CELL(1, 1, 1, 1)
    rill_talus_share(c, p, near, RILL_MASKS);
  }
  RILL_MEET;
#endif

#if RILL_SCHEME == 0
  RILL_EACH_CELL(1, 0, 1, 1)
#if RILL_RUNS_TALUS && !RILL_MASKS
    rill_talus(c, p, near, RILL_MASKS);
#endif
#if RILL_NODE == RILL_NODE_COMBINED
    rill_exchange_both(c, p, near, RILL_MASKS);
#elif RILL_NODE == RILL_NODE_HYDRAULIC
    rill_exchange(c, p, near, RILL_MASKS);
#elif RILL_MASKS
    rill_exchange_talus(c, p, near, RILL_MASKS);
#endif
#if RILL_RUNS_TALUS
    if (RILL_IS_INNER) {
      RILL_COUNT(talus_moved, own.talus_moved);
    }
#endif
  }
  RILL_MEET;
#endif

#if RILL_SCHEME == 1 && RILL_RUNS_WATER
  RILL_EACH_CELL(2, 2, 2, 2)
    jako_pipes(c, p, near, RILL_MASKS);
    if (p.collision_rule) jako_slopes(c, p, near, RILL_MASKS);
  }
  RILL_MEET;
#endif
#if RILL_SCHEME == 1
  RILL_EACH_CELL(1, 1, 1, 1)
#if RILL_RUNS_TALUS
    jako_talus(c, p, near, RILL_MASKS);
#endif
#if RILL_RUNS_WATER
    jako_erode(c, p, near, RILL_MASKS);
#include <rill/tile_write_flow.h>
#endif
  }
  RILL_MEET;
#endif

  RILL_EACH_CELL(0, 0, 0, 0)
    if (x_grid < nx && y_grid < ny) {
#if RILL_SCHEME == 0 && RILL_NODE == RILL_NODE_COMBINED
      rill_apply_both(c, p, near, RILL_MASKS);
#elif RILL_SCHEME == 0 && RILL_NODE == RILL_NODE_HYDRAULIC
      rill_apply_water(c, p, near, RILL_MASKS);
#elif RILL_SCHEME == 0
      rill_apply_talus(c, p, near, RILL_MASKS);
#elif RILL_NODE == RILL_NODE_COMBINED
      jako_apply_both(c, p, near, RILL_MASKS);
#elif RILL_NODE == RILL_NODE_HYDRAULIC
      jako_apply_water(c, p, near, RILL_MASKS);
#else
      jako_apply_talus(c, p, near, RILL_MASKS);
#endif
      const int2 at = (int2)(x_grid, y_grid);
#if RILL_RUNS_WATER
#if RILL_SCHEME == 0
      const float sediment = RILL_AT(c, sediment, 0, 0);
#else
      const float sediment = own.sediment;
#endif
      RILL_WRITE_STATE(at, ((float4)(own.height, own.low, RILL_AT(c, water, 0, 0), sediment)));
      RILL_COUNT(eroded, RILL_AT(c, eroded, 0, 0));
      RILL_COUNT(deposited, RILL_AT(c, deposited, 0, 0));
      if (p.open_border) {
        RILL_COUNT(water_left, own.water_left);
        RILL_COUNT(sediment_left, own.sediment_left);
      }
#else
      RILL_WRITE_GROUND(at, ((float2)(own.height, own.low)));
#endif
#if RILL_SCHEME == 1 && RILL_RUNS_TALUS
      RILL_COUNT(talus_moved, own.talus_moved);
#endif
#if RILL_KEEPS
#if RILL_RUNS_WATER
#if RILL_SCHEME == 0
      if (p.keep & RILL_KEEP_FALL) {
        RILL_WRITE_FALL(at, own.fall);
      }
#endif
      RILL_WRITE_DEPOSITED(at, RILL_AT(c, deposited, 0, 0));
#endif
#if RILL_RUNS_TALUS
      if (p.keep & RILL_KEEP_RECEIVED) {
        RILL_WRITE_RECEIVED(at, own.received);
      }
#endif
#endif
    }
  }
  RILL_MEET;
  RILL_END_COUNTS
}
