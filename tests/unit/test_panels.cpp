// The state cut for the CPU: panels and bands cover every cell once, hold what the state held, and
// a tile finds the old values around it after its neighbours have been overwritten, with and
// without wrapping, down to one cell.

#include "panels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace rill {
namespace {

constexpr int reach = Schedule::reach;
constexpr int sizes[] = {1, 2, 3, 4, 5, 7, 16};
constexpr int pieces[] = {1, 2, 3, 5, 7, 512};
constexpr Field changed[] = {field_height, field_water};
constexpr float overwritten = -1;

float value_at(Field field, int x, int y) { return float(int(field) * 10000 + y * 100 + x); }
int wrapped(int i, int n) { return ((i % n) + n) % n; }

struct Grid {
  State state;
  Schedule schedule;
};

Grid make_grid(int nx, int ny, bool wrap) {
  Grid grid;
  grid.state.nx = nx;
  grid.state.ny = ny;
  grid.schedule.wrap = wrap;
  grid.schedule.changed.assign(std::begin(changed), std::end(changed));
  grid.schedule.read_only = {field_bedrock};
  for (Field field : {field_height, field_water, field_bedrock})
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) grid.state.fields[field].push_back(value_at(field, x, y));
  return grid;
}

TEST(Panels, CoverEveryCellOnceInEvenPieces) {
  for (int nx : sizes)
    for (int ny : sizes)
      for (int columns : pieces)
        for (int rows : pieces) {
          Grid grid = make_grid(nx, ny, false);
          const Panels panels(grid.state, grid.schedule, columns, rows);
          std::vector<int> covered(std::size_t(nx * ny), 0);
          int narrowest = nx, widest = 0, lowest = ny, highest = 0;
          for (int band = 0; band < panels.bands(); ++band)
            for (int panel = 0; panel < panels.panels(); ++panel) {
              const Tile tile = panels.tile(band, panel);
              narrowest = std::min(narrowest, tile.x1 - tile.x0);
              widest = std::max(widest, tile.x1 - tile.x0);
              lowest = std::min(lowest, tile.y1 - tile.y0);
              highest = std::max(highest, tile.y1 - tile.y0);
              for (int y = tile.y0; y < tile.y1; ++y)
                for (int x = tile.x0; x < tile.x1; ++x) ++covered.at(std::size_t(y * nx + x));
            }
          EXPECT_EQ(covered, std::vector<int>(std::size_t(nx * ny), 1));
          EXPECT_LE(widest, std::max(columns, Panels::narrowest_cut));
          EXPECT_GE(narrowest, std::min(nx, reach));
          EXPECT_LE(highest, rows);
          EXPECT_EQ(highest, panels.tallest_band());
          EXPECT_GE(lowest, 1);
          EXPECT_LE(widest - narrowest, 1);
          EXPECT_LE(highest - lowest, 1);
        }
}

TEST(Panels, GiveBackWhatTheyTook) {
  for (int nx : {1, 7, 515})
    for (int ny : {1, 9, 300})
      for (int columns : {5, 64, 1024}) {
        Grid grid = make_grid(nx, ny, false);
        const State before = grid.state;
        Panels panels(grid.state, grid.schedule, columns, 32);
        panels.take(grid.state);
        for (Field field : {field_height, field_water, field_bedrock})
          EXPECT_TRUE(grid.state.fields[field].empty());
        panels.give_back(grid.state);
        for (Field field : {field_height, field_water, field_bedrock})
          EXPECT_EQ(grid.state.fields[field], before.fields[field]);
      }
}

class Sweeper {
 public:
  Sweeper(int nx, int ny, bool wrap, int columns, int rows)
      : nx_(nx),
        ny_(ny),
        wrap_(wrap),
        grid_(make_grid(nx, ny, wrap)),
        panels_(grid_.state, grid_.schedule, columns, rows) {
    panels_.take(grid_.state);
  }

  // Bands in any order, the panels of one from left to right, as the back end runs them.
  void run(bool upwards) {
    for (int band = 0; band < panels_.bands(); ++band) panels_.save_band(band);
    for (int i = 0; i < panels_.bands(); ++i) {
      PassedColumns passed(panels_.tallest_band(), int(std::size(changed)));
      for (int panel = 0; panel < panels_.panels(); ++panel) {
        const Tile tile = panels_.tile(upwards ? i : panels_.bands() - 1 - i, panel);
        for (int y = tile.y0; y < tile.y1; ++y) panels_.fill_halo(tile, y, passed);
        check(tile);
        overwrite(tile);
      }
    }
  }

 private:
  void check(const Tile& tile) {
    for (int y = tile.y0 - reach; y < tile.y1 + reach; ++y)
      for (int x = tile.x0 - reach; x < tile.x1 + reach; ++x) {
        if (!wrap_ && (x < 0 || x >= nx_ || y < 0 || y >= ny_)) continue;
        for (Field field : {field_height, field_water, field_bedrock})
          ASSERT_EQ(panels_.field(field)[panels_.row_offset(tile, y) + x - tile.x0],
                    value_at(field, wrapped(x, nx_), wrapped(y, ny_)))
              << nx_ << "x" << ny_ << " cell " << x << ", " << y;
      }
  }

  // What a step changes: the tile, its halo columns, and the saved rows beside it.
  void overwrite(const Tile& tile) {
    for (Field field : changed)
      for (int y = tile.y0 - reach; y < tile.y1 + reach; ++y)
        for (int x = tile.x0 - reach; x < tile.x1 + reach; ++x)
          panels_.field(field)[panels_.row_offset(tile, y) + x - tile.x0] = overwritten;
  }

  int nx_, ny_;
  bool wrap_;
  Grid grid_;
  Panels panels_;
};

TEST(Panels, KeepOldValuesAroundATile) {
  for (int nx : sizes)
    for (int ny : sizes)
      for (int columns : pieces)
        for (int rows : {1, 2, 5, 128})
          for (bool wrap : {false, true})
            for (bool upwards : {false, true}) {
              Sweeper(nx, ny, wrap, columns, rows).run(upwards);
              if (HasFatalFailure()) return;
            }
}

// Beyond this height fields begin at different places of the cache.
TEST(Panels, KeepOldValuesInTallGrids) { Sweeper(11, 300, true, 5, 32).run(true); }

}  // namespace
}  // namespace rill
