// The state as the CPU works on it. The grid is cut into bands of rows that run in parallel, and
// each band into panels of columns that run one after the other, going to the right. A field's
// panel is an array of its own, with room for a halo beside every row, so that a panel is read from
// end to end and the passes work on it in place.
//
// A step depends on cells up to `reach` away. What is overwritten too early for a neighbour is
// kept: before the step `reach` rows on each side of every band, and on the way the last `reach`
// columns of a panel for the next one.
#pragma once

#include <vector>

#include "memory.h"
#include "schedule.h"
#include "state.h"

namespace rill {

struct Tile {
  int x0, x1, y0, y1;
  int panel, band;
};

// Old values of columns that earlier panels of a band have overwritten; one per worker.
class PassedColumns {
 public:
  PassedColumns(int band_rows, int fields)
      : fields_(fields),
        floats_(std::size_t(band_rows) * std::size_t(fields) * 2 * Schedule::reach) {}
  // The last columns of the panel before, and the first ones of the band, which wrapping needs.
  float* last(int row, int field) { return at(row, field); }
  float* first(int row, int field) { return at(row, field) + Schedule::reach; }
  std::size_t bytes() const { return floats_.size() * sizeof(float); }

 private:
  float* at(int row, int field) {
    const std::size_t pair = std::size_t(row) * std::size_t(fields_) + std::size_t(field);
    return floats_.data() + pair * 2 * Schedule::reach;
  }
  int fields_;
  std::vector<float> floats_;
};

class Panels {
 public:
  Panels(const State& state, const Schedule& schedule, int panel_columns, int band_rows);

  // The fields that the schedule works on, out of the state and back into it.
  void take(State& state);
  void give_back(State& state);
  // A copy for somebody to look at: first room and what no step changes, then the rest row by row. The
  // room is kept, so that it costs new memory only once.
  void make_room(State& state);
  void copy_rows(State& state, int first, int last);

  // Panels are not cut narrower than this, so that a halo lies in one neighbour.
  static constexpr int narrowest_cut = 2 * Schedule::reach - 1;

  int panels() const { return int(panel_start_.size()) - 1; }
  int bands() const { return int(band_start_.size()) - 1; }
  Tile tile(int band, int panel) const;
  int tallest_band() const;

  // Saves what a band will need of its neighbours. Before any tile is swept.
  void save_band(int band);

  // Fills the halo columns of a row of the tile with old values. Panels of a band come in order,
  // and every row of a tile is asked for once, before it is changed.
  void fill_halo(const Tile& tile, int y, PassedColumns& passed);

  // Where row y of a tile is: offset of its first column from the start of every field. Rows beside
  // the band are the saved ones.
  std::ptrdiff_t row_offset(const Tile& tile, int y) const;
  float* field(Field field) { return floats_.get() + place_[field] * field_floats_; }
  const std::vector<Field>& changed() const { return changed_; }

  std::size_t bytes() const;
  // Floats of one field, about, cut as a cook on this many threads would.
  static std::size_t floats_per_field(int nx, int ny, int panel_columns, int band_rows);

 private:
  static constexpr int reach_ = Schedule::reach;
  static constexpr int both_ = 2 * reach_;
  int halo_row(int band, int k) const;  // k-th row beside a band, -1 outside the grid
  std::size_t slot(int panel, int row) const;
  int width(int panel) const;
  static std::size_t floats_of_field(int panels, int rows, int pitch);
  void copy_row(State& state, Field field, int y);
  void copy_halo(const float* field, int panel, int row, float* to) const;

  int nx_, ny_, pitch_ = 0, rows_ = 0;  // rows_: of a panel, with the saved ones behind
  bool wrap_;
  std::vector<Field> changed_, read_only_;
  std::vector<int> panel_start_, band_start_;
  LargeFloats floats_;  // [field][panel][row][margin, columns, margin]
  std::size_t place_[field_count] = {}, field_floats_ = 0;
};

}  // namespace rill
