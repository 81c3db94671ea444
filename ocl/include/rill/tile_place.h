// Where the cells of a tile are in the grid.

// The cell of the grid that a cell of a tile stands for: beyond a border the nearest one (read and
// not used), or the one that the torus has there.
static inline int tile_source(const int x, const int nx, const int wrap) {
  if (x >= 0 && x < nx) return x;
  if (!wrap) return x < 0 ? 0 : nx - 1;
  const int rest = x % nx;
  return rest < 0 ? rest + nx : rest;
}

static inline Near tile_near(const int x, const int y, const int nx, const int ny, const int wrap) {
  Near near;
  near.everywhere = 0;
  near.w = wrap | (x > 0);
  near.e = wrap | (x + 1 < nx);
  near.s = wrap | (y > 0);
  near.n = wrap | (y + 1 < ny);
  return near;
}

// Opens a loop in which the work items of a group share the cells from (-west, -south) to
// (RILL_TILE_WIDTH + east, RILL_TILE_ROWS + north): x and y in the tile, x_grid and y_grid in the
// grid, the cell c with its result, and near.
#define RILL_EACH_CELL(west, east, south, north)                                              \
  for (int k = item; k < (RILL_TILE_WIDTH + (west) + (east)) * (RILL_TILE_ROWS + (south) + (north)); \
       k += items) {                                                                          \
    const int x = k % (RILL_TILE_WIDTH + (west) + (east)) - (west);                           \
    const int y = k / (RILL_TILE_WIDTH + (west) + (east)) - (south);                          \
    const int x_grid = x_tile + x;                                                            \
    const int y_grid = y_tile + y;                                                            \
    TileResult own;                                                                           \
    Cell c;                                                                                   \
    c.cells = tile + RILL_TILE_MARGIN + (y + RILL_TILE_HALO) * RILL_TILE_PITCH +              \
              (x + RILL_TILE_HALO);                                                           \
    c.own = &own;                                                                             \
    c.rain = 1.0f;                                                                            \
    const Near near = tile_near(x_grid, y_grid, nx, ny, wrap);                                \
    (void)near;

#define RILL_IS_INNER                                                                            \
  (x >= 0 && x < RILL_TILE_WIDTH && y >= 0 && y < RILL_TILE_ROWS && x_grid < nx && y_grid < ny)
