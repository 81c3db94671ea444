// Cutting the grid and saving old values between tiles.

#include "tiles.h"

#include <algorithm>
#include <cstring>

namespace rill {
namespace {

int wrapped(int i, int n) { return ((i % n) + n) % n; }

std::vector<int> even_cuts(int length, int piece) {
  const int pieces = (length + piece - 1) / piece;
  std::vector<int> starts;
  for (int i = 0; i <= pieces; ++i) starts.push_back(int(long(length) * i / pieces));
  return starts;
}

}  // namespace

void copy_row_with_halo(const float* row, int nx, bool wrap, int x0, int x1, float* to) {
  std::memcpy(to, row + x0, std::size_t(x1 - x0) * sizeof(float));
  for (int k = 1; k <= Schedule::reach; ++k) {
    const int left = x0 - k, right = x1 + k - 1;
    if (left >= 0 || wrap) to[-k] = row[wrapped(left, nx)];
    if (right < nx || wrap) to[x1 - x0 + k - 1] = row[wrapped(right, nx)];
  }
}

Tiles::Tiles(const State& state, const Schedule& schedule, int panel_columns, int band_rows)
    : nx_(state.nx), ny_(state.ny), ports_(int(schedule.changed.size())), wrap_(schedule.wrap) {
  for (const StatePort& port : schedule.changed) fields_.push_back(port.state);
  panel_start_ = even_cuts(nx_, panel_columns);
  band_start_ = even_cuts(ny_, band_rows);
  panels_ = int(panel_start_.size()) - 1;
  for (int band = 0; band < bands(); ++band)
    for (int panel = 0; panel < panels_; ++panel)
      tiles_.push_back({panel_start_[std::size_t(panel)], panel_start_[std::size_t(panel) + 1],
                        band_start_[std::size_t(band)], band_start_[std::size_t(band) + 1], panel,
                        band});
  rows_.resize(std::size_t(bands()) * both_ * std::size_t(ports_) * std::size_t(nx_));
  if (panels_ > 1)
    columns_.resize(std::size_t(panels_) * std::size_t(ny_) * std::size_t(ports_) * both_);
}

std::size_t Tiles::bytes() const { return (rows_.size() + columns_.size()) * sizeof(float); }

// Halo rows are numbered 0..reach-1 below the band and reach..2*reach-1 above it.
int Tiles::row_of(int band, int k) const {
  const int row = k < reach_ ? band_start_[std::size_t(band)] - reach_ + k
                             : band_start_[std::size_t(band) + 1] + k - reach_;
  if (wrap_) return wrapped(row, ny_);
  return row >= 0 && row < ny_ ? row : -1;
}

int Tiles::column_of(int panel, int k) const {
  const int column = k < reach_ ? panel_start_[std::size_t(panel)] - reach_ + k
                                : panel_start_[std::size_t(panel) + 1] + k - reach_;
  if (wrap_) return wrapped(column, nx_);
  return column >= 0 && column < nx_ ? column : -1;
}

float* Tiles::saved_row(int band, int k, int port) {
  const std::size_t row = (std::size_t(band) * both_ + std::size_t(k)) * std::size_t(ports_);
  return rows_.data() + (row + std::size_t(port)) * std::size_t(nx_);
}
const float* Tiles::saved_row(int band, int k, int port) const {
  return const_cast<Tiles*>(this)->saved_row(band, k, port);
}
const float* Tiles::saved_columns(int panel, int y, int port) const {
  const std::size_t row = std::size_t(panel) * std::size_t(ny_) + std::size_t(y);
  return columns_.data() + (row * std::size_t(ports_) + std::size_t(port)) * both_;
}

void Tiles::save_band(const State& state, int band) {
  for (int k = 0; k < both_; ++k) {
    const int y = row_of(band, k);
    if (y < 0) continue;
    for (int port = 0; port < ports_; ++port)
      std::memcpy(saved_row(band, k, port), state.row(fields_[std::size_t(port)], y),
                  std::size_t(nx_) * sizeof(float));
  }
  if (panels_ == 1) return;
  for (int y = band_start_[std::size_t(band)]; y < band_start_[std::size_t(band) + 1]; ++y)
    for (int panel = 0; panel < panels_; ++panel)
      for (int port = 0; port < ports_; ++port) {
        const float* row = state.row(fields_[std::size_t(port)], y);
        float* saved = const_cast<float*>(saved_columns(panel, y, port));
        for (int k = 0; k < both_; ++k) {
          const int x = column_of(panel, k);
          if (x >= 0) saved[k] = row[x];
        }
      }
}

void Tiles::load_row(const State& state, const Tile& tile, int port, int y, float* to) const {
  if (y < tile.y0 || y >= tile.y1) {
    const int k = y < tile.y0 ? y - tile.y0 + reach_ : y - tile.y1 + reach_;
    if (row_of(tile.band, k) < 0) return;
    copy_row_with_halo(saved_row(tile.band, k, port), nx_, wrap_, tile.x0, tile.x1, to);
    return;
  }
  const float* row = state.row(fields_[std::size_t(port)], y);
  if (panels_ == 1) {
    copy_row_with_halo(row, nx_, wrap_, tile.x0, tile.x1, to);
    return;
  }
  const int width = tile.x1 - tile.x0;
  const float* saved = saved_columns(tile.panel, y, port);
  std::memcpy(to - reach_, saved, reach_ * sizeof(float));
  std::memcpy(to, row + tile.x0, std::size_t(width) * sizeof(float));
  std::memcpy(to + width, saved + reach_, reach_ * sizeof(float));
}

}  // namespace rill
