// Where a work item's cell and its neighbours are in dense fields.

static inline Near place_cell(private Cell* c, const int x, const int y, const int nx, const int ny,
                              const int wrap) {
  Near near;
  near.everywhere = 0;
  near.w = wrap | (x > 0);
  near.e = wrap | (x + 1 < nx);
  near.s = wrap | (y > 0);
  near.n = wrap | (y + 1 < ny);
  c->at = y * nx + x;
  c->west = x > 0 ? -1 : (wrap ? nx - 1 : 0);
  c->east = x + 1 < nx ? 1 : (wrap ? 1 - nx : 0);
  c->south = y > 0 ? -nx : (wrap ? (ny - 1) * nx : 0);
  c->north = y + 1 < ny ? nx : (wrap ? (1 - ny) * nx : 0);
  return near;
}
