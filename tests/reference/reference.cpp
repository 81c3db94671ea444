// Entry points of the reference: start values, world scale, the loop over steps, mean outputs, and
// the small helpers both schemes use.
#include "reference.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "reference_detail.h"

namespace reference {
namespace detail {
namespace {

int wrapped(int coordinate, int count) {
  const int remainder = coordinate % count;
  return remainder < 0 ? remainder + count : remainder;
}

}  // namespace

std::size_t Grid::find(int x, int y) const {
  if (border == Border::wrap) return index(wrapped(x, nx), wrapped(y, ny));
  const bool inside = x >= 0 && x < nx && y >= 0 && y < ny;
  return inside ? index(x, y) : no_cell;
}

std::size_t Grid::find_clamped(int x, int y) const {
  if (border == Border::wrap) return find(x, y);
  return index(std::clamp(x, 0, nx - 1), std::clamp(y, 0, ny - 1));
}

double speed_limit(const Settings& settings) {
  const double one_cell_per_step = settings.cell / settings.dt;
  if (settings.max_speed <= 0.0) return one_cell_per_step;
  return std::min(settings.max_speed, one_cell_per_step);
}

double softened(double hardness, double excess_load, const Settings& settings) {
  const double lowered =
      hardness - settings.dt * settings.softening * settings.suspension * excess_load;
  // Soil that is softer than the minimum already must not be hardened by the clamp.
  return std::max(std::min(hardness, settings.min_hardness), lowered);
}

}  // namespace detail

namespace {

using detail::Layer;

Settings with_world_scale(Settings settings) {
  const double scale = settings.world_scale;
  settings.rain *= scale;
  settings.gravity *= scale;
  settings.pipe_area *= scale;
  settings.film *= scale;
  settings.erosion_depth *= scale;
  settings.max_speed *= scale;
  settings.talus *= scale * scale;
  settings.creep *= scale * scale;
  settings.softening /= scale;
  if (settings.scheme == Scheme::rill) {
    settings.capacity *= std::pow(scale, 1.0 - 2.0 * settings.exponent);
  }
  settings.world_scale = 1.0;
  return settings;
}

void require_size(const Layer& layer, std::size_t size, const char* name) {
  if (layer.size() != size) {
    throw std::invalid_argument(std::string("layer does not fit the grid: ") + name);
  }
}

void require_size_or_fill(Layer& layer, std::size_t size, double start, const char* name) {
  if (layer.empty()) layer.assign(size, start);
  require_size(layer, size, name);
}

void prepare(Fields& fields, const Settings& settings, std::size_t size) {
  require_size(fields.height, size, "height");
  require_size_or_fill(fields.water, size, 0.0, "water");
  require_size_or_fill(fields.sediment, size, 0.0, "sediment");
  for (Layer& flux : fields.flux) require_size_or_fill(flux, size, 0.0, "flux");
  require_size_or_fill(fields.hardness, size, settings.hardness, "hardness");
  if (!fields.rain.empty()) require_size(fields.rain, size, "rain");
  if (!fields.erodability.empty()) require_size(fields.erodability, size, "erodability");
  if (!fields.bedrock.empty()) require_size(fields.bedrock, size, "bedrock");

  for (Layer* output : {&fields.velocity_x, &fields.velocity_y, &fields.erosion,
                        &fields.deposition, &fields.debris, &fields.flow, &fields.flowdir_x,
                        &fields.flowdir_y}) {
    output->assign(size, 0.0);
  }
}

void write_means(Fields& fields, const detail::Totals& totals, int steps) {
  for (std::size_t i = 0; i < fields.flow.size(); ++i) {
    fields.flow[i] = totals.flow[i] / steps;
    const double length = std::hypot(totals.discharge_x[i], totals.discharge_y[i]);
    if (length > 0.0) {
      fields.flowdir_x[i] = totals.discharge_x[i] / length;
      fields.flowdir_y[i] = totals.discharge_y[i] / length;
    }
  }
}

}  // namespace

Settings jako2011_settings() {
  Settings settings;
  settings.scheme = Scheme::jako2011;
  settings.transport = Transport::semi_lagrangian;
  settings.rain = 0.012;
  settings.evaporation = 0.015;
  settings.pipe_area = 20.0;
  settings.gravity = 9.81;
  settings.capacity = 1.0;
  settings.thermal = 0.15;
  settings.suspension = 0.5;
  settings.deposition = 1.0;
  settings.softening = 5.0;
  settings.erosion_depth = 10.0;
  settings.talus_scale = 0.8;
  settings.talus_bias = 0.1;
  settings.drag = 0.0;
  settings.min_tilt = 0.05;
  settings.hardness = 0.5;
  return settings;
}

double largest_time_step(const Settings& settings) {
  const Settings scaled = with_world_scale(settings);
  const double wave_speed = std::sqrt(scaled.gravity * scaled.pipe_area);
  const double cells_per_step = scaled.scheme == Scheme::rill ? 0.9239 : 0.5;
  return scaled.cfl * cells_per_step * scaled.cell / wave_speed;
}

Budget run(Fields& fields, const Settings& settings, int steps) {
  if (settings.nx < 1 || settings.ny < 1) throw std::invalid_argument("the grid has no cells");
  const Settings scaled = with_world_scale(settings);
  const std::size_t size = detail::Grid{scaled.nx, scaled.ny, scaled.border}.size();
  prepare(fields, scaled, size);

  Budget budget;
  detail::Totals totals{Layer(size, 0.0), Layer(size, 0.0), Layer(size, 0.0)};
  for (int step = 0; step < steps; ++step) {
    if (scaled.scheme == Scheme::rill) {
      detail::step_rill(fields, scaled, totals, budget);
    } else {
      detail::step_jako2011(fields, scaled, totals, budget);
    }
  }
  if (steps > 0) write_means(fields, totals, steps);
  return budget;
}

void settle(Fields& fields) {
  for (std::size_t i = 0; i < fields.sediment.size(); ++i) {
    fields.height[i] += fields.sediment[i];
    fields.water[i] = std::max(0.0, fields.water[i] - fields.sediment[i]);
    fields.sediment[i] = 0.0;
  }
}

}  // namespace reference
