// One step of scheme jako2011 in double precision. One method per pass of the model, each a loop
// over all cells that reads whole-grid arrays of earlier passes.
#include <algorithm>
#include <cmath>

#include "reference_detail.h"

namespace reference::detail {
namespace {

enum Pipe : std::size_t { left = 0, right = 1, top = 2, bottom = 3 };

constexpr std::array<Offset, 4> pipe_directions = {{{-1, 0}, {1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<std::size_t, 4> opposite_pipe = {right, left, bottom, top};

struct Gradient {
  double x;
  double y;
};

class JakoStep {
 public:
  JakoStep(Fields& fields, const Settings& settings, Totals& totals, Budget& total)
      : f(fields), p(settings), sums(totals), budget(total),
        grid{settings.nx, settings.ny, settings.border}, l(settings.cell), dt(settings.dt),
        area(settings.cell * settings.cell) {}

  void run() {
    const bool water = p.node != Node::thermal;
    const bool talus = p.node != Node::hydraulic;
    if (water) {
      rain();
      pipes();
      depth();
      velocity();
    }
    talus_leaving = zeros();
    if (talus) talus_outflow();
    if (water) {
      capacity();
      erode_or_deposit();
      if (p.transport == Transport::conservative) {
        transport_conservative();
      } else {
        transport_semi_lagrangian();
      }
    }
    if (talus) talus_applied();
    if (water) evaporation();
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

  Layer d1, d2, d3, d_end;
  std::array<Layer, 4> pipe;
  Layer carrying_capacity;
  Layer eroded, deposited;
  Layer s1, s_end;
  Layer new_hardness;
  Layer talus_leaving;
  std::array<Layer, 8> talus_out;
  Layer talus_gain;

  Layer zeros() const { return Layer(grid.size(), 0.0); }
  double erodability(std::size_t i) const { return value_or(f.erodability, i, 1.0); }

  // Pass 1, Rain.
  void rain() {
    d1 = zeros();
    grid.for_each([&](int, int, std::size_t i) {
      const double fallen = dt * p.rain * value_or(f.rain, i, 1.0);
      d1[i] = f.water[i] + fallen;
      budget.rained += fallen * area;
    });
  }

  // Pass 2, Pipes.
  void pipes() {
    for (Layer& layer : pipe) layer = zeros();
    const double kept = std::max(0.0, 1.0 - dt * p.drag);
    const double cross_section = p.pipe_area * l;
    grid.for_each([&](int x, int y, std::size_t i) {
      double sum = 0.0;
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t j = grid.neighbour(x, y, pipe_directions[k]);
        double level_drop = 0.0;
        if (j == no_cell) {
          if (p.border == Border::closed) continue;
          level_drop = d1[i];  // outside an open border: dry ground at this cell's own height
        } else {
          if (j == i) continue;
          level_drop = (f.height[i] + d1[i]) - (f.height[j] + d1[j]);
        }
        pipe[k][i] = std::max(
            0.0, kept * f.flux[k][i] + dt * cross_section * p.gravity * level_drop / l);
        sum += pipe[k][i];
      }
      const double limit = sum > 0.0 ? std::min(1.0, d1[i] * area / (dt * sum)) : 0.0;
      for (std::size_t k = 0; k < 4; ++k) pipe[k][i] *= limit;
    });
  }

  // What the neighbour in direction k sends here; from outside the grid nothing comes.
  double inflow(int x, int y, std::size_t k) const {
    const std::size_t j = grid.neighbour(x, y, pipe_directions[k]);
    return j == no_cell ? 0.0 : pipe[opposite_pipe[k]][j];
  }

  // Pass 3, Depth.
  void depth() {
    d2 = zeros();
    grid.for_each([&](int x, int y, std::size_t i) {
      double net_in = 0.0;
      for (std::size_t k = 0; k < 4; ++k) {
        const bool leaves_grid = grid.neighbour(x, y, pipe_directions[k]) == no_cell;
        net_in += inflow(x, y, k) - pipe[k][i];
        if (leaves_grid) budget.water_left += dt * pipe[k][i];
      }
      d2[i] = std::max(0.0, d1[i] + dt * net_in / area);
    });
  }

  // Pass 4, Velocity.
  void velocity() {
    const double fastest = speed_limit(p);
    grid.for_each([&](int x, int y, std::size_t i) {
      const double wx = 0.5 * (inflow(x, y, left) - pipe[left][i] + pipe[right][i] -
                               inflow(x, y, right));
      const double wy = 0.5 * (inflow(x, y, bottom) - pipe[bottom][i] + pipe[top][i] -
                               inflow(x, y, top));
      const double mean_depth = std::max(0.5 * (d1[i] + d2[i]), p.film);
      f.velocity_x[i] = std::clamp(wx / (l * mean_depth), -fastest, fastest);
      f.velocity_y[i] = std::clamp(wy / (l * mean_depth), -fastest, fastest);
      sums.flow[i] += std::sqrt(wx * wx + wy * wy) / l;
      sums.discharge_x[i] += wx;
      sums.discharge_y[i] += wy;
    });
  }

  // Pass 5, Talus outflow: thickness that leaves in each of the eight directions.
  void talus_outflow() {
    for (Layer& layer : talus_out) layer = zeros();
    const double rate = std::min(1.0, dt * p.thermal);
    grid.for_each([&](int x, int y, std::size_t i) {
      const double limit = p.talus_scale * f.hardness[i] + p.talus_bias;
      double largest_drop = 0.0;
      double sum_of_drops = 0.0;
      std::array<double, 8> drop_taking_part{};
      for (std::size_t k = 0; k < 8; ++k) {
        const std::size_t j = grid.neighbour(x, y, directions[k]);
        if (j == no_cell || erodability(j) <= 0.0) continue;
        const double drop = f.height[i] - f.height[j];
        const double distance = directions[k].diagonal() ? l * std::sqrt(2.0) : l;
        largest_drop = std::max(largest_drop, drop);
        if (drop > 0.0 && drop / distance > limit) drop_taking_part[k] = drop;
        sum_of_drops += drop_taking_part[k];
      }
      if (sum_of_drops <= 0.0) return;
      double leaving = rate * (1.0 - f.hardness[i]) * erodability(i) * 0.5 * largest_drop;
      if (!f.bedrock.empty()) leaving = std::min(leaving, clearance(f, i));
      talus_leaving[i] = leaving;
      for (std::size_t k = 0; k < 8; ++k) {
        talus_out[k][i] = leaving * drop_taking_part[k] / sum_of_drops;
      }
    });
  }

  // Central differences of the terrain; reads beyond a border see the border cell.
  Gradient terrain_gradient(int x, int y) const {
    const Layer& b = f.height;
    return {(b[grid.find_clamped(x + 1, y)] - b[grid.find_clamped(x - 1, y)]) / (2.0 * l),
            (b[grid.find_clamped(x, y + 1)] - b[grid.find_clamped(x, y - 1)]) / (2.0 * l)};
  }

  static int upstream_step(double component) {
    return component > 0.5 ? -1 : component < -0.5 ? 1 : 0;
  }

  // How hard the flow that arrives from one cell upstream runs into the terrain here: −N·V̂.
  double collision(int x, int y, double u, double v, double speed) const {
    const double dir_x = u / speed;
    const double dir_y = v / speed;
    const std::size_t upstream =
        grid.find_clamped(x + upstream_step(dir_x), y + upstream_step(dir_y));
    const int upstream_x = static_cast<int>(upstream % static_cast<std::size_t>(grid.nx));
    const int upstream_y = static_cast<int>(upstream / static_cast<std::size_t>(grid.nx));
    const Gradient here = terrain_gradient(x, y);
    const Gradient there = terrain_gradient(upstream_x, upstream_y);
    const double climb = dir_x * there.x + dir_y * there.y;
    const double normal_length = std::sqrt(here.x * here.x + here.y * here.y + 1.0);
    const double flow_length = std::sqrt(dir_x * dir_x + dir_y * dir_y + climb * climb);
    const double normal_dot_flow = -here.x * dir_x - here.y * dir_y + climb;
    return -normal_dot_flow / (normal_length * flow_length);
  }

  // Pass 6, Capacity.
  void capacity() {
    carrying_capacity = zeros();
    grid.for_each([&](int x, int y, std::size_t i) {
      const double u = f.velocity_x[i];
      const double v = f.velocity_y[i];
      const double speed = std::sqrt(u * u + v * v);
      if (speed <= 0.0) return;
      double sin_alpha = 0.0;
      if (p.capacity_rule == CapacityRule::slope) {
        const Gradient g = terrain_gradient(x, y);
        const double tan2 = g.x * g.x + g.y * g.y;
        sin_alpha = std::sqrt(tan2 / (1.0 + tan2));
      } else {
        sin_alpha = collision(x, y, u, v, speed);
      }
      sin_alpha = std::max(p.min_tilt, sin_alpha);
      const double relative_depth = d1[i] / p.erosion_depth;
      double ramp = std::min(1.0, relative_depth);
      if (p.depth_rule == DepthRule::band) ramp *= std::clamp(2.0 - relative_depth, 0.0, 1.0);
      carrying_capacity[i] = p.capacity * sin_alpha * speed * ramp;
    });
  }

  // Pass 7, Erode or deposit.
  void erode_or_deposit() {
    eroded = deposited = s1 = d3 = zeros();
    new_hardness = f.hardness;
    grid.for_each([&](int, int, std::size_t i) {
      const double s = f.sediment[i];
      const double c = carrying_capacity[i];
      if (s < c) {
        eroded[i] = std::min(
            dt * p.suspension * (1.0 - f.hardness[i]) * erodability(i) * (c - s), d2[i]);
        if (!f.bedrock.empty()) {
          // Talus has the first claim on what stands above bedrock.
          eroded[i] = std::min(eroded[i], std::max(0.0, clearance(f, i) - talus_leaving[i]));
        }
      } else {
        deposited[i] = std::min({dt * p.deposition * erodability(i) * (s - c), s, d2[i]});
        new_hardness[i] = softened(f.hardness[i], s - c, p);
      }
      s1[i] = s + eroded[i] - deposited[i];
      d3[i] = d2[i] + eroded[i] - deposited[i];
      f.erosion[i] += eroded[i];
      f.deposition[i] += deposited[i];
      budget.eroded += eroded[i] * area;
      budget.deposited += deposited[i] * area;
    });
  }

  // Pass 8, Transport, conservative.
  void transport_conservative() {
    std::array<Layer, 4> load = {zeros(), zeros(), zeros(), zeros()};
    grid.for_each([&](int, int, std::size_t i) {
      if (d1[i] <= 0.0) return;
      for (std::size_t k = 0; k < 4; ++k) load[k][i] = s1[i] * dt * pipe[k][i] / (d1[i] * area);
    });
    s_end = zeros();
    grid.for_each([&](int x, int y, std::size_t i) {
      double net_in = 0.0;
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t j = grid.neighbour(x, y, pipe_directions[k]);
        net_in -= load[k][i];
        if (j == no_cell) {
          budget.sediment_left += load[k][i] * area;
        } else {
          net_in += load[opposite_pipe[k]][j];
        }
      }
      s_end[i] = std::max(0.0, s1[i] + net_in);
    });
  }

  // Pass 8, Transport, semi-Lagrangian.
  void transport_semi_lagrangian() {
    s_end = zeros();
    grid.for_each([&](int x, int y, std::size_t i) {
      double source_x = x - f.velocity_x[i] * dt / l;
      double source_y = y - f.velocity_y[i] * dt / l;
      if (p.border != Border::wrap) {
        source_x = std::clamp(source_x, 0.0, grid.nx - 1.0);
        source_y = std::clamp(source_y, 0.0, grid.ny - 1.0);
      }
      const int x0 = static_cast<int>(std::floor(source_x));
      const int y0 = static_cast<int>(std::floor(source_y));
      const double tx = source_x - x0;
      const double ty = source_y - y0;
      // At the far rim the cell beyond has weight 0, so clamping its index changes nothing.
      const double low = (1.0 - tx) * s1[grid.find_clamped(x0, y0)] +
                         tx * s1[grid.find_clamped(x0 + 1, y0)];
      const double high = (1.0 - tx) * s1[grid.find_clamped(x0, y0 + 1)] +
                          tx * s1[grid.find_clamped(x0 + 1, y0 + 1)];
      s_end[i] = (1.0 - ty) * low + ty * high;
    });
  }

  // Pass 9, Talus applied.
  void talus_applied() {
    talus_gain = zeros();
    grid.for_each([&](int x, int y, std::size_t i) {
      double received = 0.0;
      double given = 0.0;
      for (std::size_t k = 0; k < 8; ++k) {
        const std::size_t j = grid.neighbour(x, y, directions[k]);
        if (j == no_cell) continue;
        given += talus_out[k][i];
        received += talus_out[(k + 4) % 8][j];
      }
      talus_gain[i] = received - given;
      f.debris[i] += received;
      budget.talus_moved += received * area;
    });
  }

  // Pass 10, Evaporation.
  void evaporation() {
    d_end = zeros();
    grid.for_each([&](int, int, std::size_t i) {
      d_end[i] = d3[i] * std::max(0.0, 1.0 - dt * p.evaporation);
      budget.evaporated += (d3[i] - d_end[i]) * area;
    });
  }

  // All passes read the state at the start of the step, so it is replaced only now.
  void write_state(bool water, bool talus) {
    for (std::size_t i = 0; i < grid.size(); ++i) {
      double change = 0.0;
      if (water) change += deposited[i] - eroded[i];
      if (talus) change += talus_gain[i];
      f.height[i] += change;
    }
    if (!water) return;
    f.water = d_end;
    f.sediment = s_end;
    f.flux = pipe;
    f.hardness = new_hardness;
  }
};

}  // namespace

void step_jako2011(Fields& fields, const Settings& settings, Totals& totals, Budget& budget) {
  JakoStep(fields, settings, totals, budget).run();
}

}  // namespace reference::detail
