// Cutting the grid, and old values between its pieces.

#include "panels.h"

#include <algorithm>
#include <cstring>

#include "lanes.h"
#include "memory.h"

namespace rill {
namespace {

int wrapped(int i, int n) { return ((i % n) + n) % n; }

std::vector<int> even_cuts(int length, int piece) {
  const int pieces = (length + piece - 1) / piece;
  std::vector<int> starts;
  for (int i = 0; i <= pieces; ++i) starts.push_back(int(long(length) * i / pieces));
  return starts;
}

// A margin on each side for halos and for vectors that run over; whole cache lines.
int pitch_for(int widest) { return (slot_margin + widest + slot_margin + 15) / 16 * 16; }

constexpr int rows_ahead = 2;      // to ask for before they are needed
constexpr int rows_in_cache = 11;  // that a step works on at a time
constexpr int short_field = 256;   // rows up to which the second cache holds enough anyway
// Floats that far apart share a place in the first and in the second cache.
constexpr std::size_t first_way = (4u << 10) / sizeof(float);
constexpr std::size_t second_way = (128u << 10) / sizeof(float);
constexpr std::size_t guard = 32;  // a vector may look a little before and behind

}  // namespace

Panels::Panels(const State& state, const Schedule& schedule, int panel_columns, int band_rows)
    : nx_(state.nx),
      ny_(state.ny),
      wrap_(schedule.wrap),
      changed_(schedule.changed),
      read_only_(schedule.read_only),
      panel_start_(even_cuts(nx_, std::max(panel_columns, narrowest_cut))),
      band_start_(even_cuts(ny_, band_rows)) {
  int widest = 0;
  for (int panel = 0; panel < panels(); ++panel) widest = std::max(widest, width(panel));
  pitch_ = pitch_for(widest);
  rows_ = ny_ + bands() * both_;
  field_floats_ = floats_of_field(panels(), rows_, pitch_);
  std::size_t fields = 0;
  for (const std::vector<Field>* some : {&changed_, &read_only_})
    for (Field field : *some) place_[field] = fields++;
}

// Fields lie one behind the other, each the rows that a step works on later in the cache than the one
// before; at the same place their rows would push each other out.
std::size_t Panels::floats_of_field(int panels, int rows, int pitch) {
  const std::size_t floats =
      2 * guard + std::size_t(panels) * std::size_t(rows) * std::size_t(pitch);
  const std::size_t way = rows <= short_field ? first_way : second_way;
  return (floats + way - 1) / way * way + std::size_t(rows_in_cache) * std::size_t(pitch);
}

void Panels::take(State& state) {
  floats_ = large_floats((changed_.size() + read_only_.size()) * field_floats_);
  const auto take_field = [&](Field field) {
    std::fill_n(this->field(field), field_floats_, 0.0f);
    for (int panel = 0; panel < panels(); ++panel)
      for (int y = 0; y < ny_; ++y)
        std::memcpy(this->field(field) + slot(panel, y),
                    state.row(field, y) + panel_start_[std::size_t(panel)],
                    std::size_t(width(panel)) * sizeof(float));
    state.fields[field] = std::vector<float>();  // one field at a time lives twice
  };
  for (Field field : changed_) take_field(field);
  for (Field field : read_only_) {
    take_field(field);
    for (int panel = 0; panel < panels(); ++panel)
      for (int y = 0; y < ny_; ++y)
        copy_halo(this->field(field), panel, y, this->field(field) + slot(panel, y));
  }
}

void Panels::give_back(State& state) {
  const auto give = [&](Field field) {
    if (state.fields[field].empty()) state.fields[field] = filled_large(state.cells(), 0.0f);
    for (int y = 0; y < ny_; ++y) copy_row(state, field, y);
    finish_copies();
    forget_large(this->field(field), field_floats_);
  };
  for (Field field : changed_) give(field);
  for (Field field : read_only_) give(field);
  floats_.reset();
}

void Panels::make_room(State& state) {
  for (Field field : changed_)
    if (state.fields[field].empty()) state.fields[field] = filled_large(state.cells(), 0.0f);
  for (Field field : read_only_) {
    if (!state.fields[field].empty()) continue;  // it does not change
    state.fields[field] = filled_large(state.cells(), 0.0f);
    for (int y = 0; y < ny_; ++y) copy_row(state, field, y);
    finish_copies();
  }
}

void Panels::copy_rows(State& state, int first, int last) {
  for (Field field : changed_)
    for (int y = first; y < last; ++y) copy_row(state, field, y);
  finish_copies();
}

void Panels::copy_row(State& state, Field field, int y) {
  for (int panel = 0; panel < panels(); ++panel)
    copy_past_cache(state.row(field, y) + panel_start_[std::size_t(panel)],
                    this->field(field) + slot(panel, y), std::size_t(width(panel)));
}

std::size_t Panels::bytes() const {
  return (changed_.size() + read_only_.size()) * field_floats_ * sizeof(float);
}

std::size_t Panels::floats_per_field(int nx, int ny, int panel_columns, int band_rows) {
  const int panels = (nx + panel_columns - 1) / panel_columns;
  const int bands = (ny + band_rows - 1) / band_rows;
  const int widest = (nx + panels - 1) / panels;
  return floats_of_field(panels, ny + bands * both_, pitch_for(widest));
}

Tile Panels::tile(int band, int panel) const {
  return {panel_start_[std::size_t(panel)],
          panel_start_[std::size_t(panel) + 1],
          band_start_[std::size_t(band)],
          band_start_[std::size_t(band) + 1],
          panel,
          band};
}

int Panels::tallest_band() const {
  int tallest = 0;
  for (int band = 0; band < bands(); ++band)
    tallest = std::max(tallest, tile(band, 0).y1 - tile(band, 0).y0);
  return tallest;
}

int Panels::width(int panel) const {
  return panel_start_[std::size_t(panel) + 1] - panel_start_[std::size_t(panel)];
}

// The first column of a row; `row` counts the saved ones behind those of the grid.
std::size_t Panels::slot(int panel, int row) const {
  const std::size_t index = std::size_t(panel) * std::size_t(rows_) + std::size_t(row);
  return guard + index * std::size_t(pitch_) + slot_margin;
}

// Rows beside a band are numbered 0..reach-1 below it and reach..2*reach-1 above it.
int Panels::halo_row(int band, int k) const {
  const int row = k < reach_ ? band_start_[std::size_t(band)] - reach_ + k
                             : band_start_[std::size_t(band) + 1] + k - reach_;
  if (wrap_) return wrapped(row, ny_);
  return row >= 0 && row < ny_ ? row : -1;
}

std::ptrdiff_t Panels::row_offset(const Tile& tile, int y) const {
  int row = y;
  if (y < tile.y0 || y >= tile.y1) {
    // One row further than the halo may be named, but is not looked at.
    const int k = y < tile.y0 ? y - tile.y0 + reach_ : y - tile.y1 + reach_;
    row = ny_ + tile.band * both_ + std::min(std::max(k, 0), both_ - 1);
  }
  return std::ptrdiff_t(slot(tile.panel, row));
}

// Halo columns for a row of the grid from the panels on both sides, as they are now.
void Panels::copy_halo(const float* field, int panel, int row, float* to) const {
  const int x0 = panel_start_[std::size_t(panel)], x1 = x0 + width(panel);
  const auto old = [&](int x) {
    const int from =
        int(std::upper_bound(panel_start_.begin(), panel_start_.end(), x) - panel_start_.begin()) -
        1;
    return field[slot(from, row) + std::size_t(x - panel_start_[std::size_t(from)])];
  };
  for (int k = 1; k <= reach_; ++k) {
    if (x0 - k >= 0 || wrap_) to[-k] = old(wrapped(x0 - k, nx_));
    if (x1 + k - 1 < nx_ || wrap_) to[x1 - x0 + k - 1] = old(wrapped(x1 + k - 1, nx_));
  }
}

void Panels::save_band(int band) {
  const auto save = [&](float* field, int panel, int k, int y) {
    float* to = field + slot(panel, ny_ + band * both_ + k);
    std::memcpy(to, field + slot(panel, y), std::size_t(width(panel)) * sizeof(float));
    copy_halo(field, panel, y, to);
  };
  for (int k = 0; k < both_; ++k) {
    const int y = halo_row(band, k);
    if (y < 0) continue;
    for (int panel = 0; panel < panels(); ++panel)
      for (const std::vector<Field>* fields : {&changed_, &read_only_})
        for (Field field : *fields) save(this->field(field), panel, k, y);
  }
}

void Panels::fill_halo(const Tile& tile, int y, PassedColumns& passed) {
  constexpr std::size_t halo_bytes = reach_ * sizeof(float);
  if (panels() == 1) {
    if (!wrap_) return;
    for (Field field : changed_) {
      float* row = this->field(field) + slot(0, y);
      if (nx_ < reach_) {
        copy_halo(this->field(field), 0, y, row);  // more than once around
        continue;
      }
      std::memcpy(row - reach_, row + nx_ - reach_, halo_bytes);
      std::memcpy(row + nx_, row, halo_bytes);
    }
    return;
  }
  const bool leftmost = tile.panel == 0, rightmost = tile.panel == panels() - 1;
  const std::size_t here = slot(tile.panel, y);
  const std::size_t columns = std::size_t(tile.x1 - tile.x0);
  const int right_panel = rightmost ? tile.panel : tile.panel + 1;
  const std::size_t right = slot(right_panel, y);
  const std::size_t right_later = slot(right_panel, std::min(y + rows_ahead, tile.y1 - 1));
  const std::size_t far_right = slot(panels() - 1, y) + std::size_t(width(panels() - 1)) - reach_;
  for (int index = 0; index < int(changed_.size()); ++index) {
    float* field = this->field(changed_[std::size_t(index)]);
    float* row = field + here;
    float* last = passed.last(y - tile.y0, index);
    float* first = passed.first(y - tile.y0, index);
    if (!leftmost)
      std::memcpy(row - reach_, last, halo_bytes);
    else if (wrap_)
      std::memcpy(row - reach_, field + far_right, halo_bytes);
    // Panels to the right are still as they were. Each row's part is on a page of its own, so the
    // cache is told in time.
    __builtin_prefetch(field + right_later, 0, 3);
    if (!rightmost)
      std::memcpy(row + columns, field + right, halo_bytes);
    else if (wrap_)
      std::memcpy(row + columns, first, halo_bytes);
    if (leftmost) std::memcpy(first, row, halo_bytes);
    std::memcpy(last, row + columns - reach_, halo_bytes);
  }
}

}  // namespace rill
