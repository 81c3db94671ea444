// Cutting the grid: tiles cover every cell once, and a tile loads the old values around it after
// its neighbours have been overwritten, with and without wrapping, down to one cell.

#include "tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace rill {
namespace {

constexpr int reach = Schedule::reach;
constexpr int sizes[] = {1, 2, 3, 4, 5, 7, 16};
constexpr int pieces[] = {1, 2, 3, 5, 7, 512};
constexpr float sentinel = -12345;

struct Grid {
  State state;
  Schedule schedule;
};

float value_at(int port, int x, int y) { return float(port * 10000 + y * 100 + x); }
int wrapped(int i, int n) { return ((i % n) + n) % n; }

Grid make_grid(int nx, int ny, bool wrap) {
  Grid grid;
  grid.state.nx = nx;
  grid.state.ny = ny;
  grid.schedule.wrap = wrap;
  grid.schedule.changed = {{field_height, field_height_next}, {field_water, field_water}};
  for (int port = 0; port < 2; ++port) {
    std::vector<float>& values = grid.state.fields[grid.schedule.changed[std::size_t(port)].state];
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) values.push_back(value_at(port, x, y));
  }
  return grid;
}

// Everything but the tile's own cells becomes what a later step would have left there.
void overwrite_around(State& state, const Tile& tile) {
  for (Field field : {field_height, field_water})
    for (int y = 0; y < state.ny; ++y)
      for (int x = 0; x < state.nx; ++x)
        if (x < tile.x0 || x >= tile.x1 || y < tile.y0 || y >= tile.y1) state.row(field, y)[x] = -1;
}

TEST(Tiles, CoverEveryCellOnceInEvenPieces) {
  for (int nx : sizes)
    for (int ny : sizes)
      for (int columns : pieces)
        for (int rows : pieces) {
          const Grid grid = make_grid(nx, ny, false);
          const Tiles tiles(grid.state, grid.schedule, columns, rows);
          std::vector<int> covered(std::size_t(nx * ny), 0);
          int narrowest = nx, widest = 0, lowest = ny, highest = 0;
          for (const Tile& tile : tiles.list()) {
            narrowest = std::min(narrowest, tile.x1 - tile.x0);
            widest = std::max(widest, tile.x1 - tile.x0);
            lowest = std::min(lowest, tile.y1 - tile.y0);
            highest = std::max(highest, tile.y1 - tile.y0);
            for (int y = tile.y0; y < tile.y1; ++y)
              for (int x = tile.x0; x < tile.x1; ++x) ++covered.at(std::size_t(y * nx + x));
          }
          EXPECT_EQ(covered, std::vector<int>(std::size_t(nx * ny), 1));
          EXPECT_EQ(tiles.list().size(), std::size_t(tiles.panels() * tiles.bands()));
          EXPECT_LE(widest, columns);
          EXPECT_LE(highest, rows);
          EXPECT_GE(narrowest, 1);
          EXPECT_GE(lowest, 1);
          EXPECT_LE(widest - narrowest, 1);
          EXPECT_LE(highest - lowest, 1);
        }
}

void check_loaded_rows(int nx, int ny, bool wrap, int columns, int rows) {
  const Grid grid = make_grid(nx, ny, wrap);
  Tiles tiles(grid.state, grid.schedule, columns, rows);
  for (int band = 0; band < tiles.bands(); ++band) tiles.save_band(grid.state, band);
  for (const Tile& tile : tiles.list()) {
    State later = grid.state;
    overwrite_around(later, tile);
    const int width = tile.x1 - tile.x0;
    for (int port = 0; port < 2; ++port)
      for (int y = tile.y0 - reach; y < tile.y1 + reach; ++y) {
        std::vector<float> loaded(std::size_t(width + 2 * reach + 2), sentinel);
        tiles.load_row(later, tile, port, y, loaded.data() + reach + 1);
        EXPECT_EQ(loaded.front(), sentinel);
        EXPECT_EQ(loaded.back(), sentinel);
        for (int x = tile.x0 - reach; x < tile.x1 + reach; ++x) {
          const bool inside = wrap || (x >= 0 && x < nx && y >= 0 && y < ny);
          if (inside) {
            ASSERT_EQ(loaded[std::size_t(x - tile.x0 + reach + 1)],
                      value_at(port, wrapped(x, nx), wrapped(y, ny)))
                << nx << "x" << ny << " cut " << columns << "x" << rows << " cell " << x << ", "
                << y;
          }
        }
        if (!wrap && (y < 0 || y >= ny)) {
          EXPECT_EQ(std::count(loaded.begin(), loaded.end(), sentinel),
                    std::ptrdiff_t(loaded.size()));
        }
      }
  }
}

TEST(Tiles, LoadOldValuesWithoutWrap) {
  for (int nx : sizes)
    for (int ny : sizes)
      for (int columns : pieces)
        for (int rows : {1, 2, 5, 128}) check_loaded_rows(nx, ny, false, columns, rows);
}

TEST(Tiles, LoadOldValuesWithWrap) {
  for (int nx : sizes)
    for (int ny : sizes)
      for (int columns : pieces)
        for (int rows : {1, 2, 5, 128}) check_loaded_rows(nx, ny, true, columns, rows);
}

TEST(Tiles, RowHaloStopsAtTheBorder) {
  const float row[] = {10, 11, 12, 13, 14, 15, 16, 17};
  std::array<float, 12> to;
  to.fill(sentinel);
  copy_row_with_halo(row, 8, false, 1, 7, to.data() + 3);
  EXPECT_EQ(to, (std::array<float, 12>{sentinel, sentinel, 10, 11, 12, 13, 14, 15, 16, 17, sentinel,
                                       sentinel}));
  copy_row_with_halo(row, 8, true, 1, 7, to.data() + 3);
  EXPECT_EQ(to, (std::array<float, 12>{16, 17, 10, 11, 12, 13, 14, 15, 16, 17, 10, 11}));
}

TEST(Tiles, RowHaloWrapsMoreThanOnceOnTinyGrids) {
  const float one[] = {5}, two[] = {5, 6};
  std::array<float, 7> around_one;
  around_one.fill(sentinel);
  copy_row_with_halo(one, 1, true, 0, 1, around_one.data() + 3);
  EXPECT_EQ(around_one, (std::array<float, 7>{5, 5, 5, 5, 5, 5, 5}));
  std::array<float, 8> around_two;
  around_two.fill(sentinel);
  copy_row_with_halo(two, 2, true, 0, 2, around_two.data() + 3);
  EXPECT_EQ(around_two, (std::array<float, 8>{6, 5, 6, 5, 6, 5, 6, 5}));
}

}  // namespace
}  // namespace rill
