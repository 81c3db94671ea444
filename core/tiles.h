// How the grid is cut for the CPU: panels of columns times bands of rows. A step updates the state in
// place, tile by tile, so what a tile needs of its neighbours' old values is saved beforehand:
// `reach` rows and columns on each side.
#pragma once

#include <vector>

#include "schedule.h"
#include "state.h"

namespace rill {

struct Tile {
  int x0, x1, y0, y1;
  int panel, band;
};

class Tiles {
 public:
  Tiles(const State& state, const Schedule& schedule, int panel_columns, int band_rows);

  const std::vector<Tile>& list() const { return tiles_; }
  int panels() const { return panels_; }
  int bands() const { return int(band_start_.size()) - 1; }

  // Saves what the tiles of a band, and of its neighbours, will need. Before any tile is swept.
  void save_band(const State& state, int band);

  // Old values of `port` (an index into schedule.changed) in row y for a tile: columns
  // x0 - reach to x1 + reach, written to `to`, where to[0] is column x0. Rows outside a grid that
  // does not wrap are left alone, columns outside hold nothing of use.
  void load_row(const State& state, const Tile& tile, int port, int y, float* to) const;

  std::size_t bytes() const;

 private:
  static constexpr int reach_ = Schedule::reach;
  static constexpr int both_ = 2 * reach_;
  int column_of(int panel, int k) const;  // k-th halo column of a panel, -1 outside
  int row_of(int band, int k) const;
  float* saved_row(int band, int k, int port);
  const float* saved_row(int band, int k, int port) const;
  const float* saved_columns(int panel, int y, int port) const;

  int nx_, ny_, ports_, panels_;
  bool wrap_;
  std::vector<Field> fields_;
  std::vector<int> panel_start_, band_start_;
  std::vector<Tile> tiles_;
  std::vector<float> rows_;     // [band][halo row][port][nx]
  std::vector<float> columns_;  // [panel][y][port][halo column]; empty with one panel
};

// Fills the halo columns of a row from the row itself: to[-reach..-1] and to[width..].
void copy_row_with_halo(const float* row, int nx, bool wrap, int x0, int x1, float* to);

}  // namespace rill
