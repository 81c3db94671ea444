// One step of scheme rill in double precision. One method per pass of the model, each a loop over
// all cells that reads whole-grid arrays of earlier passes. Talus has a file of its own.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference_rill.h"

namespace reference::detail {
namespace {

// Weight of a neighbour as a bank: w′.
double bank_weight(Offset o) { return o.diagonal() ? 1.0 / 12.0 : 1.0 / 6.0; }

double power_by_roots(double value, double exponent) {
  if (exponent == 0.5) return std::sqrt(value);
  if (exponent == 0.75) return std::sqrt(value) * std::sqrt(std::sqrt(value));
  if (exponent == 1.0) return value;
  throw std::invalid_argument("exponent must be 1/2, 3/4 or 1");
}

class RillStep {
 public:
  RillStep(Fields& fields, const Settings& settings, Totals& totals, Budget& total)
      : f(fields), p(settings), sums(totals), budget(total),
        grid{settings.nx, settings.ny, settings.border}, l(settings.cell), dt(settings.dt),
        area(settings.cell * settings.cell) {}

  void run() {
    const bool water = p.node != Node::thermal;
    const bool talus = p.node != Node::hydraulic;
    if (water) {
      rain();
      edges();
      limiter();
      depth_and_discharge();
    }
    if (talus) talus_flow = rill_talus_and_creep(f, p);
    if (water) {
      transport();
      capacity();
      erode_or_deposit();
      banks();
    }
    if (talus) talus_gain = rill_talus_applied(talus_flow, f, p, budget);
    if (water) {
      evaporation();
      outlets();
    }
    write_state(water, talus);
  }

 private:
  Fields& f;
  const Settings& p;
  Totals& sums;
  Budget& budget;
  const Grid grid;
  const double l;
  const double dt;
  const double area;

  Layer d1, eta, d2, d3, d_end;
  EdgeLayers raw_flux, flux, talus_flow;
  Layer limit;
  Layer q;
  Layer carrying_capacity;
  Layer eroded, deposited, fall;
  Layer s_moved, s_end;
  Layer new_hardness;
  Layer talus_gain;

  Layer zeros() const { return Layer(grid.size(), 0.0); }
  EdgeLayers edge_zeros() const { return {zeros(), zeros(), zeros(), zeros()}; }
  double erodability(std::size_t i) const { return value_or(f.erodability, i, 1.0); }

  // The water surface of cell i ends at j where j is outside, or locked and higher than the water.
  bool surface_ends(std::size_t i, std::size_t j) const {
    return j == no_cell || (erodability(j) == 0.0 && f.height[j] > eta[i]);
  }

  // Slope of the water surface along one axis: central, one-sided where it ends on one side, 0
  // where it ends on both.
  double surface_slope(int x, int y, Offset along) const {
    const std::size_t i = grid.index(x, y);
    const std::size_t ahead = grid.find(x + along.dx, y + along.dy);
    const std::size_t behind = grid.find(x - along.dx, y - along.dy);
    const bool to_ahead = !surface_ends(i, ahead);
    const bool to_behind = !surface_ends(i, behind);
    if (to_ahead && to_behind) return (eta[ahead] - eta[behind]) / (2.0 * l);
    if (to_ahead) return (eta[ahead] - eta[i]) / l;
    if (to_behind) return (eta[i] - eta[behind]) / l;
    return 0.0;
  }

  // Pass 1, Rain.
  void rain() {
    d1 = eta = zeros();
    grid.for_each([&](int, int, std::size_t i) {
      const double fallen = dt * p.rain * value_or(f.rain, i, 1.0);
      d1[i] = f.water[i] + fallen;
      eta[i] = f.height[i] + d1[i];
      budget.rained += fallen * area;
    });
  }

  // Pass 2, Edges.
  void edges() {
    raw_flux = edge_zeros();
    const double kept = std::max(0.0, 1.0 - dt * p.drag);
    grid.for_each([&](int x, int y, std::size_t i) {
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t j = grid.neighbour(x, y, directions[k]);
        if (!is_edge(i, j)) continue;
        const double push = dt * p.gravity * p.pipe_area * rill_flow_weight(directions[k]);
        raw_flux[k][i] = kept * f.flux[k][i] + push * (eta[i] - eta[j]);
      }
    });
  }

  // Pass 3, Limiter.
  void limiter() {
    limit = zeros();
    const double wa = 2.0 - std::sqrt(2.0);
    grid.for_each([&](int x, int y, std::size_t i) {
      double sum = 0.0;
      double sum_x = 0.0;
      double sum_y = 0.0;
      for (std::size_t k = 0; k < 8; ++k) {
        const double out = std::max(0.0, outward(grid, raw_flux, x, y, k));
        sum += out;
        sum_x += out * directions[k].dx;
        sum_y += out * directions[k].dy;
      }
      const double demand =
          std::max(sum, std::sqrt(1.0 + wa * wa) * std::sqrt(sum_x * sum_x + sum_y * sum_y));
      limit[i] = sum > 0.0 ? std::min(1.0, d1[i] * area / (dt * demand)) : 1.0;
    });

    flux = edge_zeros();
    grid.for_each([&](int x, int y, std::size_t i) {
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t j = grid.neighbour(x, y, directions[k]);
        if (!is_edge(i, j)) continue;
        const double flow = raw_flux[k][i];
        flux[k][i] = flow * (flow > 0.0 ? limit[i] : limit[j]);
      }
    });
  }

  // Pass 4, Depth and Discharge. Velocity is derived here too, as it needs the same sums.
  void depth_and_discharge() {
    d2 = q = zeros();
    grid.for_each([&](int x, int y, std::size_t i) {
      double net_out = 0.0;
      double wx = 0.0;
      double wy = 0.0;
      for (std::size_t k = 0; k < 8; ++k) {
        const double out = outward(grid, flux, x, y, k);
        net_out += out;
        wx += 0.5 * out * directions[k].dx;
        wy += 0.5 * out * directions[k].dy;
      }
      d2[i] = std::max(0.0, d1[i] - dt * net_out / area);
      q[i] = std::sqrt(wx * wx + wy * wy) / l;
      sums.flow[i] += q[i];
      sums.discharge_x[i] += wx;
      sums.discharge_y[i] += wy;

      const double mean_depth = std::max(0.5 * (d1[i] + d2[i]), p.film);
      const double u = wx / (l * mean_depth);
      const double v = wy / (l * mean_depth);
      const double speed = std::sqrt(u * u + v * v);
      const double shrink = speed > speed_limit(p) ? speed_limit(p) / speed : 1.0;
      f.velocity_x[i] = u * shrink;
      f.velocity_y[i] = v * shrink;
    });
  }

  // Pass 9, Transport: before the exchange with the bed, so that sediment never outgrows its water.
  void transport() {
    Layer concentration = zeros();
    grid.for_each([&](int, int, std::size_t i) {
      concentration[i] = d1[i] > 0.0 ? f.sediment[i] / d1[i] : 0.0;
    });
    s_moved = zeros();
    grid.for_each([&](int x, int y, std::size_t i) {
      double net_out = 0.0;
      for (std::size_t k = 0; k < 8; ++k) {
        const double out = outward(grid, flux, x, y, k);
        if (out > 0.0) net_out += out * concentration[i];
        if (out < 0.0) net_out += out * concentration[grid.neighbour(x, y, directions[k])];
      }
      s_moved[i] = std::max(0.0, f.sediment[i] - dt / area * net_out);
    });
  }

  // Pass 6, Capacity.
  void capacity() {
    carrying_capacity = zeros();
    grid.for_each([&](int x, int y, std::size_t i) {
      const double gx = surface_slope(x, y, {1, 0});
      const double gy = surface_slope(x, y, {0, 1});
      const double tan2 = gx * gx + gy * gy;
      const double sin_alpha = std::max(p.min_tilt, std::sqrt(tan2 / (1.0 + tan2)));
      carrying_capacity[i] = p.capacity * sin_alpha * power_by_roots(q[i], p.exponent);
    });
  }

  // How much of the bed may go at most, apart from what the water can take.
  double erosion_bound(int x, int y, std::size_t i) const {
    bool alone = true;
    double lowest = 0.0;
    for (const Offset o : directions) {
      const std::size_t j = grid.neighbour(x, y, o);
      if (j == no_cell) continue;
      lowest = alone ? f.height[j] : std::min(lowest, f.height[j]);
      alone = false;
    }
    if (alone) return 0.0;
    double bound = std::min(0.5 * std::max(0.0, f.height[i] - lowest), l / 16.0);
    if (!f.bedrock.empty()) bound = std::min(bound, (0.5 - 0.25 * p.bank) * clearance(f, i));
    return bound;
  }

  // Pass 7, Erode or deposit.
  void erode_or_deposit() {
    eroded = deposited = s_end = d3 = zeros();
    new_hardness = f.hardness;
    grid.for_each([&](int x, int y, std::size_t i) {
      const double s = s_moved[i];
      const double c = carrying_capacity[i];
      if (s < c) {
        const double wanted =
            dt * p.suspension * (1.0 - f.hardness[i]) * erodability(i) * (c - s);
        eroded[i] = std::min({wanted, d2[i], erosion_bound(x, y, i)});
      } else {
        deposited[i] = std::min({dt * p.deposition * erodability(i) * (s - c), s, d2[i]});
        new_hardness[i] = softened(f.hardness[i], s - c, p);
      }
      s_end[i] = s + eroded[i] - deposited[i];
      d3[i] = d2[i] + eroded[i] - deposited[i];
      f.deposition[i] += deposited[i];
      budget.deposited += deposited[i] * area;
    });
  }

  // How readily a cell gives way as a bank.
  double bank_share(std::size_t i) const {
    if (f.bedrock.empty()) return erodability(i);
    return erodability(i) * std::min(1.0, 4.0 * clearance(f, i) / l);
  }

  // Pass 8, Banks.
  void banks() {
    fall = zeros();
    grid.for_each([&](int x, int y, std::size_t i) {
      double given_by_banks = 0.0;
      double taken_as_bank = 0.0;
      for (const Offset o : directions) {
        const std::size_t j = grid.neighbour(x, y, o);
        if (j == no_cell) continue;
        const double step_height = f.height[j] - f.height[i];
        const double weight = bank_weight(o) * std::min(1.0, 64.0 * std::abs(step_height) / l);
        if (step_height > 0.0) given_by_banks += weight * bank_share(j);
        if (step_height < 0.0) taken_as_bank += weight * eroded[j];
      }
      fall[i] = (1.0 - p.bank * given_by_banks) * eroded[i] +
                p.bank * bank_share(i) * taken_as_bank;
      f.erosion[i] += fall[i];
      budget.eroded += fall[i] * area;
    });
  }

  // Pass 11, Evaporation.
  void evaporation() {
    d_end = zeros();
    grid.for_each([&](int, int, std::size_t i) {
      const double above_mud = std::max(0.0, d3[i] - s_end[i]);
      d_end[i] = d3[i] - above_mud * std::min(1.0, dt * p.evaporation);
      budget.evaporated += (d3[i] - d_end[i]) * area;
    });
  }

  // Borders: with an open border the rim is an outlet.
  void outlets() {
    if (p.border != Border::open) return;
    grid.for_each([&](int x, int y, std::size_t i) {
      if (!grid.on_rim(x, y)) return;
      budget.water_left += d_end[i] * area;
      budget.sediment_left += s_end[i] * area;
      d_end[i] = 0.0;
      s_end[i] = 0.0;
    });
  }

  // All passes read the state at the start of the step, so it is replaced only now.
  void write_state(bool water, bool talus) {
    for (std::size_t i = 0; i < grid.size(); ++i) {
      double change = 0.0;
      if (water) change += deposited[i] - fall[i];
      if (talus) change += talus_gain[i];
      f.height[i] += change;
    }
    if (!water) return;
    f.water = d_end;
    f.sediment = s_end;
    f.flux = flux;
    f.hardness = new_hardness;
  }
};

}  // namespace

void step_rill(Fields& fields, const Settings& settings, Totals& totals, Budget& budget) {
  RillStep(fields, settings, totals, budget).run();
}

}  // namespace reference::detail
