// A cell of a tile in local memory, for the stages. Each field is one of
//   an array of the tile, read by neighbours (arrays whose fields do not live at the same time share
//   their place);
//   worked out from arrays where it is read: the drops from the two parts of the height, the soil that
//   an edge carries from its flow and the concentrations, by the functions that would have stored them;
//   a value of the cell's own, for the caller.
// Which array is whose follows from scheme, node and masks, all known when it is compiled.

#if !RILL_KEEPS
#undef RILL_KEEP_FALL
#undef RILL_KEEP_RECEIVED
#define RILL_KEEP_FALL 0
#define RILL_KEEP_RECEIVED 0
#endif

#define RILL_TILE_HALO 3  // a step depends on cells up to three away
#define RILL_TILE_WIDTH 16
#define RILL_TILE_PITCH (RILL_TILE_WIDTH + 2 * RILL_TILE_HALO)

// Talus edges are read by neighbours only to share out what stands on bedrock and to tell where debris
// went, and in the thermal node, which has no other sum of them.
#define RILL_TALUS_ARRAYS (RILL_RUNS_TALUS && (RILL_MASKS || RILL_KEEPS || !RILL_RUNS_WATER))

#define RILL_ARRAY_HEIGHT 0
#define RILL_ARRAY_LOW 1
#if RILL_RUNS_WATER
#define RILL_ARRAY_HARDNESS 2
#define RILL_ARRAY_WATER 3
#define RILL_ARRAY_SEDIMENT 4
#define RILL_ARRAY_FLUX 5     // four of them
#define RILL_ARRAY_CARRIED 9
#define RILL_ARRAY_DEPOSITED 10
#if RILL_SCHEME == 0
#define RILL_ARRAY_LIMIT 11
#define RILL_ARRAY_ERODED RILL_ARRAY_LIMIT
#define RILL_ARRAY_WATER_NEXT 12
#define RILL_ARRAY_MOVED RILL_ARRAY_FLUX
#define RILL_ARRAY_TALUS0 RILL_ARRAY_CARRIED
#define RILL_ARRAY_TALUS1 13
#define RILL_ARRAY_TALUS2 14
#define RILL_ARRAY_TALUS3 15
#define RILL_ARRAY_SHARE RILL_ARRAY_WATER
#if RILL_TALUS_ARRAYS
#define RILL_ARRAY_MASKS 16
#else
#define RILL_ARRAY_MASKS 13
#endif
#else  // jako2011
#define RILL_ARRAY_ERODED RILL_ARRAY_HARDNESS
#define RILL_ARRAY_WATER_NEXT RILL_ARRAY_WATER
#define RILL_ARRAY_SUSPENDED RILL_ARRAY_SEDIMENT
#define RILL_ARRAY_SLOPE 11     // two of them
#define RILL_ARRAY_VELOCITY 13  // two of them
#define RILL_ARRAY_TALUS_OUT 15
#define RILL_ARRAY_TALUS_RATE 16
#define RILL_ARRAY_TALUS_LIMIT 17
#define RILL_ARRAY_MASKS 18
#endif
#else  // thermal
#define RILL_ARRAY_HARDNESS 2
#if RILL_SCHEME == 0
#define RILL_ARRAY_TALUS0 3
#define RILL_ARRAY_TALUS1 4
#define RILL_ARRAY_TALUS2 5
#define RILL_ARRAY_TALUS3 6
#define RILL_ARRAY_SHARE 7
#define RILL_ARRAY_MASKS 8
#else
#define RILL_ARRAY_TALUS_OUT 3
#define RILL_ARRAY_TALUS_RATE 4
#define RILL_ARRAY_TALUS_LIMIT 5
#define RILL_ARRAY_MASKS 6
#endif
#endif
#define RILL_ARRAY_ERODABILITY RILL_ARRAY_MASKS
#define RILL_ARRAY_BEDROCK (RILL_ARRAY_MASKS + 1)
#define RILL_TILE_ARRAYS (RILL_ARRAY_MASKS + 2 * RILL_MASKS)

// As high as 32 KB of local memory allow.
#if RILL_TILE_ARRAYS <= 16
#define RILL_TILE_ROWS 16
#elif RILL_TILE_ARRAYS <= 18
#define RILL_TILE_ROWS 14
#else
#define RILL_TILE_ROWS 12
#endif
#define RILL_TILE_CELLS (RILL_TILE_PITCH * (RILL_TILE_ROWS + 2 * RILL_TILE_HALO))
// Cells at the rim of a tile may read, and do not use, what is beyond it.
#define RILL_TILE_MARGIN (RILL_TILE_PITCH + 2)
#define RILL_TILE_FLOATS (RILL_TILE_ARRAYS * RILL_TILE_CELLS + 2 * RILL_TILE_MARGIN)

// What a stage leaves for the caller alone.
typedef struct {
  float height, low, hardness, sediment;
  float rained, evaporated, water_left, sediment_left, talus_moved;
  float fall, received, discharge, discharge_x, discharge_y, velocity_x, velocity_y;
  float talus0, talus1, talus2, talus3;
} TileResult;

typedef struct {
  local float* cells;   // this cell in the first array
  private TileResult* own;
  float rain;
} Cell;

#define RILL_AT(c, field, dx, dy) RILL_AT_##field(c, dx, dy)
#define RILL_PUT(c, field, value) RILL_PUT_##field(c, value)

#define RILL_IN_TILE(c, array, dx, dy) \
  ((c).cells[(array) * RILL_TILE_CELLS + (dy) * RILL_TILE_PITCH + (dx)])
#define RILL_SET_IN_TILE(c, array, value) (RILL_IN_TILE(c, array, 0, 0) = (value))
#define RILL_NOT_KEPT(value) ((void)(value))

#define RILL_AT_height(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_HEIGHT, dx, dy)
#define RILL_AT_low(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_LOW, dx, dy)
#define RILL_AT_hardness(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_HARDNESS, dx, dy)
#define RILL_AT_rain(c, dx, dy) ((c).rain)
#define RILL_AT_erodability(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_ERODABILITY, dx, dy)
#define RILL_AT_bedrock(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_BEDROCK, dx, dy)
#define RILL_PUT_height(c, value) ((c).own->height = (value))
#define RILL_PUT_low(c, value) ((c).own->low = (value))
#define RILL_PUT_hardness(c, value) ((c).own->hardness = (value))

#define RILL_DROP_BETWEEN(c, x, y, to_x, to_y)                         \
  ((RILL_AT_height(c, x, y) - RILL_AT_height(c, to_x, to_y)) +         \
   (RILL_AT_low(c, x, y) - RILL_AT_low(c, to_x, to_y)))
#define RILL_AT_drop0(c, dx, dy) RILL_DROP_BETWEEN(c, dx, dy, (dx) + 1, dy)
#define RILL_AT_drop1(c, dx, dy) RILL_DROP_BETWEEN(c, dx, dy, dx, (dy) + 1)
#define RILL_AT_drop2(c, dx, dy) RILL_DROP_BETWEEN(c, dx, dy, (dx) + 1, (dy) + 1)
#define RILL_AT_drop3(c, dx, dy) RILL_DROP_BETWEEN(c, dx, dy, (dx) + 1, (dy)-1)
#define RILL_PUT_drop0(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_drop1(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_drop2(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_drop3(c, value) RILL_NOT_KEPT(value)

#define RILL_PUT_rained(c, value) ((c).own->rained = (value))
#define RILL_PUT_evaporated(c, value) ((c).own->evaporated = (value))
#define RILL_PUT_water_left(c, value) ((c).own->water_left = (value))
#define RILL_PUT_sediment_left(c, value) ((c).own->sediment_left = (value))
#define RILL_PUT_talus_moved(c, value) ((c).own->talus_moved = (value))
#define RILL_PUT_fall(c, value) ((c).own->fall = (value))
#define RILL_PUT_received(c, value) ((c).own->received = (value))
#define RILL_PUT_discharge(c, value) ((c).own->discharge = (value))
#define RILL_PUT_discharge_x(c, value) ((c).own->discharge_x = (value))
#define RILL_PUT_discharge_y(c, value) ((c).own->discharge_y = (value))

// The stages of the other scheme, and those of water in the thermal node, compile but never run.
#define RILL_ABSENT_AT(c) ((c).rain)

#if RILL_RUNS_WATER
#define RILL_AT_water(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_WATER, dx, dy)
#define RILL_PUT_water(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_WATER, value)
#define RILL_AT_sediment(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_SEDIMENT, dx, dy)
#define RILL_AT_flux0(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_FLUX, dx, dy)
#define RILL_AT_flux1(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_FLUX + 1, dx, dy)
#define RILL_AT_flux2(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_FLUX + 2, dx, dy)
#define RILL_AT_flux3(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_FLUX + 3, dx, dy)
#define RILL_PUT_flux0(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_FLUX, value)
#define RILL_PUT_flux1(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_FLUX + 1, value)
#define RILL_PUT_flux2(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_FLUX + 2, value)
#define RILL_PUT_flux3(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_FLUX + 3, value)
#define RILL_AT_carried(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_CARRIED, dx, dy)
#define RILL_PUT_carried(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_CARRIED, value)
#define RILL_AT_eroded(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_ERODED, dx, dy)
#define RILL_PUT_eroded(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_ERODED, value)
#define RILL_AT_deposited(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_DEPOSITED, dx, dy)
#define RILL_PUT_deposited(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_DEPOSITED, value)
#define RILL_AT_water_next(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_WATER_NEXT, dx, dy)
#define RILL_PUT_water_next(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_WATER_NEXT, value)
#else
#define RILL_AT_water(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_water(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_sediment(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_AT_flux0(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_AT_flux1(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_AT_flux2(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_AT_flux3(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_flux0(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_flux1(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_flux2(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_flux3(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_carried(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_carried(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_eroded(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_eroded(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_deposited(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_deposited(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_water_next(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_water_next(c, value) RILL_NOT_KEPT(value)
#endif

#if RILL_RUNS_WATER && RILL_SCHEME == 0
#define RILL_PUT_sediment(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_SEDIMENT, value)
#define RILL_AT_limit(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_LIMIT, dx, dy)
#define RILL_PUT_limit(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_LIMIT, value)
#define RILL_AT_moved0(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_MOVED, dx, dy)
#define RILL_AT_moved1(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_MOVED + 1, dx, dy)
#define RILL_AT_moved2(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_MOVED + 2, dx, dy)
#define RILL_AT_moved3(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_MOVED + 3, dx, dy)
#define RILL_PUT_moved0(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_MOVED, value)
#define RILL_PUT_moved1(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_MOVED + 1, value)
#define RILL_PUT_moved2(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_MOVED + 2, value)
#define RILL_PUT_moved3(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_MOVED + 3, value)
#else
#define RILL_PUT_sediment(c, value) ((c).own->sediment = (value))
#define RILL_AT_limit(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_limit(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_moved0(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_AT_moved1(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_AT_moved2(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_AT_moved3(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_moved0(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_moved1(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_moved2(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_moved3(c, value) RILL_NOT_KEPT(value)
#endif

// The sediment that an edge carries (pass_limiter.h).
#define RILL_SOIL_OVER(c, flux, x, y, to_x, to_y) \
  of_donor_out(RILL_AT_##flux(c, x, y), RILL_AT_carried(c, x, y), RILL_AT_carried(c, to_x, to_y))
#define RILL_AT_soil0(c, dx, dy) RILL_SOIL_OVER(c, flux0, dx, dy, (dx) + 1, dy)
#define RILL_AT_soil1(c, dx, dy) RILL_SOIL_OVER(c, flux1, dx, dy, dx, (dy) + 1)
#define RILL_AT_soil2(c, dx, dy) RILL_SOIL_OVER(c, flux2, dx, dy, (dx) + 1, (dy) + 1)
#define RILL_AT_soil3(c, dx, dy) RILL_SOIL_OVER(c, flux3, dx, dy, (dx) + 1, (dy)-1)
#define RILL_PUT_soil0(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_soil1(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_soil2(c, value) RILL_NOT_KEPT(value)
#define RILL_PUT_soil3(c, value) RILL_NOT_KEPT(value)

#if RILL_SCHEME == 0 && RILL_TALUS_ARRAYS
#define RILL_AT_talus0(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_TALUS0, dx, dy)
#define RILL_AT_talus1(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_TALUS1, dx, dy)
#define RILL_AT_talus2(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_TALUS2, dx, dy)
#define RILL_AT_talus3(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_TALUS3, dx, dy)
#define RILL_PUT_talus0(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_TALUS0, value)
#define RILL_PUT_talus1(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_TALUS1, value)
#define RILL_PUT_talus2(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_TALUS2, value)
#define RILL_PUT_talus3(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_TALUS3, value)
#define RILL_AT_talus_share(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_SHARE, dx, dy)
#define RILL_PUT_talus_share(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_SHARE, value)
#else
#define RILL_AT_talus0(c, dx, dy) ((c).own->talus0)
#define RILL_AT_talus1(c, dx, dy) ((c).own->talus1)
#define RILL_AT_talus2(c, dx, dy) ((c).own->talus2)
#define RILL_AT_talus3(c, dx, dy) ((c).own->talus3)
#define RILL_PUT_talus0(c, value) ((c).own->talus0 = (value))
#define RILL_PUT_talus1(c, value) ((c).own->talus1 = (value))
#define RILL_PUT_talus2(c, value) ((c).own->talus2 = (value))
#define RILL_PUT_talus3(c, value) ((c).own->talus3 = (value))
#define RILL_AT_talus_share(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_talus_share(c, value) RILL_NOT_KEPT(value)
#endif

#if RILL_SCHEME == 1
#define RILL_AT_talus_out(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_TALUS_OUT, dx, dy)
#define RILL_PUT_talus_out(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_TALUS_OUT, value)
#define RILL_AT_talus_rate(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_TALUS_RATE, dx, dy)
#define RILL_PUT_talus_rate(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_TALUS_RATE, value)
#define RILL_AT_talus_limit(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_TALUS_LIMIT, dx, dy)
#define RILL_PUT_talus_limit(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_TALUS_LIMIT, value)
#else
#define RILL_AT_talus_out(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_talus_out(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_talus_rate(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_talus_rate(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_talus_limit(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_talus_limit(c, value) RILL_NOT_KEPT(value)
#endif

#if RILL_SCHEME == 1 && RILL_RUNS_WATER
#define RILL_AT_slope_x(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_SLOPE, dx, dy)
#define RILL_PUT_slope_x(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_SLOPE, value)
#define RILL_AT_slope_y(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_SLOPE + 1, dx, dy)
#define RILL_PUT_slope_y(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_SLOPE + 1, value)
#define RILL_AT_suspended(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_SUSPENDED, dx, dy)
#define RILL_PUT_suspended(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_SUSPENDED, value)
#define RILL_AT_velocity_x(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_VELOCITY, dx, dy)
#define RILL_PUT_velocity_x(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_VELOCITY, value)
#define RILL_AT_velocity_y(c, dx, dy) RILL_IN_TILE(c, RILL_ARRAY_VELOCITY + 1, dx, dy)
#define RILL_PUT_velocity_y(c, value) RILL_SET_IN_TILE(c, RILL_ARRAY_VELOCITY + 1, value)
#else
#define RILL_AT_slope_x(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_slope_x(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_slope_y(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_slope_y(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_suspended(c, dx, dy) RILL_ABSENT_AT(c)
#define RILL_PUT_suspended(c, value) RILL_NOT_KEPT(value)
#define RILL_AT_velocity_x(c, dx, dy) ((c).own->velocity_x)
#define RILL_PUT_velocity_x(c, value) ((c).own->velocity_x = (value))
#define RILL_AT_velocity_y(c, dx, dy) ((c).own->velocity_y)
#define RILL_PUT_velocity_y(c, value) ((c).own->velocity_y = (value))
#endif
