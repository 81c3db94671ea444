// A step on a CPU device, after model.h in vectors: a work item goes up the rows of a band, panel by
// panel, and every stage follows at its lag (core/sweep.h does the same in C++). A row of the state is
// taken into a ring of row slots, changed there, and given to a second set of buffers.
// Define first, beside RILL_LANES: RILL_PITCH, RILL_SLOTS, RILL_SLOT_FIELDS, RILL_REACH, RILL_MASKS,
// RILL_KEPT (RILL_KEEP_* of any step of the cook) and RILL_SLOT_name for every field; RILL_PREFETCH on
// a device that can.

// Sums of the budget: a sum a lane, in double or as a pair of floats of which the second holds what
// the first could not.
#ifdef RILL_DOUBLES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double BandSum;
typedef RILL_JOIN(double, RILL_LANES) LaneSums;
static inline LaneSums widened(const real values) {
  return RILL_JOIN(convert_double, RILL_LANES)(values);
}
static inline LaneSums added(const LaneSums a, const LaneSums b) { return a + b; }
static inline void add_lanes(global BandSum* total, const LaneSums sums) {
  double lanes[RILL_LANES];
  double sum = 0;
  RILL_JOIN(vstore, RILL_LANES)(sums, 0, lanes);
  for (int lane = 0; lane < RILL_LANES; ++lane) sum += lanes[lane];
  *total = *total + sum;
}
#else
typedef float2 BandSum;
typedef struct {
  real high, low;
} LaneSums;
#define RILL_ADD_PAIRS(type, high, low, a_high, a_low, b_high, b_low)                   \
  {                                                                                     \
    const type sum = (a_high) + (b_high);                                               \
    const type of_b = sum - (a_high);                                                   \
    const type lost = ((a_high) - (sum - of_b)) + ((b_high)-of_b);                      \
    const type rest = lost + ((a_low) + (b_low));                                       \
    high = sum + rest;                                                                  \
    low = rest - (high - sum);                                                          \
  }
static inline LaneSums widened(const real values) {
  LaneSums sums;
  sums.high = values;
  sums.low = splat(0.0f);
  return sums;
}
static inline LaneSums added(const LaneSums a, const LaneSums b) {
  LaneSums sums;
  RILL_ADD_PAIRS(real, sums.high, sums.low, a.high, a.low, b.high, b.low);
  return sums;
}
static inline void add_lanes(global BandSum* total, const LaneSums sums) {
  float high[RILL_LANES], low[RILL_LANES];
  RILL_JOIN(vstore, RILL_LANES)(sums.high, 0, high);
  RILL_JOIN(vstore, RILL_LANES)(sums.low, 0, low);
  float2 whole = *total;
  for (int lane = 0; lane < RILL_LANES; ++lane) {
    const float2 before = whole;
    RILL_ADD_PAIRS(float, whole.x, whole.y, before.x, before.y, high[lane], low[lane]);
  }
  *total = whole;
}
#endif

static inline LaneSums no_sums() { return widened(splat(0.0f)); }

#define RILL_MARGIN 16  // columns of a slot before the panel's first

typedef struct {
  int nx, ny, wrap;
  int x0, x1, y0, y1;  // the cells that are wanted
} Tile;

static inline int row_exists(const Tile tile, const int y) {
  return tile.wrap || (y >= 0 && y < tile.ny);
}

static inline global float* slot_of(global float* ring, const int y) {
  return ring + (size_t)((y + RILL_REACH + 1) % RILL_SLOTS) * (RILL_SLOT_FIELDS * RILL_PITCH);
}

static inline int wrapped(const int x, const int nx) {
  const int rest = x % nx;
  return rest < 0 ? rest + nx : rest;
}

// Asks for memory that will soon be read, and writes what will not be read again past the caches, which
// saves reading it first; where the compiler has a word for that.
#ifndef __has_builtin
#define __has_builtin(name) 0
#endif
#if defined(RILL_PREFETCH) && __has_builtin(__builtin_prefetch)
#define RILL_ASK_FOR(place) __builtin_prefetch((const private void*)(size_t)(place), 0, 2)
#else
#define RILL_ASK_FOR(place)
#endif
#if __has_builtin(__builtin_nontemporal_store)
#define RILL_STORE_PAST_CACHE(place, value) \
  __builtin_nontemporal_store(value, (global real*)(place))
#else
#define RILL_STORE_PAST_CACHE(place, value) store(place, value)
#endif

// A row of a field, and the columns beside the panel that a step depends on, into its slot; asks for
// the row after it.
static inline void take_row(global float* slot, global const float* field, const Tile tile, const int y) {
  global const float* row = field + (size_t)wrapped(y, tile.ny) * tile.nx;
  global float* column = slot + RILL_MARGIN - tile.x0;
  const int last = min(tile.x1 + RILL_REACH, tile.nx);
  int x = max(tile.x0 - RILL_REACH, 0);
  for (; x + 2 * RILL_LANES <= last; x += 2 * RILL_LANES) {
    RILL_ASK_FOR(row + tile.nx + x);
    store(column + x, load(row + x));
    store(column + x + RILL_LANES, load(row + x + RILL_LANES));
  }
  for (; x < last; ++x) column[x] = row[x];
  if (!tile.wrap) return;
  for (x = tile.x0 - RILL_REACH; x < 0; ++x) column[x] = row[wrapped(x, tile.nx)];
  for (x = tile.nx; x < tile.x1 + RILL_REACH; ++x) column[x] = row[wrapped(x, tile.nx)];
}

static inline void give_row(global float* field, global const float* slot, const Tile tile, const int y) {
  global float* row = field + ((size_t)y * tile.nx + tile.x0);
  global const float* values = slot + RILL_MARGIN;
  const int count = tile.x1 - tile.x0;
  int i = 0;
  for (; i < count && ((size_t)(row + i) & (sizeof(real) - 1)); ++i) row[i] = values[i];
  for (; i + RILL_LANES <= count; i += RILL_LANES) RILL_STORE_PAST_CACHE(row + i, load(values + i));
  for (; i < count; ++i) row[i] = values[i];
}

static inline void add_row(global float* total, global const float* slot, const Tile tile, const int y) {
  global float* sum = total + ((size_t)y * tile.nx + tile.x0);
  const int count = tile.x1 - tile.x0;
  int i = 0;
  for (; i + RILL_LANES <= count; i += RILL_LANES)
    store(sum + i, load(sum + i) + load(slot + RILL_MARGIN + i));
  for (; i < count; ++i) sum[i] = sum[i] + slot[RILL_MARGIN + i];
}

// Whether each lane's cell has its neighbours; x is the first lane's.
static inline mask lane_numbers() {
  int numbers[RILL_LANES];
  for (int lane = 0; lane < RILL_LANES; ++lane) numbers[lane] = lane;
  return RILL_JOIN(vload, RILL_LANES)(0, numbers);
}
static inline Near near_at(const Tile tile, const int x, const int y) {
  const mask column = lane_numbers() + x;
  Near near;
  near.everywhere = 0;
  near.w = (mask)(-tile.wrap) | (column > 0);
  near.e = (mask)(-tile.wrap) | (column < tile.nx - 1);
  near.s = (mask)(-row_exists(tile, y - 1));
  near.n = (mask)(-row_exists(tile, y + 1));
  return near;
}
static inline Near near_everywhere() {
  Near near;
  near.everywhere = 0;  // what left through the border is summed over whole rows here
  near.w = near.e = near.s = near.n = (mask)(-1);
  return near;
}

// Columns of a slot in whole vectors; from inside_first to inside_last every cell has all its
// neighbours.
typedef struct {
  int first, last, inside_first, inside_last;
} Columns;
static inline Columns columns_of(const Tile tile, const int y, const int halo) {
  const int origin = tile.x0 - RILL_MARGIN;
  Columns columns;
  int begin = tile.x0 - halo, end = tile.x1 + halo;
  if (!tile.wrap) {
    begin = max(begin, 0);
    end = min(end, tile.nx);
  }
  columns.first = columns.inside_first = (begin - origin) / RILL_LANES * RILL_LANES;
  columns.last = columns.inside_last = end - origin;
  if (tile.wrap) return columns;
  if (origin + columns.first <= 0) columns.inside_first += RILL_LANES;
  const int border = tile.nx - 1 - origin;  // the last column's place in the slot
  if (border < columns.last)
    columns.inside_last = max(border / RILL_LANES * RILL_LANES, columns.inside_first);
  if (!row_exists(tile, y - 1) || !row_exists(tile, y + 1))
    columns.inside_first = columns.inside_last = columns.last;
  return columns;
}

// A stage on a row of the tile. Not inlined: compilers take long for a kernel with all stages in it.
#define RILL_SWEEP_STAGE(stage, halo)                                                       \
  static __attribute__((noinline)) void sweep_##stage(                                      \
      private const Tile* the_tile, private const Step* step, global float* ring, const int y) { \
    const Tile tile = *the_tile;                                                            \
    if (y < tile.y0 - (halo) || y >= tile.y1 + (halo) || !row_exists(tile, y)) return;      \
    Step p = *step;                                                                         \
    p.keep &= RILL_KEPT; /* so that the compiler leaves out what is never kept */           \
    const Columns columns = columns_of(tile, y, halo);                                      \
    Cell c;                                                                                 \
    c.slot = slot_of(ring, y);                                                              \
    c.below = (int)(slot_of(ring, y - 1) - c.slot);                                         \
    c.above = (int)(slot_of(ring, y + 1) - c.slot);                                         \
    for (c.column = columns.first; c.column < columns.last; c.column += RILL_LANES) {       \
      if (c.column == columns.inside_first && columns.inside_first < columns.inside_last) { \
        for (; c.column < columns.inside_last; c.column += RILL_LANES)                      \
          stage(c, p, near_everywhere(), RILL_MASKS);                                       \
        if (c.column >= columns.last) break;                                                \
      }                                                                                     \
      stage(c, p, near_at(tile, tile.x0 - RILL_MARGIN + c.column, y), RILL_MASKS);          \
    }                                                                                       \
  }

// Two sums at a time, as each waits for the one before.
static inline LaneSums sum_of_row(global const float* slot, const int count) {
  LaneSums even = no_sums(), odd = no_sums();
  global const float* values = slot + RILL_MARGIN;
  int i = 0;
  for (; i + 2 * RILL_LANES <= count; i += 2 * RILL_LANES) {
    even = added(even, widened(load(values + i)));
    odd = added(odd, widened(load(values + i + RILL_LANES)));
  }
  for (; i < count; i += RILL_LANES) {
    const mask wanted = lane_numbers() < count - i;
    even = added(even, widened(choose(wanted, load(values + i), splat(0.0f))));
  }
  return added(even, odd);
}
