// A step on a CPU device, after model.h in vectors: a work item goes up the rows of a band, panel by
// panel, and every stage follows at its lag (core/sweep.h does the same in C++). A row of the state is
// taken into a ring of row slots, changed there, and given to a second set of buffers.
// Define first, beside RILL_LANES: RILL_PITCH, RILL_SLOTS, RILL_SLOT_FIELDS, RILL_REACH, RILL_MASKS
// and RILL_SLOT_name for every field.

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

#if FETCH
#define RILL_FETCH(p, w) __builtin_prefetch((const private void*)(size_t)(p), w, 2)
#else
#define RILL_FETCH(p, w)
#endif

static inline __attribute__((always_inline)) void copy_row(global float* to, global const float* from, const int count, global const float* ahead) {
  int i = 0;
  for (; i + 2 * RILL_LANES <= count; i += 2 * RILL_LANES) {
    RILL_FETCH(ahead + i, 0);
    store(to + i, load(from + i));
    store(to + i + RILL_LANES, load(from + i + RILL_LANES));
  }
  for (; i + RILL_LANES <= count; i += RILL_LANES) store(to + i, load(from + i));
  for (; i < count; ++i) to[i] = from[i];
}
static inline __attribute__((always_inline)) void stream_row(global float* to, global const float* from, const int count) {
  int i = 0;
#if NT
  for (; i < count && ((size_t)(to + i) & (sizeof(real) - 1)); ++i) to[i] = from[i];
  for (; i + RILL_LANES <= count; i += RILL_LANES) __builtin_nontemporal_store(load(from + i), (global real*)(to + i));
#else
  for (; i + RILL_LANES <= count; i += RILL_LANES) store(to + i, load(from + i));
#endif
  for (; i < count; ++i) to[i] = from[i];
}

// A row of a field, and the columns beside the panel that a step depends on, into its slot.
static inline void take_row(global float* slot, global const float* field, const Tile tile, const int y) {
  global const float* row = field + (size_t)wrapped(y, tile.ny) * tile.nx;
  const int first = max(tile.x0 - RILL_REACH, 0), last = min(tile.x1 + RILL_REACH, tile.nx);
  global float* column = slot + RILL_MARGIN - tile.x0;
  copy_row(column + first, row + first, last - first, row + tile.nx + first);
  if (!tile.wrap) return;
  for (int x = tile.x0 - RILL_REACH; x < 0; ++x) column[x] = row[wrapped(x, tile.nx)];
  for (int x = tile.nx; x < tile.x1 + RILL_REACH; ++x) column[x] = row[wrapped(x, tile.nx)];
}

static inline void give_row(global float* field, global const float* slot, const Tile tile, const int y) {
  stream_row(field + ((size_t)y * tile.nx + tile.x0), slot + RILL_MARGIN, tile.x1 - tile.x0);
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
  near.w = (mask)(-tile.wrap) | (column > 0);
  near.e = (mask)(-tile.wrap) | (column < tile.nx - 1);
  near.s = (mask)(-row_exists(tile, y - 1));
  near.n = (mask)(-row_exists(tile, y + 1));
  return near;
}
static inline Near near_everywhere() {
  Near near;
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

// Runs a stage on the row that is its turn when row y has been taken.
#define RILL_RUN_STAGE(stage, lag, halo)                                                         \
  if (y - (lag) >= tile.y0 - (halo) && y - (lag) < tile.y1 + (halo) && row_exists(tile, y - (lag))) { \
    const Columns columns = columns_of(tile, y - (lag), halo);                                   \
    Cell c;                                                                                      \
    c.slot = slot_of(ring, y - (lag));                                                           \
    c.below = (int)(slot_of(ring, y - (lag)-1) - c.slot);                                        \
    c.above = (int)(slot_of(ring, y - (lag) + 1) - c.slot);                                      \
    for (c.column = columns.first; c.column < columns.last; c.column += RILL_LANES) {            \
      if (c.column == columns.inside_first && columns.inside_first < columns.inside_last) {      \
        for (; c.column < columns.inside_last; c.column += RILL_LANES)                           \
          stage(c, p, near_everywhere(), RILL_MASKS);                                            \
        if (c.column >= columns.last) break;                                                     \
      }                                                                                          \
      stage(c, p, near_at(tile, tile.x0 - RILL_MARGIN + c.column, y - (lag)), RILL_MASKS);       \
    }                                                                                            \
  }

// Sums of the budget: a sum a lane, in double or as a pair of floats of which the second holds what
// the first could not.
#ifdef RILL_DOUBLES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double BandSum;
typedef RILL_JOIN(double, RILL_LANES) LaneSums;
static inline LaneSums added(const LaneSums sums, const real more) {
  return sums + RILL_JOIN(convert_double, RILL_LANES)(more);
}
static inline void add_lanes(global BandSum* total, const LaneSums sums) {
  double lanes[RILL_LANES], sum = 0;
  RILL_JOIN(vstore, RILL_LANES)(sums, 0, lanes);
  for (int lane = 0; lane < RILL_LANES; ++lane) sum += lanes[lane];
  *total = *total + sum;
}
#define RILL_NO_SUMS ((LaneSums)(0))
#else
typedef float2 BandSum;
typedef struct {
  real high, low;
} LaneSums;
#define RILL_ADD_PAIRS(type, result_high, result_low, a_high, a_low, b_high, b_low)  \
  {                                                                                  \
    const type sum = a_high + b_high;                                                \
    const type of_b = sum - a_high;                                                  \
    const type low = ((a_high - (sum - of_b)) + (b_high - of_b)) + (a_low + b_low);  \
    result_high = sum + low;                                                         \
    result_low = low - (result_high - sum);                                          \
  }
static inline LaneSums added(const LaneSums sums, const real more) {
  LaneSums result;
  RILL_ADD_PAIRS(real, result.high, result.low, sums.high, sums.low, more, splat(0.0f));
  return result;
}
static inline void add_lanes(global BandSum* total, const LaneSums sums) {
  float high[RILL_LANES], low[RILL_LANES];
  RILL_JOIN(vstore, RILL_LANES)(sums.high, 0, high);
  RILL_JOIN(vstore, RILL_LANES)(sums.low, 0, low);
  float2 result = *total;
  for (int lane = 0; lane < RILL_LANES; ++lane) {
    const float2 before = result;
    RILL_ADD_PAIRS(float, result.x, result.y, before.x, before.y, high[lane], low[lane]);
  }
  *total = result;
}
static inline LaneSums no_sums() {
  LaneSums sums;
  sums.high = sums.low = splat(0.0f);
  return sums;
}
#define RILL_NO_SUMS no_sums()
#endif

// Two sums at a time, as each waits for the one before.
static inline LaneSums summed_row(const LaneSums before, global const float* slot, const int count) {
  LaneSums even = RILL_NO_SUMS, odd = RILL_NO_SUMS;
  global const float* values = slot + RILL_MARGIN;
  int i = 0;
  for (; i + 2 * RILL_LANES <= count; i += 2 * RILL_LANES) {
    even = added(even, load(values + i));
    odd = added(odd, load(values + i + RILL_LANES));
  }
  for (; i + RILL_LANES <= count; i += RILL_LANES) even = added(even, load(values + i));
  if (i < count)
    odd = added(odd, choose(lane_numbers() < count - i, load(values + i), splat(0.0f)));
  return before + (even + odd);
}
