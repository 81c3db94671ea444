// Talus and creep of scheme rill in double precision: passes 5 and 10 of the model. Both read the
// height and hardness at the start of the step only.
#include <algorithm>
#include <cmath>

#include "reference_rill.h"

namespace reference::detail {
namespace {

const double root_2 = std::sqrt(2.0);

// Weight of an edge for creep: w″.
double creep_weight(Offset o) { return o.diagonal() ? 1.0 / 6.0 : 2.0 / 3.0; }

// The slope across edge k of cell (x, y): what the difference along the edge does not see. Both
// ends of the edge exist. Locked cells count as little as those beyond a border.
double slope_across(const Grid& grid, const Fields& f, int x, int y, std::size_t k, double l) {
  const Layer& b = f.height;
  const auto takes_part = [&](std::size_t cell) {
    return cell != no_cell && value_or(f.erodability, cell, 1.0) > 0.0;
  };
  const Offset o = directions[k];
  const std::size_t i = grid.index(x, y);
  const std::size_t j = grid.neighbour(x, y, o);
  if (o.diagonal()) {
    const std::size_t one_corner = grid.find(x + o.dx, y);
    const std::size_t other_corner = grid.find(x, y + o.dy);
    const bool has_one = takes_part(one_corner);
    const bool has_other = takes_part(other_corner);
    if (has_one && has_other) return (b[one_corner] - b[other_corner]) / (l * root_2);
    const double middle = 0.5 * (b[i] + b[j]);
    if (has_one) return (b[one_corner] - middle) / (l / root_2);
    if (has_other) return (middle - b[other_corner]) / (l / root_2);
    return 0.0;
  }
  const int px = o.dy;
  const int py = o.dx;
  const std::size_t i_plus = grid.find(x + px, y + py);
  const std::size_t j_plus = grid.find(x + o.dx + px, y + o.dy + py);
  const std::size_t i_minus = grid.find(x - px, y - py);
  const std::size_t j_minus = grid.find(x + o.dx - px, y + o.dy - py);
  const bool has_plus = takes_part(i_plus) && takes_part(j_plus);
  const bool has_minus = takes_part(i_minus) && takes_part(j_minus);
  if (has_plus && has_minus) {
    return (b[i_plus] + b[j_plus] - b[i_minus] - b[j_minus]) / (4.0 * l);
  }
  if (has_plus) return (b[i_plus] + b[j_plus] - b[i] - b[j]) / (2.0 * l);
  if (has_minus) return (b[i] + b[j] - b[i_minus] - b[j_minus]) / (2.0 * l);
  return 0.0;
}

}  // namespace

// Pass 5, Talus and creep.
EdgeLayers rill_talus_and_creep(const Fields& f, const Settings& p) {
  const Grid grid{p.nx, p.ny, p.border};
  const double l = p.cell;
  const double c = std::min(0.12, p.dt * p.talus / (l * l));
  const double kappa = std::min(0.15, p.dt * p.creep / (l * l));
  EdgeLayers talus_flow;
  for (Layer& layer : talus_flow) layer.assign(grid.size(), 0.0);

  grid.for_each([&](int x, int y, std::size_t i) {
    for (std::size_t k = 0; k < 4; ++k) {
      const Offset o = directions[k];
      const std::size_t j = grid.neighbour(x, y, o);
      if (!is_edge(i, j)) continue;
      const double drop = f.height[i] - f.height[j];
      const double donor_hardness = drop > 0.0 ? f.hardness[i] : f.hardness[j];
      const double steepest = p.talus_scale * donor_hardness + p.talus_bias;
      const double along = drop / (o.diagonal() ? l * root_2 : l);
      const double across = slope_across(grid, f, x, y, k, l);
      const double g2 = along * along + across * across;
      const double excess = g2 > 0.0 ? std::max(0.0, 1.0 - steepest * steepest / g2) : 0.0;
      const double mobility = value_or(f.erodability, i, 1.0) * value_or(f.erodability, j, 1.0);
      const double sliding = rill_flow_weight(o) * c * (1.0 - donor_hardness) * excess;
      talus_flow[k][i] = drop * mobility * (sliding + creep_weight(o) * kappa);
    }
  });
  return talus_flow;
}

// Pass 10, Talus applied.
Layer rill_talus_applied(const EdgeLayers& talus_flow, Fields& f, const Settings& p,
                         Budget& budget) {
  const Grid grid{p.nx, p.ny, p.border};
  Layer scale(grid.size(), 1.0);
  if (!f.bedrock.empty()) {
    grid.for_each([&](int x, int y, std::size_t i) {
      double leaving = 0.0;
      for (std::size_t k = 0; k < 8; ++k) {
        leaving += std::max(0.0, outward(grid, talus_flow, x, y, k));
      }
      if (leaving > 0.0) scale[i] = std::min(1.0, 0.5 * clearance(f, i) / leaving);
    });
  }

  Layer gain(grid.size(), 0.0);
  grid.for_each([&](int x, int y, std::size_t i) {
    double received = 0.0;
    double given = 0.0;
    for (std::size_t k = 0; k < 8; ++k) {
      const double out = outward(grid, talus_flow, x, y, k);
      if (out > 0.0) given += out * scale[i];
      if (out < 0.0) received -= out * scale[grid.neighbour(x, y, directions[k])];
    }
    gain[i] = received - given;
    f.debris[i] += received;
    budget.talus_moved += received * p.cell * p.cell;
  });
  return gain;
}

}  // namespace reference::detail
