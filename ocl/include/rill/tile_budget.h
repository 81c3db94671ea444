// The sums of a tile's step for the budget. Work items add up pairs of floats, of which the second
// holds what the first could not; at the end of a tile its pairs become one sum a quantity, added to
// what earlier steps left: in double with RILL_DOUBLES, else as a pair. Which sum takes in which cell
// depends on nothing but the sizes of tile and group.

#define RILL_QUANTITIES 7
#define RILL_QUANTITY_rained 0
#define RILL_QUANTITY_evaporated 1
#define RILL_QUANTITY_water_left 2
#define RILL_QUANTITY_eroded 3
#define RILL_QUANTITY_deposited 4
#define RILL_QUANTITY_sediment_left 5
#define RILL_QUANTITY_talus_moved 6
// The thermal node moves talus and nothing else.
#define RILL_FIRST_QUANTITY (RILL_RUNS_WATER ? 0 : RILL_QUANTITY_talus_moved)
#define RILL_PARTIAL_SUMS 16

static inline float2 add_to_pair(const float2 pair, const float2 more) {
  const float sum = pair.x + more.x;
  const float of_more = sum - pair.x;
  const float lost = (pair.x - (sum - of_more)) + (more.x - of_more);
  const float low = lost + (pair.y + more.y);
  const float high = sum + low;
  return (float2)(high, low - (high - sum));
}

#ifdef RILL_DOUBLES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double TileSum;
static inline double added_to_sum(const double sum, const float2 more) {
  return sum + ((double)more.x + (double)more.y);
}
#else
typedef float2 TileSum;
static inline float2 added_to_sum(const float2 sum, const float2 more) { return add_to_pair(sum, more); }
#endif

#define RILL_COUNT(quantity, amount)                     \
  counted[RILL_QUANTITY_##quantity] =                    \
      add_to_pair(counted[RILL_QUANTITY_##quantity], (float2)(amount, 0.0f))

#define RILL_BEGIN_COUNTS                                       \
  float2 counted[RILL_QUANTITIES];                              \
  for (int q = RILL_FIRST_QUANTITY; q < RILL_QUANTITIES; ++q) counted[q] = (float2)(0.0f, 0.0f);

// Takes the tile's own memory; all items are done with it.
#define RILL_END_COUNTS                                                                        \
  {                                                                                            \
    local float2* pairs = (local float2*)tile;                                                 \
    for (int q = RILL_FIRST_QUANTITY; q < RILL_QUANTITIES; ++q)                                \
      pairs[(q - RILL_FIRST_QUANTITY) * items + item] = counted[q];                            \
    RILL_MEET;                                                                                 \
    const int sums = (RILL_QUANTITIES - RILL_FIRST_QUANTITY) * RILL_PARTIAL_SUMS;              \
    for (int k = item; k < sums; k += items) {                                                 \
      const int first = k / RILL_PARTIAL_SUMS * items;                                         \
      for (int i = k % RILL_PARTIAL_SUMS + RILL_PARTIAL_SUMS; i < items; i += RILL_PARTIAL_SUMS) \
        pairs[first + k % RILL_PARTIAL_SUMS] =                                                 \
            add_to_pair(pairs[first + k % RILL_PARTIAL_SUMS], pairs[first + i]);               \
    }                                                                                          \
    RILL_MEET;                                                                                 \
    for (int q = RILL_FIRST_QUANTITY + item; q < RILL_QUANTITIES; q += items) {                \
      const int first = (q - RILL_FIRST_QUANTITY) * items;                                     \
      const int partial = items < RILL_PARTIAL_SUMS ? items : RILL_PARTIAL_SUMS;               \
      float2 sum = pairs[first];                                                               \
      for (int i = 1; i < partial; ++i) sum = add_to_pair(sum, pairs[first + i]);              \
      const size_t place = (size_t)tile_number * RILL_QUANTITIES + q;                          \
      tile_sums[place] = added_to_sum(tile_sums[place], sum);                                  \
    }                                                                                          \
    RILL_MEET;                                                                                 \
  }
